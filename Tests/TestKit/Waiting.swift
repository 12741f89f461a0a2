import Glibc

/// A moment after which a test waits no longer.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(in seconds: Double) { end = .now + .seconds(seconds) }

  var hasPassed: Bool { end <= .now }

  /// What is left, never less than nothing.
  var seconds: Double { max((end - .now) / .seconds(1), 0) }

  /// What is left, for `poll`.
  var milliseconds: Int32 { Int32(min(seconds * 1000, 1e6).rounded(.up)) }
}

/// Looks again and again until something holds; throws if it does not in time.
package func eventually(
  _ what: String, within seconds: Double = 60, _ condition: () throws -> Bool
) throws {
  let deadline = Deadline(in: seconds)
  while try !condition() {
    guard !deadline.hasPassed else {
      throw RunningProgram.Trouble(description: "waited for \(what) in vain")
    }
    poll(nil, 0, 2)
  }
}

/// Looks again and again whether something holds all the time; false as soon as it does not.
package func holds(for seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Deadline(in: seconds)
  while !deadline.hasPassed {
    guard try condition() else { return false }
    poll(nil, 0, 20)
  }
  return true
}
