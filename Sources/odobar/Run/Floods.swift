import FeedSystem

/// Descriptors that are written faster than anyone could see: not listened to for a moment, so that
/// their writers wait and everybody else is served.
final class Floods: LoopTimer {
  private let watches: Watches
  private var paused: Set<Int32> = []
  private(set) var deadline: Int64?
  /// As long as a frame lasts.
  private static let pause: Int64 = 40_000_000

  init(_ watches: Watches) { self.watches = watches }

  /// Leaves a descriptor alone that is watched for reading.
  func pause(_ number: Int32) {
    paused.insert(number)
    deadline = deadline ?? MonotonicClock.now + Self.pause
    watches.change(number, to: [])
  }

  /// To be called when it is not to be listened to again, or is forgotten.
  func forget(_ number: Int32) { paused.remove(number) }

  func timeHasCome() {
    for number in paused { watches.change(number, to: .readable) }
    paused.removeAll(keepingCapacity: true)
    deadline = nil
  }
}
