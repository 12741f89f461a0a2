import FeedEngine

/// What has happened since the engine was last told, in order.
final class Inbox {
  private var events: [Event] = []

  var isEmpty: Bool { events.isEmpty }

  func append(_ event: Event) { events.append(event) }

  func append(contentsOf more: [Event]) { events += more }

  /// All of it; nothing is left.
  func taken() -> [Event] {
    let taken = events
    events.removeAll(keepingCapacity: true)
    return taken
  }
}
