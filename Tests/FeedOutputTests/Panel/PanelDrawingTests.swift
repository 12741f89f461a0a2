import FeedCore
import FeedOutput
import Foundation
import TestKit
import Testing

/// A panel output for a terminal of a certain size.
struct PanelScreen {
  let output: any InteractiveOutput

  init(columns: Int, rows: Int, colors: Int = 0) throws {
    let settings = OutputSettings(colors: colors, columns: columns, rows: rows)
    let maker = try #require(Catalog.panelOutputs["ansi"])
    output = try #require(maker(settings) as? any InteractiveOutput)
  }

  func picture(_ panel: PanelFrame) -> [UInt8] {
    var bytes: [UInt8] = []
    output.append(Frame(panel: panel), to: &bytes)
    return bytes
  }

  /// The rows without their styles.
  func text(_ panel: PanelFrame) -> [String] {
    let text = String(decoding: picture(panel), as: UTF8.self)
      .replacing(/\u{1b}\[[0-9;]*m/, with: "")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func command(_ key: TerminalInput.Key, _ panel: PanelFrame) -> PanelCommand? {
    output.command(for: .key(key), on: Frame(panel: panel))
  }

  func click(column: Int, row: Int, _ panel: PanelFrame) -> PanelCommand? {
    output.command(
      for: .mouse(.init(button: .left, column: column, row: row)), on: Frame(panel: panel))
  }
}

struct PanelDrawingTests {
  static let folder = Project.root.appending(path: "Tests/Golden/panel")

  /// `RECORD_GOLDEN=1` writes the files anew, and fails.
  private func compare(_ drawn: String, with name: String) throws {
    let file = Self.folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data(drawn.utf8).write(to: file)
      Issue.record("recorded \(file.path)")
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    let pairs = zip(drawn.split(separator: "\n"), expected.split(separator: "\n"))
    for (line, expectation) in pairs where line != expectation { #expect(line == expectation) }
    #expect(drawn == expected)
  }

  @Test func `a source's own words are under the numbers, and push the next card down`() throws {
    var first = PanelRow(name: "a", title: "A", label: "1")
    first.facts = [PanelRow.Fact(name: "min", text: "1", label: "1")]
    first.details = ["one line", String(repeating: "long ", count: 20)]
    let second = PanelRow(name: "b", title: "B", label: "2")
    let panel = PanelFrame(title: "T", rows: [first, second])

    let text = try PanelScreen(columns: 44, rows: 20).text(panel)

    let words = try #require(text.firstIndex { $0.contains("one line") })
    #expect(text[words - 1].contains("min 1"))
    #expect(text[words + 1].contains("long long") && text[words + 1].contains("…"))
    #expect(try #require(text.firstIndex { $0.contains(" B") }) > words + 1)
  }

  @Test(arguments: PanelGallery.pictures)
  func `draws the gallery as before`(_ picture: PanelGallery.Picture) throws {
    let screen = try PanelScreen(
      columns: picture.columns, rows: picture.rows, colors: picture.colors)
    let text = String(decoding: screen.picture(picture.panel), as: UTF8.self)
      .replacing("\u{1b}", with: "␛")
    let name = picture.name.replacing(" ", with: "-")
    try compare(text + "\n", with: "\(name).txt")
  }

  @Test(arguments: ["plain", "json"])
  func `tells the panel as before`(_ name: String) throws {
    let maker = try #require(Catalog.panelOutputs[name])
    let output = maker(OutputSettings())
    var bytes: [UInt8] = []
    for progress in [0, 0.3, 1] {
      output.append(Frame(panel: PanelGallery.panel(progress)), to: &bytes)
    }
    output.append(Frame(panel: PanelGallery.panel(rows: [])), to: &bytes)
    try compare(String(decoding: bytes, as: UTF8.self), with: "\(name).txt")
  }

  @Test func `no picture is wider or higher than its terminal, whatever is in it`() throws {
    var random = SplitMix(8)
    for _ in 0..<400 {
      let columns = Int.random(in: 1...210, using: &random)
      let rows = Int.random(in: 1...60, using: &random)
      let screen = try PanelScreen(columns: columns, rows: rows)
      let panel = random.panel()
      let text = screen.text(panel)
      #expect(text.count == rows)
      for line in text {
        #expect(CellWidth.of(line) <= columns)
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
    }
  }

  @Test func `what is more than nothing shows, in bars and in charts of any height`() throws {
    for rows in [10, 24, 40, 60] {
      let screen = try PanelScreen(columns: 60, rows: rows)
      let chart = PanelChart(
        bars: [.init(label: "", share: 1e-9), .init(label: "", share: 0)], top: "1", bottom: "0")
      let row = PanelRow(
        name: "n", title: "n", cells: PanelGallery.cells("0"), label: "0", fraction: 1e-9,
        chart: chart)
      let text = screen.text(PanelGallery.panel(rows: [row])).joined()
      #expect(text.count { $0 == "▏" } == 1)
      #expect(text.contains("▁"))
      #expect(text.contains("·"))
    }
  }

  @Test func `nothing moves sideways while the panel opens`() throws {
    let screen = try PanelScreen(columns: 80, rows: 40)
    func ends(_ progress: Double) -> [Int] {
      screen.text(PanelGallery.panel(progress, rows: [PanelGallery.cpu(progress)])).map { line in
        CellWidth.of(line)
      }
    }
    let rest = ends(1)
    for progress in [0.0, 0.1, 0.5, 0.9] {
      // The line of the number ends at the right whatever the number is.
      #expect(ends(progress)[2] == rest[2])
      #expect(ends(progress).count == rest.count)
    }
  }
}

extension SplitMix {
  /// A panel of anything that could be in one.
  mutating func panel() -> PanelFrame {
    let rows = (0..<Int.random(in: 0...7, using: &self)).map { _ in panelRow() }
    let tabs = (0..<Int.random(in: 0...5, using: &self)).map { _ in
      PanelFrame.Tab(name: text(), title: text(upTo: 30))
    }
    return PanelFrame(
      title: text(upTo: 40), tabs: tabs,
      selected: tabs.isEmpty ? 0 : Int.random(in: 0..<tabs.count, using: &self),
      progress: Double.random(in: 0...1, using: &self), rows: rows,
      view: .init(
        scroll: Int.random(in: 0...80, using: &self),
        showsHelp: Int.random(in: 0..<9, using: &self) == 0))
  }

  private mutating func panelRow() -> PanelRow {
    let bars = (0..<Int.random(in: 1...70, using: &self)).map { _ in
      PanelChart.Bar(
        label: text(upTo: 3),
        share: Bool.random(using: &self) ? Double.random(in: -1...2, using: &self) : nil,
        isPresent: Int.random(in: 0..<9, using: &self) == 0,
        isFuture: Bool.random(using: &self))
    }
    return PanelRow(
      name: text(), title: text(upTo: 50), color: Bool.random(using: &self) ? Gallery.red : nil,
      accent: Bool.random(using: &self) ? Gallery.green : nil,
      problem: Int.random(in: 0..<5, using: &self) == 0 ? text(upTo: 90) : nil,
      cells: text(upTo: 20).map { Cell($0) }, label: text(), kind: text(upTo: 5),
      fraction: Bool.random(using: &self) ? Double.random(in: -1...2, using: &self) : nil,
      facts: (0..<Int.random(in: 0...3, using: &self)).map { _ in
        .init(name: text(upTo: 4), text: text(), label: text())
      },
      chart: Bool.random(using: &self)
        ? PanelChart(bars: bars, top: text(upTo: 20), bottom: text()) : nil)
  }
}
