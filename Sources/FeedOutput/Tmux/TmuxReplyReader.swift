/// Reads what a tmux server says to a client in control mode.
///
/// Every command is answered by one block, in order: `%begin` with a number, lines, and `%end` or
/// `%error` with that number. Between blocks come notifications, one line each.
/// Source: CONTROL MODE in tmux(1), and `cmdq_guard` and `control_write` of tmux 3.3a.
package struct TmuxReplyReader: Sendable {
  package enum Item: Hashable, Sendable {
    /// The answer to a command.
    case reply(lines: [String], isError: Bool)
    /// The answer to what the client was started with.
    case attached(isError: Bool)
    /// Something changed: its name without the `%`, and what follows it.
    case notification(name: String, rest: String)
  }

  /// A reply of more lines is kept up to here: no question of ours has so long an answer.
  static let lineLimit = 10_000
  /// Longer lines are cut.
  static let byteLimit = 1 << 16

  private var pending: [UInt8] = []
  /// The words after `%begin`, and the lines since.
  private var open: (guardWords: [Substring], lines: [String])?

  package init() {}

  package mutating func read(_ bytes: [UInt8]) -> [Item] {
    var items: [Item] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if pending.count < Self.byteLimit { pending.append(byte) }
        continue
      }
      let line = String(decoding: pending, as: UTF8.self)
      pending.removeAll(keepingCapacity: true)
      if let item = take(line) { items.append(item) }
    }
    return items
  }

  private mutating func take(_ line: String) -> Item? {
    let words = line.split(separator: " ", omittingEmptySubsequences: true)
    guard let block = open else {
      guard line.hasPrefix("%"), let first = words.first else { return nil }
      if first == "%begin" {
        open = (Array(words.dropFirst()), [])
        return nil
      }
      let rest = line.dropFirst(first.count).drop { $0 == " " }
      return .notification(name: String(first.dropFirst()), rest: String(rest))
    }
    // Only the guard of the same time and number ends a block: its lines may look like one.
    let isEnd = words.first == "%end"
    guard isEnd || words.first == "%error",
      words.dropFirst().prefix(2).elementsEqual(block.guardWords.prefix(2))
    else {
      if block.lines.count < Self.lineLimit { open?.lines.append(line) }
      return nil
    }
    open = nil
    let isOwn = block.guardWords.dropFirst(2).first.flatMap { Int($0) }.map { $0 & 1 == 1 } ?? false
    return isOwn ? .reply(lines: block.lines, isError: !isEnd) : .attached(isError: !isEnd)
  }
}
