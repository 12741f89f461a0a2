/// A damped spring of mass 1: stiffness and damping as physics has them.
package struct Spring: Hashable, Sendable {
  package var stiffness: Double
  package var damping: Double
  package var mass: Double

  package init(stiffness: Double, damping: Double, mass: Double = 1) {
    self.stiffness = stiffness
    self.damping = damping
    self.mass = mass
  }

  /// A spring by its pace and bounce, −1 < bounce < 1: stiffness (2π/d)², damping ratio 1 − b
  /// (1/(1 + b) for b < 0). Source: SwiftUI `Spring(duration:bounce:)`.
  package init(duration: TimeSpan, bounce: Double) {
    let frequency = 2 * Double.pi / max(duration.seconds, 0.001)
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }

  /// 0.5 s with a bounce of 0.15.
  package static let snappy = Spring(duration: .milliseconds(500), bounce: 0.15)
}
