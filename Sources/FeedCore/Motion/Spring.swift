import func Glibc.cos
import func Glibc.exp
import func Glibc.sin

/// A damped spring: stiffness and damping as physics has them.
package struct Spring: Hashable, Sendable {
  package var stiffness: Double
  package var damping: Double
  package var mass: Double

  package init(stiffness: Double, damping: Double, mass: Double = 1) {
    self.stiffness = stiffness
    self.damping = damping
    self.mass = mass
  }

  /// A spring of mass 1 by its pace and bounce, −1 < bounce < 1.
  ///
  /// Stiffness is (2π/d)², the damping ratio 1 − b, or 1/(1 + b) for b < 0.
  /// Source: SwiftUI, `Spring(duration:bounce:)`.
  package init(duration: TimeSpan, bounce: Double) {
    let frequency = 2 * Double.pi / max(duration.seconds, 0.001)
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }

  /// 0.5 s with a bounce of 0.15.
  package static let snappy = Spring(duration: .milliseconds(500), bounce: 0.15)

  /// The same swings, but that they take so many times as long.
  package func slowed(by factor: Double) -> Spring {
    Spring(stiffness: stiffness / (factor * factor), damping: damping / factor, mass: mass)
  }

  /// Undamped angular frequency, in radians a second.
  package var frequency: Double { (stiffness / mass).squareRoot() }

  package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// Distance from the target and velocity (a second) after `seconds`, in closed form.
  ///
  /// `distance` and `velocity` are those at the start; a distance is negative below the target.
  package func state(
    distance: Double, velocity: Double, after seconds: Double
  ) -> (distance: Double, velocity: Double) {
    guard seconds > 0 else { return (distance, velocity) }
    let omega = frequency
    let zeta = dampingRatio
    let decay = zeta * omega
    if zeta < 1 {
      let damped = omega * (1 - zeta * zeta).squareRoot()
      let sine = (velocity + decay * distance) / damped
      let envelope = exp(-decay * seconds)
      let cosT = cos(damped * seconds)
      let sinT = sin(damped * seconds)
      let position = envelope * (distance * cosT + sine * sinT)
      let speed = envelope * (damped * (sine * cosT - distance * sinT)) - decay * position
      return (position, speed)
    }
    if zeta == 1 {
      let slope = velocity + omega * distance
      let envelope = exp(-omega * seconds)
      let position = envelope * (distance + slope * seconds)
      return (position, envelope * slope - omega * position)
    }
    let root = omega * (zeta * zeta - 1).squareRoot()
    let fast = -decay - root
    let slow = -decay + root
    let second = (velocity - fast * distance) / (slow - fast)
    let first = distance - second
    let a = first * exp(fast * seconds)
    let b = second * exp(slow * seconds)
    return (a + b, a * fast + b * slow)
  }

  /// Seconds until the target is passed for the first time; nil when it never is.
  package func crossingTime(distance: Double, velocity: Double) -> Double? {
    guard distance != 0 else { return 0 }
    let omega = frequency
    let zeta = dampingRatio
    var high: Double
    if zeta < 1 {
      // Half a period on, it is on the other side.
      high = .pi / (omega * (1 - zeta * zeta).squareRoot())
    } else {
      // What is left in the end is the slow part; only one of the other sign passes the target.
      let slow = omega * ((zeta * zeta - 1).squareRoot() - zeta)
      let rest = velocity - (zeta > 1 ? -2 * zeta * omega - slow : -omega) * distance
      guard rest * distance < 0 else { return nil }
      high = 0.001
      while !isPast(high), high < 60 { high *= 2 }
    }
    func isPast(_ seconds: Double) -> Bool {
      state(distance: distance, velocity: velocity, after: seconds).distance * distance <= 0
    }
    var low = 0.0
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isPast(middle) { high = middle } else { low = middle }
    }
    return high
  }

  /// Seconds until √((ω·d)² + v²)/ω stays below `tolerance`: the energy of a spring never grows.
  package func restTime(distance: Double, velocity: Double, tolerance: Double) -> Double {
    guard distance.isFinite, velocity.isFinite, tolerance > 0 else { return 0 }
    func isAtRest(_ seconds: Double) -> Bool {
      let now = state(distance: distance, velocity: velocity, after: seconds)
      let reach = frequency * now.distance
      return (reach * reach + now.velocity * now.velocity).squareRoot() / frequency < tolerance
    }
    if isAtRest(0) { return 0 }
    var high = 0.001
    while !isAtRest(high), high < 60 { high *= 2 }
    var low = 0.0
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isAtRest(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
