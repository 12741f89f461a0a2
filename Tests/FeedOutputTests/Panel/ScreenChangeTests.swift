import FeedCore
import FeedOutput
import Testing

/// As much of a terminal as a panel needs: it obeys what is written to it.
private struct Glass: Equatable {
  struct Place: Equatable {
    var text = " "
    var style = ""
  }

  let columns: Int
  var places: [[Place]]
  private var row = 0
  private var column = 0
  private var style = ""
  /// Updates that are begun and not ended.
  private(set) var openUpdates = 0
  private(set) var drawn = 0

  init(columns: Int, rows: Int) {
    self.columns = columns
    places = Array(repeating: Array(repeating: Place(), count: columns), count: rows)
  }

  static func == (left: Glass, right: Glass) -> Bool { left.places == right.places }

  mutating func write(_ bytes: [UInt8]) throws {
    let runs = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .split(separator: "\u{1b}", omittingEmptySubsequences: false)
    for (index, run) in runs.enumerated() {
      var text = run
      if index > 0 {
        let end = try #require(run.firstIndex { $0.properties.isAlphabetic })
        let parameters = String(run[run.startIndex..<end]).dropFirst()
        try obey(
          String(run[end]), isPrivate: parameters.hasPrefix("?"),
          String(parameters.drop { $0 == "?" }))
        text = run[run.index(after: end)...]
      }
      for character in Substring(text) { put(character) }
    }
  }

  private mutating func obey(_ final: String, isPrivate: Bool, _ text: String) throws {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    switch (final, isPrivate) {
    case ("h", true) where text == "2026": openUpdates += 1
    case ("l", true) where text == "2026": openUpdates -= 1
    case ("H", false):
      (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
    case ("G", false): column = (numbers.first ?? 1) - 1
    case ("J", false): self = erased
    case ("K", false): for index in column..<columns { places[row][index] = Place() }
    case ("m", false): style = text == "0" ? "" : text
    default: Issue.record("unknown: \(final) \(text)")
    }
  }

  private var erased: Glass {
    var screen = self
    screen.places = Glass(columns: columns, rows: places.count).places
    return screen
  }

  private mutating func put(_ character: Character) {
    let width = CellWidth.of(character)
    guard row < places.count, column + width <= columns else {
      Issue.record("'\(character)' is drawn outside, at \(column), \(row)")
      return
    }
    if places[row][column].text.isEmpty, column > 0 { places[row][column - 1] = Place() }
    places[row][column] = Place(text: String(character), style: style)
    if width == 2 { places[row][column + 1] = Place(text: "", style: style) }
    if column + width < columns, places[row][column + width].text.isEmpty {
      places[row][column + width] = Place()
    }
    column += width
    drawn += 1
  }
}

struct ScreenChangeTests {
  private func screen(
    _ picture: [UInt8], _ output: any InteractiveOutput, columns: Int, rows: Int
  ) throws -> Glass {
    var screen = Glass(columns: columns, rows: rows)
    try screen.write(output.change(from: nil, to: picture))
    return screen
  }

  @Test(arguments: [0, 16, 256, 1 << 24])
  func `changes lead to the same screen as drawing all of it`(_ colors: Int) throws {
    var random = SplitMix(21)
    for _ in 0..<40 {
      let columns = Int.random(in: 20...120, using: &random)
      let rows = Int.random(in: 3...40, using: &random)
      let output = try PanelScreen(columns: columns, rows: rows, colors: colors)
      var screen = Glass(columns: columns, rows: rows)
      var last: [UInt8]?
      let pictures = [0, 0.2, 0.21, 1, 1].map { output.picture(PanelGallery.panel($0)) }
      let others = (0..<4).map { _ in output.picture(random.panel()) }
      for picture in pictures + others + [pictures[2]] {
        let bytes = output.output.change(from: last, to: picture)
        try screen.write(bytes)
        let whole = try self.screen(picture, output.output, columns: columns, rows: rows)
        #expect(screen == whole)
        #expect(screen.openUpdates == 0)
        last = picture
      }
    }
  }

  @Test func `a digit that changes is all that is drawn`() throws {
    let output = try PanelScreen(columns: 80, rows: 24, colors: 1 << 24)
    var row = PanelGallery.cpu(1)
    let before = output.picture(PanelGallery.panel(rows: [row, PanelGallery.memory(1)]))
    row.cells = PanelGallery.cells(" 33%")
    let after = output.picture(PanelGallery.panel(rows: [row, PanelGallery.memory(1)]))

    let bytes = output.output.change(from: before, to: after)
    #expect(bytes.count < 80)
    var screen = Glass(columns: 80, rows: 24)
    try screen.write(bytes)
    #expect(screen.drawn == 1)
  }

  @Test func `the same picture needs nothing to be drawn`() throws {
    let output = try PanelScreen(columns: 80, rows: 24)
    let picture = output.picture(PanelGallery.panel())
    var screen = Glass(columns: 80, rows: 24)
    try screen.write(output.output.change(from: picture, to: picture))
    #expect(screen.drawn == 0)
  }

  @Test func `the terminal is left as it was found`() throws {
    let output = try PanelScreen(columns: 80, rows: 24).output
    func modes(_ bytes: [UInt8], _ final: Character) -> [String] {
      String(decoding: bytes, as: UTF8.self).matches(of: /\[\?(\d+)([hl])/)
        .filter { $0.output.2.first == final }.map { String($0.output.1) }
    }
    // The cursor and the wrapping of lines are on by themselves.
    let set = modes(output.header, "h") + modes(output.header, "l")
    let reset = modes(output.trailer, "l") + modes(output.trailer, "h")
    #expect(Set(set).union(["2026"]) == Set(reset))
    #expect(modes(output.header, "h").contains("1049"))
    #expect(modes(output.trailer, "l").last == "1049")
  }
}
