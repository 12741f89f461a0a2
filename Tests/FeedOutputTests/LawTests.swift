import FeedCore
import FeedOutput
import Testing

/// What holds for every output, and every frame.
struct LawTests {
  @Test(arguments: NamedOutput.all)
  func `draws equal frames as equal bytes`(_ output: NamedOutput) {
    for picture in Gallery.pictures {
      #expect(output.bytes(picture.frame) == output.bytes(Frame(blocks: picture.frame.blocks)))
    }
  }

  @Test(arguments: NamedOutput.all)
  func `appends to what is there`(_ output: NamedOutput) {
    for picture in Gallery.pictures {
      var line = Array("before ".utf8)
      output.output.append(picture.frame, to: &line)
      #expect(line == Array("before ".utf8) + output.bytes(picture.frame))
    }
  }

  @Test(arguments: NamedOutput.all)
  func `draws a frame as one line`(_ output: NamedOutput) {
    var random = SplitMix(1)
    for frame in Gallery.pictures.map(\.frame) + (0..<300).map({ _ in random.frame() }) {
      let line = output.bytes(frame)
      let newlines = line.indices.filter { line[$0] == UInt8(ascii: "\n") }
      #expect(newlines == (output.name == "ansi" ? [] : [line.count - 1]))
    }
  }

  @Test(arguments: NamedOutput.all)
  func `lets no control through but its own`(_ output: NamedOutput) throws {
    var random = SplitMix(2)
    for frame in Gallery.pictures.map(\.frame) + (0..<300).map({ _ in random.frame() }) {
      let line = try output.line(frame)
      let controls = line.unicodeScalars.filter { $0.properties.generalCategory == .control }
      guard output.name != "json" else {
        // What JSON holds is escaped; it is for others to draw.
        #expect(!controls.contains { $0.value < 0x20 })
        continue
      }
      #expect(controls.allSatisfy { output.name == "ansi" && ($0 == "\u{1b}" || $0 == "\r") })
    }
  }

  @Test(arguments: NamedOutput.all)
  func `has a name, a rate and a summary`(_ output: NamedOutput) throws {
    let entry = try #require(Catalog.outputs.entries.first { $0.name == output.name })
    #expect(!entry.summary.isEmpty && !entry.summary.hasSuffix("."))
    #expect((1...60).contains(output.output.frameRate))
  }

  @Test(arguments: NamedOutput.all.filter { !$0.output.drawsProgress })
  func `looks no different between two glyphs where it draws no progress`(_ output: NamedOutput) {
    for look in [Cell.Look.wheel, .flap, .fade] {
      let first = output.bytes(Frame(blocks: [Gallery.moving(look, "9", "0", 0.1)]))
      #expect(output.bytes(Frame(blocks: [Gallery.moving(look, "9", "0", 0.4)])) == first)
    }
  }

  @Test(arguments: NamedOutput.all)
  func `gives a control the same text whether it does anything or not`(
    _ output: NamedOutput
  ) throws {
    let seen = [true, false].map { isEnabled in
      Frame(blocks: [Gallery.stepper(minus: isEnabled, plus: isEnabled)])
    }
    let plain = try NamedOutput("plain")

    #expect(try plain.line(seen[0]) == plain.line(seen[1]))
    #expect(output.name == "plain" || output.bytes(seen[0]) != output.bytes(seen[1]))
  }

  /// What holds the width of a line: everything in it that is as wide as it says.
  private func shape(_ output: NamedOutput, _ block: Block) throws -> [String] {
    let line = try output.line(block)
    switch output.name {
    case "i3bar":
      return try blocks(line).map { block in
        let text = try Markup(try #require(block["full_text"] as? String)).text
        let width = block["min_width"].map { "\($0)" } ?? ""
        return "\(text.count) \(width) \(block["separator_block_width"] as? Int ?? -1)"
      }
    case "waybar":
      let markup = try Markup(try #require(try object(line)["text"] as? String))
      return ["\(markup.text.count) \(markup.gaps)"]
    case "tmux": return ["\(TmuxModel(job: line).text.count)"]
    case "ansi": return ["\(try Screen(line).text.count)"]
    case "json": return ["\((try object(line)["metrics"] as? [Any])?.count ?? 0)"]
    default: return ["\(line.count)"]
    }
  }

  @Test(arguments: NamedOutput.all, BlockStyle.Look.allCases)
  func `keeps its width all the way`(_ output: NamedOutput, _ look: BlockStyle.Look) throws {
    for motion in [Cell.Look.wheel, .flap, .falling(dim: 1, edge: .none), .fade] {
      for (from, to) in [("19", "20"), (" 9", "10"), ("-1", " 0"), ("9:5", "0:0"), ("19", "1 ")] {
        var shapes: Set<[String]> = []
        for step in 0...40 {
          var block = Gallery.moving(motion, from, to, Double(step) / 40, 0.5, 1)
          block.style.look = look
          shapes.insert(try shape(output, block))
        }
        #expect(shapes.count == 1, "\(from) to \(to)")
      }
    }
  }

  @Test(arguments: NamedOutput.all)
  func `draws both ends of a motion as it draws them at rest`(_ output: NamedOutput) throws {
    for look in BlockStyle.Look.allCases {
      for motion in [Cell.Look.wheel, .flap, .fade] {
        func line(_ cell: Cell) throws -> String {
          var block = Gallery.cpu
          block.pieces = [.readout([Cell("1"), cell])]
          block.style.look = look
          return try output.line(block)
        }
        // Widgets are told how far it is, whatever is seen.
        guard output.name != "json" else { continue }
        #expect(try line(Cell("1", next: "2", progress: 0, look: motion)) == line(Cell("1")))
        #expect(try line(Cell("1", next: "2", progress: 1, look: motion)) == line(Cell("2")))
      }
    }
  }
}
