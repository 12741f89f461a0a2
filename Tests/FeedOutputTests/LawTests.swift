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
}
