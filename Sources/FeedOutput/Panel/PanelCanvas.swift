import FeedCore

/// How one place of a panel is drawn.
struct PanelStyle: Hashable {
  /// nil: the terminal's own.
  var foreground: Color?
  /// nil: the terminal's own.
  var background: Color?
  var isBold = false
  var isDim = false
  var isReversed = false

  static let plain = PanelStyle()
}

/// A rectangle of a terminal, to be drawn on in any order.
struct PanelCanvas {
  private struct Place: Hashable {
    var character: Character
    var style: PanelStyle
  }

  let columns: Int
  let rows: Int
  /// nil: the right half of a wide character.
  private var places: [Place?]

  private static let blank = Place(character: " ", style: .plain)

  init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    places = Array(repeating: Self.blank, count: self.columns * self.rows)
  }

  /// Puts a text, cut at `limit` columns and at the edge; returns the column after it.
  @discardableResult
  mutating func put(
    _ text: String, x: Int, y: Int, _ style: PanelStyle = .plain, limit: Int = .max
  ) -> Int {
    let end = min(x.addingClamped(limit), columns)
    var x = x
    for character in text {
      let width = CellWidth.of(character)
      guard x + width <= end else { break }
      put(character, width: width, x: x, y: y, style)
      x += width
    }
    return x
  }

  mutating func put(_ character: Character, x: Int, y: Int, _ style: PanelStyle) {
    put(character, width: CellWidth.of(character), x: x, y: y, style)
  }

  private mutating func put(
    _ character: Character, width: Int, x: Int, y: Int, _ style: PanelStyle
  ) {
    guard width > 0, x >= 0, x + width <= columns, (0..<rows).contains(y) else { return }
    let index = y * columns + x
    // A wide character that loses one half loses the other.
    if places[index] == nil, x > 0 { places[index - 1] = Self.blank }
    if x + width < columns, places[index + width] == nil { places[index + width] = Self.blank }
    places[index] = Place(character: character, style: style)
    if width == 2 { places[index + 1] = nil }
  }

  /// Draws rows of another canvas of the same width, from `first` on.
  mutating func put(_ other: PanelCanvas, from first: Int, at y: Int, count: Int) {
    for offset in 0..<max(min(count, other.rows - first, rows - y), 0) {
      let source = (first + offset) * other.columns
      let target = (y + offset) * columns
      for x in 0..<min(columns, other.columns) { places[target + x] = other.places[source + x] }
    }
  }

  /// Appends the rows as text with SGR sequences, each row on a line that ends in plain style.
  ///
  /// Blanks at the end of a row are left out.
  func append(to line: inout [UInt8], depth: ColorDepth) {
    for y in 0..<rows {
      if y > 0 { line.append("\n") }
      let row = places[y * columns..<(y + 1) * columns]
      let end = (row.lastIndex { $0 != Self.blank } ?? row.startIndex - 1) + 1
      var style = PanelStyle.plain
      // What an SGR sequence ends with.
      var last: Character = "m"
      for place in row[..<end] {
        guard let place else { continue }
        if place.style != style {
          place.style.append(to: &line, depth: depth)
          style = place.style
          last = "m"
        }
        if place.character.joins(last) {
          // What would become one character with the one before would take its place.
          line.append("\u{fffd}")
          if CellWidth.of(place.character) == 2 { line.append(" ") }
          last = "\u{fffd}"
          continue
        }
        last = place.character
        for scalar in place.character.unicodeScalars {
          if let scalar = scalar.drawn { line.append(scalar) }
        }
      }
      if style != .plain { PanelStyle.plain.append(to: &line, depth: depth) }
    }
  }
}

extension PanelStyle {
  /// Always the whole style, so that a place means the same whatever stands before it.
  fileprivate func append(to line: inout [UInt8], depth: ColorDepth) {
    line.append("\u{1b}[0")
    if isBold { line.append(";1") }
    if isDim { line.append(";2") }
    if isReversed { line.append(";7") }
    if depth != .none {
      for (color, isBackground) in [(foreground, false), (background, true)] {
        guard let color else { continue }
        line.append(";")
        depth.append(color, isBackground: isBackground, to: &line)
        line.removeLast()
      }
    }
    line.append("m")
  }
}

extension Character {
  /// Whether this and the character before it would be taken for one.
  fileprivate func joins(_ last: Character) -> Bool {
    guard let first = unicodeScalars.first, first.value >= 0x300,
      !(0x2500..<0x25a0).contains(first.value)
    else { return false }
    return "\(last)\(self)".count == 1
  }
}

extension Int {
  /// The sum, or `Int.max`.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
