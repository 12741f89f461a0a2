import func Glibc.pow

/// A curve from progress in time to progress of the motion, both 0…1.
package enum Easing: Hashable, Sendable {
  case linear
  /// 1 − (1 − t)³.
  case outCubic
  /// 1 − 2^(−10 t), scaled to end at 1.
  case outExpo
  /// A cubic Bézier from (0, 0) to (1, 1); x of the control points is clamped to 0…1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

  package static let easeIn = Easing.bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = Easing.bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let easeInOut = Easing.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The curves that have a name; `snappy` is a spring and not among them.
  package static let catalog = Catalog<Easing>(
    kind: "easing",
    entries: [
      .init(name: "linear", summary: "even from end to end", choice: .linear),
      .init(name: "ease_in", summary: "starts slowly", choice: .easeIn),
      .init(name: "ease_out", summary: "ends slowly", choice: .easeOut),
      .init(name: "ease_in_out", summary: "starts and ends slowly", choice: .easeInOut),
      .init(name: "out_cubic", summary: "slows down all the way", choice: .outCubic),
      .init(name: "out_expo", summary: "fast, then a long slow end", choice: .outExpo),
    ])

  /// The progress of the motion at `progress` of its time; what is not below 1, NaN too, is 1.
  package func value(at progress: Double) -> Double {
    guard progress < 1 else { return 1 }
    guard progress > 0 else { return 0 }
    switch self {
    case .linear: return progress
    case .outCubic:
      let rest = 1 - progress
      return 1 - rest * rest * rest
    case .outExpo: return (1 - pow(2, -10 * progress)) / (1 - pow(2, -10))
    case .bezier(let x1, let y1, let x2, let y2):
      let parameter = Self.solve(x: progress, min(max(x1, 0), 1), min(max(x2, 0), 1))
      let value = Self.bezier(parameter, y1, y2)
      return value.isNaN ? progress : value
    }
  }

  /// One coordinate of a Bézier from 0 to 1 with the control values `first` and `second`.
  private static func bezier(_ t: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
  }

  /// The parameter at which x is reached: bisection, since x only grows; exact to the last bit.
  private static func solve(x: Double, _ x1: Double, _ x2: Double) -> Double {
    var low = 0.0
    var high = 1.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if bezier(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
