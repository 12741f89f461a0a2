import FeedCore

/// Sources that were asked at one moment: what they answer is shown in one frame, and their
/// motions begin together.
struct Gathering: Sendable {
  /// A frame waits at most this long for those that were asked together.
  static let limit = TimeSpan.milliseconds(40)

  /// When they were asked.
  let start: Instant
  /// Indices of the sources that have not answered yet.
  var awaited: Set<Int>
  /// An answer has changed something, and its frame waits for the others.
  var hasChanges = false

  var end: Instant { start + Self.limit }

  func isOver(at now: Instant) -> Bool { awaited.isEmpty || end <= now }
}

extension Engine {
  /// Notes that a source was asked at `now`, with all that are asked in this moment.
  mutating func expectAnswer(of index: Int, at now: Instant) {
    closeGathering(at: now)
    if gathering == nil { gathering = Gathering(start: now, awaited: []) }
    // Asked at another time: it is shown when it answers.
    guard gathering?.start == now else { return }
    gathering?.awaited.insert(index)
  }

  /// A source has answered, or will not: gives when it was asked, if others were asked with it.
  mutating func answered(_ index: Int, at now: Instant) -> Instant? {
    closeGathering(at: now)
    guard gathering?.awaited.remove(index) != nil else { return nil }
    return gathering?.start
  }

  /// Something changed by the answer to a question at `asked`, if others were asked with it.
  mutating func changed(asked: Instant?) {
    guard asked != nil, gathering != nil else { return changed() }
    gathering?.hasChanges = true
    ahead = nil
  }

  /// Ends a gathering that waits for nobody, or has waited long enough.
  mutating func closeGathering(at now: Instant) {
    guard let gathering, gathering.isOver(at: now) else { return }
    self.gathering = nil
    if gathering.hasChanges { changed() }
  }
}
