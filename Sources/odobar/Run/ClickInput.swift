import FeedEngine
import FeedOutput
import FeedSystem

/// The clicks that a bar writes: taken whatever they are.
///
/// i3bar writes them with blocking calls, so a reader that stops reading would freeze the bar.
final class ClickInput: FeedInput {
  let descriptor: Descriptor
  private var line: [UInt8] = []
  private var isSkipping = false
  private var bytes: [UInt8] = []

  /// Longer lines are no clicks.
  private static let limit = 1 << 16
  /// Fifty clicks; whoever says more at a time is no person.
  private static let chunk = 1 << 14

  init(_ source: Descriptor) { descriptor = source.reopenedForReading() }

  func read(for feed: FeedID) -> FeedReading {
    bytes.removeAll(keepingCapacity: true)
    let result = try? descriptor.read(into: &bytes, limit: Self.chunk)
    var events: [Event] = []
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        if line.count < Self.limit { line.append(byte) } else { isSkipping = true }
        continue
      }
      if !isSkipping, let click = ClickParser.click(in: line) {
        let event = ClickEvent(
          metric: click.name, instance: click.instance, button: click.button,
          places: click.places, modifiers: click.modifiers,
          object: Array(ClickParser.object(in: line) ?? []))
        events.append(.clicked(feed, event))
      }
      line.removeAll(keepingCapacity: true)
      isSkipping = false
    }
    return FeedReading(events, result)
  }
}
