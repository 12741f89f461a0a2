import FeedSystem

/// All that the loop waits for, and what is to be done when it is ready.
final class Watches {
  private struct Watch {
    var interest: Interest
    let handler: (Readiness) -> Void
    /// The round in which it was added: what was found ready before is not meant for it.
    let round: Int
  }

  private var poller = Poller()
  private var watches: [Int32: Watch] = [:]
  private var round = 0

  /// Calls `handler` whenever the descriptor is ready, until it is forgotten.
  func watch(_ number: Int32, for interest: Interest, _ handler: @escaping (Readiness) -> Void) {
    watches[number] = Watch(interest: interest, handler: handler, round: round)
    poller.watch(number, for: interest)
  }

  /// Waits for something else on a descriptor that is watched.
  func change(_ number: Int32, to interest: Interest) {
    guard let watch = watches[number], watch.interest != interest else { return }
    watches[number]?.interest = interest
    poller.watch(number, for: interest)
  }

  /// To be called before the descriptor is closed, as its number is then used again.
  func forget(_ number: Int32) {
    watches[number] = nil
    poller.forget(number)
  }

  /// Waits until something is ready or the time has come, and has it handled.
  ///
  /// - Returns: Whether anything was ready.
  func wait(until deadline: Int64?) throws(SystemCallError) -> Bool {
    try poller.wait(until: deadline)
    let ready = poller.ready
    round += 1
    for item in ready {
      guard let watch = watches[item.number], watch.round < round else { continue }
      watch.handler(item)
    }
    return !ready.isEmpty
  }
}
