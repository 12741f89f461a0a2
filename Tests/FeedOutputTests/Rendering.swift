import FeedCore
import FeedOutput
import Testing

/// The six outputs with default settings.
struct NamedOutput: CustomTestStringConvertible, Sendable {
  let name: String
  let output: any Output
  var testDescription: String { name }

  static let all = Catalog.outputs.entries.map {
    NamedOutput(name: $0.name, output: $0.choice(OutputSettings()))
  }

  init(name: String, output: any Output) {
    self.name = name
    self.output = output
  }

  init(_ name: String, _ settings: OutputSettings = OutputSettings()) throws {
    let maker = try #require(Catalog.outputs[name])
    self.init(name: name, output: maker(settings))
  }

  func bytes(_ frame: Frame) -> [UInt8] {
    var line: [UInt8] = []
    output.append(frame, to: &line)
    return line
  }

  /// The line for `frame`, without its newline.
  func line(_ frame: Frame) throws -> String {
    var bytes = bytes(frame)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  func line(_ block: Block) throws -> String { try line(Frame(blocks: [block])) }

  func line(_ pieces: Piece...) throws -> String { try line(Block(name: "x", pieces: pieces)) }
}

extension Frame {
  /// The same with zeros where charts have gaps, which some outputs draw as a ground line, and
  /// without gauges that are made of colours.
  var withoutGaps: Frame {
    Frame(
      blocks: blocks.map { block in
        var block = block
        block.pieces = block.pieces.compactMap { piece in
          let style = block.style
          if case .gauge = piece, style.gaugeStyle == .blocks || style.accent != nil { return nil }
          guard case .chart(let values, let width) = piece else { return piece }
          let newest = values.suffix(width).map { $0?.isNaN == false ? $0 : 0 }
          return .chart(Array(repeating: 0, count: width - newest.count) + newest, width: width)
        }
        return block
      })
  }
}

/// A generator of random numbers that gives the same ones each time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  /// A text of scalars that are likely to mean something to someone.
  mutating func text(upTo length: Int = 12) -> String {
    let special = Array(
      "##[](){}%,:<>&'\"\\;$`\u{1b}\u{9b}\u{0}\n\r\t\u{7f}\u{202e} a0HS".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      if Int.random(in: 0..<4, using: &self) > 0 {
        text.append(special[Int.random(in: 0..<special.count, using: &self)])
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &self)) {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// A frame of such texts, some of it in motion.
  mutating func frame() -> Frame {
    let looks: [Cell.Look] = [.wheel, .flap, .fade]
    let blocks = (0..<Int.random(in: 0...3, using: &self)).map { _ in
      let cells = text().map { glyph in
        Cell(
          glyph, next: Bool.random(using: &self) ? text().first : nil,
          progress: Double.random(in: 0...1, using: &self),
          look: looks[Int.random(in: 0..<3, using: &self)])
      }
      let control = Control(
        part: text(), text: text(upTo: 3), isEnabled: Bool.random(using: &self))
      return Block(
        name: text(),
        pieces: [.text(text()), .readout(cells), .text(text())]
          + (Bool.random(using: &self) ? [.control(control), .text(text())] : []),
        shortPieces: Bool.random(using: &self) ? [.text(text())] : nil,
        style: BlockStyle(
          color: Bool.random(using: &self) ? Gallery.green : nil,
          isUrgent: Bool.random(using: &self), hasSeparator: Bool.random(using: &self),
          look: Bool.random(using: &self) ? .tiles : .plain),
        value: .text(text()), label: text(), title: text(), problem: text(), isMoving: true)
    }
    return Frame(blocks: blocks)
  }
}
