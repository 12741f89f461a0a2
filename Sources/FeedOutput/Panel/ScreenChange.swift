import FeedCore

/// What has to be written to a terminal to change one picture into another.
///
/// Pictures are rows of text with SGR sequences, as a `PanelCanvas` writes them. Only places that
/// differ are drawn, in one synchronized update, so that none is seen half done.
///
/// *Source:* ECMA-48, 8.3.21 (cursor position), 8.3.41 (erase in line); the synchronized output
/// mode, `CSI ? 2026`.
enum ScreenChange {
  /// One column of a row.
  private struct Place: Hashable {
    /// Empty for the right half of a wide character.
    var text: String
    var style: Substring
  }

  private static let blank = Place(text: " ", style: "")

  /// The bytes; `old` is nil when nothing is known of what is there.
  static func bytes(from old: [UInt8]?, to new: [UInt8]) -> [UInt8] {
    let newRows = rows(of: new)
    let oldRows = old.map { rows(of: $0) } ?? []
    var bytes = Array("\u{1b}[?2026h".utf8)
    // Without the end of each line left over, a full clear would flicker less; but it is rare.
    if old == nil { bytes.append("\u{1b}[0m\u{1b}[H\u{1b}[2J") }
    for index in 0..<max(newRows.count, oldRows.count) {
      let newRow = index < newRows.count ? newRows[index] : ""
      let oldRow = index < oldRows.count ? oldRows[index] : ""
      guard newRow != oldRow else { continue }
      append(from: places(of: oldRow), to: places(of: newRow), row: index, to: &bytes)
    }
    bytes.append("\u{1b}[0m\u{1b}[?2026l")
    return bytes
  }

  private static func rows(of picture: [UInt8]) -> [Substring] {
    String(decoding: picture, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  private static func places(of row: Substring) -> [Place] {
    var places: [Place] = []
    var style = Substring("")
    let runs = row.unicodeScalars.split(separator: "\u{1b}", omittingEmptySubsequences: false)
    for (index, run) in runs.enumerated() {
      var text = run
      if index > 0, let end = run.firstIndex(of: "m") {
        style = Substring("\u{1b}" + String(run[...end]))
        if style == "\u{1b}[0m" { style = "" }
        text = run[run.index(after: end)...]
      }
      for character in Substring(text) {
        places.append(Place(text: String(character), style: style))
        if CellWidth.of(character) == 2 { places.append(Place(text: "", style: style)) }
      }
    }
    return places
  }

  private static func append(
    from old: [Place], to new: [Place], row: Int, to bytes: inout [UInt8]
  ) {
    func place(_ places: [Place], _ column: Int) -> Place {
      column < places.count ? places[column] : blank
    }
    var column = 0
    while column < new.count {
      guard place(old, column) != new[column] else {
        column += 1
        continue
      }
      // The left half of a wide character is drawn with its right half.
      while column > 0, new[column].text.isEmpty { column -= 1 }
      var end = column + 1
      var same = 0
      while end < new.count, same < Self.gap {
        same = place(old, end) == new[end] ? same + 1 : 0
        end += 1
      }
      end -= same
      while end < new.count, new[end].text.isEmpty { end += 1 }
      append(new[column..<end], row: row, column: column, to: &bytes)
      column = end
    }
    guard new.count < old.count else { return }
    move(row: row, column: new.count, to: &bytes)
    bytes.append("\u{1b}[0m\u{1b}[K")
  }

  /// A shorter stretch that is the same is drawn again: moving over it takes as many bytes.
  private static let gap = 8

  private static func append(
    _ places: ArraySlice<Place>, row: Int, column: Int, to bytes: inout [UInt8]
  ) {
    move(row: row, column: column, to: &bytes)
    var style: Substring?
    for (index, place) in zip(places.indices, places) where !place.text.isEmpty {
      if place.style != style {
        bytes.append(place.style.isEmpty ? "\u{1b}[0m" : String(place.style))
        style = place.style
      }
      bytes.append(place.text)
      // Terminals do not agree on the width of everything: what follows has its place anyway.
      if !place.text.utf8.allSatisfy({ $0 < 0x80 }), CellWidth.of(place.text) == 2,
        index + 2 < places.endIndex
      {
        bytes.append("\u{1b}[")
        bytes.append(decimal: index + 3)
        bytes.append("G")
      }
    }
  }

  private static func move(row: Int, column: Int, to bytes: inout [UInt8]) {
    bytes.append("\u{1b}[")
    bytes.append(decimal: row + 1)
    bytes.append(";")
    bytes.append(decimal: column + 1)
    bytes.append("H")
  }
}
