import Foundation

extension MotionOracle {
  /// A curve by its formula.
  package enum Curve: Sendable {
    case linear
    case outCubic
    case outExpo
    /// The two control points of a cubic Bézier.
    case bezier(Double, Double, Double, Double)

    /// What a config says for it.
    package var name: String {
      switch self {
      case .linear: "linear"
      case .outCubic: "out_cubic"
      case .outExpo: "out_expo"
      case .bezier(0.42, 0, 1, 1): "ease_in"
      case .bezier(0, 0, 0.58, 1): "ease_out"
      case .bezier(0.42, 0, 0.58, 1): "ease_in_out"
      case .bezier(let x1, let y1, let x2, let y2): "[\(x1), \(y1), \(x2), \(y2)]"
      }
    }

    package static let easeIn = Curve.bezier(0.42, 0, 1, 1)
    package static let easeOut = Curve.bezier(0, 0, 0.58, 1)
    package static let easeInOut = Curve.bezier(0.42, 0, 0.58, 1)

    /// From 0 to 1 as `x` goes from 0 to 1.
    package func value(at x: Double) -> Double {
      if x <= 0 { return 0 }
      if x >= 1 { return 1 }
      switch self {
      case .linear: return x
      case .outCubic: return 1 - (1 - x) * (1 - x) * (1 - x)
      case .outExpo: return (1 - exp2(-10 * x)) / (1 - exp2(-10))
      case .bezier(let x1, let y1, let x2, let y2):
        var (low, high) = (0.0, 1.0)
        for _ in 0..<100 {
          let middle = (low + high) / 2
          if Self.casteljau(x1, x2, middle) < x { low = middle } else { high = middle }
        }
        return Self.casteljau(y1, y2, (low + high) / 2)
      }
    }

    /// The point of a Bézier from 0 to 1, by halving the way between its points again and again.
    private static func casteljau(_ first: Double, _ second: Double, _ t: Double) -> Double {
      func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
      let (a, b, c) = (mix(0, first), mix(first, second), mix(second, 1))
      return mix(mix(a, b), mix(b, c))
    }
  }

  /// A spring by its physics.
  package struct Spring: Sendable {
    package var stiffness: Double
    package var damping: Double
    package var mass = 1.0

    package init(stiffness: Double, damping: Double, mass: Double = 1) {
      self.stiffness = stiffness
      self.damping = damping
      self.mass = mass
    }

    package init(seconds: Double, bounce: Double) {
      let ratio = bounce < 0 ? 1 / (1 + bounce) : 1 - bounce
      stiffness = pow(2 * .pi / seconds, 2)
      damping = 2 * ratio * stiffness.squareRoot()
    }

    /// Where something is that starts so far from its target, with this speed, after `seconds`; the
    /// distance and the speed.
    ///
    /// The equation of motion is linear, so the way is the exponential of its matrix: no case of
    /// damping is special.
    package func state(
      _ distance: Double, _ speed: Double, after seconds: Double
    ) -> (distance: Double, speed: Double) {
      let matrix = Matrix(
        a: 0, b: seconds, c: -stiffness / mass * seconds, d: -damping / mass * seconds)
      let way = matrix.exponential
      return (way.a * distance + way.b * speed, way.c * distance + way.d * speed)
    }
  }

  /// Two by two.
  private struct Matrix {
    var a: Double
    var b: Double
    var c: Double
    var d: Double

    static func * (left: Matrix, right: Matrix) -> Matrix {
      Matrix(
        a: left.a * right.a + left.b * right.c, b: left.a * right.b + left.b * right.d,
        c: left.c * right.a + left.d * right.c, d: left.c * right.b + left.d * right.d)
    }

    /// By its series, for a part of it that is small, squared as often as it was halved.
    var exponential: Matrix {
      let size = max(abs(a) + abs(b), abs(c) + abs(d))
      let halvings = max(Int(log2(max(size, 1e-9)).rounded(.up)) + 3, 0)
      let part = 1 / exp2(Double(halvings))
      let small = Matrix(a: a * part, b: b * part, c: c * part, d: d * part)
      var sum = Matrix(a: 1, b: 0, c: 0, d: 1)
      var term = sum
      for index in 1...16 {
        term = term * small
        let factor = 1 / Double(index)
        term = Matrix(
          a: term.a * factor, b: term.b * factor, c: term.c * factor, d: term.d * factor)
        sum = Matrix(a: sum.a + term.a, b: sum.b + term.b, c: sum.c + term.c, d: sum.d + term.d)
      }
      for _ in 0..<halvings { sum = sum * sum }
      return sum
    }
  }
}
