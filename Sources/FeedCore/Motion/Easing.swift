/// A curve from progress in time to progress of the motion, both 0…1.
package enum Easing: Hashable, Sendable {
  case linear
  /// 1 − (1 − t)³.
  case outCubic
  /// 1 − 2^(−10 t).
  case outExpo
  /// A cubic Bézier from (0, 0) to (1, 1); x of the control points is clamped to 0…1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)

  package static let easeIn = Easing.bezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = Easing.bezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let easeInOut = Easing.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
}
