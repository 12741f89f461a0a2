import FeedCore
import FeedOutput
import Testing

struct TmuxTests {
  let plain: NamedOutput

  init() throws { plain = try NamedOutput("plain") }

  static let channels = [
    NamedOutput(name: "job", output: TmuxOutput(settings: OutputSettings())),
    NamedOutput(
      name: "variable", output: TmuxOutput(settings: OutputSettings(), escaping: .variable)),
  ]

  @Test(arguments: channels)
  func `comes out as the plain line, whatever the text`(_ tmux: NamedOutput) throws {
    var random = SplitMix(4)
    for frame in Gallery.pictures.map(\.frame) + (0..<1_000).map({ _ in random.frame() }) {
      let line = try tmux.line(frame)
      let model = tmux.name == "job" ? TmuxModel(job: line) : TmuxModel(variable: line)
      #expect(model.accidents == [])
      #expect(model.text.withoutTrailingSpaces == (try plain.line(frame).withoutTrailingSpaces))
      #expect(model.words.filter { !isKnown($0) } == [])
      #expect(model.isOn == [])
    }
  }

  @Test func `never ends in a hash alone`() throws {
    #expect(try Self.channels[0].line(.text("#")) == "####")
    #expect(try Self.channels[1].line(.text("#")) == "##")
  }

  @Test func `keeps a style apart from the hash before it`() throws {
    let block = Block(
      name: "x", pieces: [.text("#"), .readout([Cell("9", next: "0", progress: 0.25)])])

    #expect(try Self.channels[0].line(block) == "###[fg=#808080]9#[fg=default]")
  }

  @Test(arguments: [(0.2, "overline"), (0.5, "strikethrough"), (0.8, "underscore")])
  func `draws the edge of a flap by an attribute`(_ progress: Double, _ name: String) throws {
    let line = try Self.channels[0].line(Gallery.moving(.flap, "9", "0", progress))

    #expect(line.contains(",\(name)]") && line.hasSuffix(",no\(name)]"))
  }

  private func isKnown(_ word: String) -> Bool {
    let attributes = ["overline", "strikethrough", "underscore", "dim", "reverse"]
    if attributes.contains(word) || attributes.contains(String(word.dropFirst(2))) { return true }
    if ["fg=default", "bg=default", "pop-default"].contains(word) { return true }
    let isColor = word.hasPrefix("fg=#") || word.hasPrefix("bg=#")
    return isColor && word.count == 10 && word.dropFirst(4).allSatisfy("0123456789abcdef".contains)
  }
}
