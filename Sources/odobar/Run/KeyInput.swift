import FeedEngine
import FeedSystem

/// The keys of a person at a terminal, and the mouse.
final class KeyInput: FeedInput {
  private let keys: TerminalKeys
  private var bytes: [UInt8] = []

  /// As much as anybody types at a time; a paste comes in pieces.
  private static let limit = 4096

  /// The terminal of the input, else the one that is drawn on; nil where there is none.
  ///
  /// `farewell` is written to it if this process is killed, unless another one looks after it.
  init?(input: Descriptor, target: Descriptor, farewell: [UInt8]?, mode: String?) {
    let make = { TerminalKeys(of: $0, farewell: farewell, mode: mode) }
    guard let keys = make(input) ?? make(target) else { return nil }
    self.keys = keys
  }

  var descriptor: Descriptor { keys.descriptor }

  func read(for feed: FeedID) -> FeedReading {
    bytes.removeAll(keepingCapacity: true)
    let result = try? descriptor.read(into: &bytes, limit: Self.limit)
    var reading = FeedReading(bytes.isEmpty ? [] : [.typed(feed, bytes)], result)
    // A terminal that says nothing more is gone.
    if reading.isOver { reading.events.append(.feedEnded(feed)) }
    return reading
  }

  func acquire() { keys.acquire() }
  func release() { keys.release() }
}
