import FeedCore
import FeedOutput
import Foundation
import Testing

struct WaybarTests {
  let waybar: NamedOutput

  init() throws { waybar = try NamedOutput("waybar") }

  @Test(arguments: Gallery.pictures)
  func `gives the same five keys in the same order`(_ picture: Gallery.Picture) throws {
    let line = try waybar.line(picture.frame)

    #expect(
      Set(try object(line).keys) == ["text", "alt", "tooltip", "class", "percentage"])
    let places = ["{\"text\":", ",\"alt\":", ",\"tooltip\":", ",\"class\":", ",\"percentage\":"]
      .compactMap { line.range(of: $0)?.lowerBound }
    #expect(places.count == 5 && places == places.sorted())
  }

  @Test func `changes nothing but the text while it moves`() throws {
    var still: Set<String> = []
    for step in 0...50 {
      let line = try waybar.line(Gallery.moving(.wheel, "19", "20", Double(step) / 50, 0.3))
      let start = try #require(line.range(of: "\",\"alt\"")?.lowerBound)
      still.insert(String(line[start...]))
    }
    let alone =
      #"","alt":"normal","tooltip":"Sales: $1,300","class":["normal","moving"],"percentage":0}"#
    #expect(still == [alone])
  }

  @Test func `names the states and the worst of them`() throws {
    let frame = Frame(blocks: [
      Block(name: "a", pieces: [.text("a")], state: .stale),
      Block(name: "b", pieces: [.text("b")], state: .critical),
      Block(name: "c", pieces: [.text("c")], style: BlockStyle(isUrgent: true)),
    ])

    let object = try object(try waybar.line(frame))
    #expect(object["alt"] as? String == "critical")
    #expect(object["class"] as? [String] == ["normal", "critical", "stale", "urgent"])
  }

  @Test func `tells the truth in tooltip and percentage`() throws {
    var block = Gallery.cpu
    block.problem = "<timed out>"
    block.fraction = 0.1

    let object = try object(try waybar.line(Frame(blocks: [Gallery.clock, block])))
    #expect(
      object["tooltip"] as? String == "clock: 09:59\nProcessor: 42% (&lt;timed out&gt;)")
    #expect(object["percentage"] as? Int == 42)
  }

  @Test(arguments: [(-1, 0), (0.004, 0), (0.555, 56), (7, 100), (Double.nan, 0)])
  func `gives a whole percentage in range`(_ share: Double, _ expected: Int) throws {
    var block = Gallery.cpu
    block.targetFraction = share

    #expect(try object(try waybar.line(block))["percentage"] as? Int == expected)
  }

  @Test func `is hidden by an empty text when there is nothing to show`() throws {
    #expect(try object(try waybar.line(Frame()))["text"] as? String == "")
  }

  @Test func `is as wide as asked for`() throws {
    let block = Block(
      name: "x", pieces: [.text("ab")], style: BlockStyle(minimumWidth: 4, align: .right))

    #expect(try object(try waybar.line(block))["text"] as? String == "\u{2007}\u{2007}ab")
  }
}
