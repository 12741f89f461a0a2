import FeedEngine
import FeedOutput
import FeedSystem

/// The clicks that a bar writes to standard input: always drained, whatever they are.
///
/// i3bar writes them with blocking calls, so a reader that stops reading would freeze the bar.
struct ClickInput {
  let descriptor: Descriptor

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Longer lines are no clicks.
  private static let limit = 1 << 16

  private final class Rest {
    var bytes: [UInt8] = []
    var isSkipping = false
  }

  private let rest = Rest()

  /// Reads what has come; `isOver` when nothing will come any more.
  func read() -> (clicks: [ClickEvent], isOver: Bool) {
    var bytes: [UInt8] = []
    let result = try? descriptor.read(into: &bytes)
    var clicks: [ClickEvent] = []
    for byte in bytes {
      if byte != UInt8(ascii: "\n") {
        if rest.bytes.count < Self.limit { rest.bytes.append(byte) } else { rest.isSkipping = true }
        continue
      }
      if !rest.isSkipping, let click = ClickParser.click(in: rest.bytes) {
        clicks.append(
          ClickEvent(metric: click.name, instance: click.instance, button: click.button))
      }
      rest.bytes.removeAll(keepingCapacity: true)
      rest.isSkipping = false
    }
    return (clicks, result == .ended || result == nil)
  }
}
