import FeedCore
import FeedOutput
import Foundation
import Testing

struct PanelCommandTests {
  @Test func `keys choose periods, round and by number`() throws {
    let screen = try PanelScreen(columns: 80, rows: 24)
    let first = PanelGallery.panel()
    let last = PanelGallery.panel(selected: 2)
    for key in [TerminalInput.Key.right, .tab, .character("l")] {
      #expect(screen.command(key, first) == .period(1))
      #expect(screen.command(key, last) == .period(0))
    }
    for key in [TerminalInput.Key.left, .backTab, .character("h")] {
      #expect(screen.command(key, first) == .period(2))
    }
    #expect(screen.command(.character("2"), first) == .period(1))
    #expect(screen.command(.character("4"), first) == nil)
    #expect(screen.command(.character("0"), first) == nil)
    #expect(screen.command(.character("½"), first) == nil)
    #expect(screen.command(.right, PanelFrame(title: "one")) == nil)
    #expect(screen.command(.character("1"), PanelFrame(title: "none")) == nil)
  }

  @Test func `keys ask, help and leave`() throws {
    let screen = try PanelScreen(columns: 80, rows: 24)
    let panel = PanelGallery.panel()
    let help = PanelGallery.panel(view: .init(showsHelp: true))
    #expect(screen.command(.character("r"), panel) == .refresh)
    #expect(screen.command(.character("?"), panel) == .toggleHelp)
    #expect(screen.command(.character("q"), panel) == .quit)
    #expect(screen.command(.escape, panel) == .quit)
    #expect(screen.command(.escape, help) == .toggleHelp)
    #expect(screen.command(.character("x"), panel) == nil)
    #expect(screen.command(.enter, panel) == nil)
  }

  @Test func `scrolling stays within what there is`() throws {
    let screen = try PanelScreen(columns: 60, rows: 12)
    func target(_ key: TerminalInput.Key, from scroll: Int) throws -> Int {
      let command = screen.command(key, PanelGallery.panel(view: .init(scroll: scroll)))
      guard case .scroll(let target) = command else { throw Missing() }
      return target
    }
    let end = try target(.end, from: 0)
    #expect(end > 10)
    #expect(try target(.up, from: 0) == 0)
    #expect(try target(.down, from: 3) == 4)
    #expect(try target(.down, from: end) == end)
    #expect(try target(.up, from: end + 50) == end - 1)
    #expect(try target(.pageDown, from: 0) == 8)
    #expect(try target(.character(" "), from: end - 1) == end)
    #expect(try target(.home, from: end) == 0)
    #expect(
      try PanelScreen(columns: 200, rows: 60).command(.down, PanelGallery.panel()) == .scroll(to: 0)
    )
  }

  private struct Missing: Error {}

  @Test(arguments: [(80, 24), (40, 24), (40, 5), (26, 8), (200, 2)])
  func `a click on a title chooses its period, and only there`(_ columns: Int, _ rows: Int) throws {
    let screen = try PanelScreen(columns: columns, rows: rows)
    let panel = PanelGallery.panel()
    let lines = screen.text(panel)
    var found: Set<Int> = []
    for row in 0..<rows {
      for column in 0..<columns {
        guard case .period(let index) = screen.click(column: column, row: row, panel) else {
          continue
        }
        found.insert(index)
        // Around the title there is a blank that counts for it.
        let line = Array(lines[row])
        let title = try #require(lines[row].range(of: panel.tabs[index].title))
        let start = lines[row].distance(from: lines[row].startIndex, to: title.lowerBound)
        let width = panel.tabs[index].title.count
        #expect((start - 1...start + width).contains(column), "\(String(line)) \(column)")
      }
    }
    #expect(!found.isEmpty)
    #expect(columns < 60 || found == [0, 1, 2])
  }

  @Test func `the wheel scrolls, and other buttons do nothing`() throws {
    let output = try PanelScreen(columns: 60, rows: 12).output
    func command(_ button: TerminalInput.MousePress.Button) -> PanelCommand? {
      output.command(
        for: .mouse(.init(button: button, column: 5, row: 5)),
        on: Frame(panel: PanelGallery.panel()))
    }
    #expect(command(.wheelDown) == .scroll(to: 1))
    #expect(command(.wheelUp) == .scroll(to: 0))
    #expect(command(.left) == nil)
    #expect(command(.right) == nil)
    #expect(command(.middle) == nil)
  }

  @Test func `every key of the help does something`() throws {
    let screen = try PanelScreen(columns: 80, rows: 24)
    let text = screen.text(PanelGallery.panel(view: .init(showsHelp: true))).joined(separator: "\n")
    for word in ["another period", "scroll", "ask all sources again", "this help", "leave"] {
      #expect(text.contains(word))
    }
  }
}
