/// What a terminal shows of what is drawn on it, as far as programs go that draw with xterm's
/// sequences: where the glyphs are, not how they look.
package struct TerminalScreen {
  package let columns: Int
  private var rows: [[Character]]
  private var row = 0
  private var column = 0
  /// A sequence that is not complete yet.
  private var pending: [UInt8] = []
  /// The rows that were drawn on since they were last forgotten.
  package var touched: Set<Int> = []
  private var scrollEnd: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    scrollEnd = rows - 1
  }

  /// Each row, without the blanks at its end.
  package var lines: [String] {
    rows.map { row in
      var line = row.filter { $0 != "\0" }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  /// The columns that the glyphs of a row begin in, those of wide ones' second halves aside.
  package func column(of text: String, row: Int) -> Int? {
    let wanted = Array(text)
    let cells = rows[row]
    return cells.indices.first { cells[$0...].filter { $0 != "\0" }.starts(with: wanted) }
  }

  package mutating func draw(_ bytes: [UInt8]) {
    var rest = (pending + bytes)[...]
    pending = []
    while let first = rest.first {
      guard let length = Self.length(of: rest) else {
        pending = Array(rest)
        return
      }
      let item = rest.prefix(length)
      rest = rest.dropFirst(length)
      switch first {
      case 0x1b: obey(item)
      case 0x0d: column = 0
      case 0x0a: feed()
      case 0x08: column = max(column - 1, 0)
      case 0..<0x20, 0x7f: break
      default: for character in String(decoding: item, as: UTF8.self) { put(character) }
      }
    }
  }

  /// The bytes of the sequence or glyph at the beginning; nil when it is not complete.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first else { return nil }
    if first >= 0xc0 {
      let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
      return bytes.count >= length ? length : nil
    }
    guard first == 0x1b else { return 1 }
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "["):
      return bytes.dropFirst(2).firstIndex { (0x40...0x7e).contains($0) }
        .map { $0 - bytes.startIndex + 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      // Until BEL or ST.
      for index in bytes.indices.dropFirst(2) {
        if bytes[index] == 7 { return index - bytes.startIndex + 1 }
        if bytes[index] == 0x5c, bytes[index - 1] == 0x1b { return index - bytes.startIndex + 1 }
      }
      return nil
    case UInt8(ascii: "("), UInt8(ascii: ")"): return bytes.count >= 3 ? 3 : nil
    default: return 2
    }
  }

  private mutating func obey(_ sequence: ArraySlice<UInt8>) {
    let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
    guard text.first == "[", let final = text.last else {
      if text == "M" { row = max(row - 1, 0) }
      return
    }
    let parameters = text.dropFirst().dropLast()
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let count = max(first, 1)
    switch final {
    case "H", "f": move(to: count - 1, max(numbers.count > 1 ? numbers[1] : 1, 1) - 1)
    case "d": move(to: count - 1, column)
    case "G": move(to: row, count - 1)
    case "A": move(to: row - count, column)
    case "B": move(to: row + count, column)
    case "C": move(to: row, column + count)
    case "D": move(to: row, column - count)
    case "X": erase(row, column..<min(column + count, columns))
    case "K": erase(row, first == 1 ? 0..<column + 1 : first == 2 ? 0..<columns : column..<columns)
    case "J":
      if first == 0 { erase(row, column..<columns) }
      let whole = first == 0 ? row + 1..<rows.count : 0..<rows.count
      for row in whole { erase(row, 0..<columns) }
    case "r":
      scrollEnd = numbers.count > 1 && numbers[1] > 0 ? numbers[1] - 1 : rows.count - 1
      move(to: 0, 0)
    default: break
    }
  }

  private mutating func move(to row: Int, _ column: Int) {
    self.row = min(max(row, 0), rows.count - 1)
    self.column = min(max(column, 0), columns - 1)
  }

  private mutating func erase(_ row: Int, _ range: Range<Int>) {
    touched.insert(row)
    for column in range where rows[row].indices.contains(column) { rows[row][column] = " " }
  }

  private mutating func feed() {
    guard row == scrollEnd else { return move(to: row + 1, column) }
    rows.remove(at: 0)
    rows.insert(Array(repeating: " ", count: columns), at: scrollEnd)
    touched.formUnion(0...scrollEnd)
  }

  private mutating func put(_ character: Character) {
    if column >= columns {
      column = 0
      feed()
    }
    touched.insert(row)
    rows[row][column] = character
    column += 1
    guard let value = character.unicodeScalars.first?.value,
      (0x1100...0x115f).contains(value)
        || (0x2e80...0xd7a3).contains(value) || (0xff01...0xff60).contains(value), column < columns
    else { return }
    rows[row][column] = "\0"
    column += 1
  }
}
