import FeedCore
import FeedOutput

/// An output that tells all of a frame, and can be read back.
struct Glass: Output {
  var frameRate = 24.0
  var drawsProgress: Bool { true }
  let showsNumbers = true

  func append(_ frame: Frame, to line: inout [UInt8]) {
    let blocks = frame.blocks.map { block in
      let cells = block.cells
      return [
        block.name, block.label, block.state.rawValue, Picture.text(block.pieces),
        String(cells.map(\.visible)),
        cells.map { $0.isMoving ? "\($0.progress)" : "0" }.joined(separator: ","),
        block.fraction.map { "\($0)" } ?? "", block.isMoving ? "moving" : "", block.problem ?? "",
        block.shown.map { "\($0.double)" } ?? "",
      ].joined(separator: "\t")
    }
    line += Array((blocks.joined(separator: "\u{1e}") + "\n").utf8)
  }
}

/// An output that shows glyphs only, as a terminal without colours does.
struct Glyphs: Output {
  var frameRate = 24.0
  var drawsProgress: Bool { false }

  func append(_ frame: Frame, to line: inout [UInt8]) {
    line += Array(frame.blocks.map { Picture.text($0.pieces) }.joined(separator: " | ").utf8)
    line.append(10)
  }
}

/// What `Glass` tells of one block.
struct Picture: Equatable {
  var name: String
  var label: String
  var state: String
  /// All pieces, glyphs only.
  var text: String
  /// The readouts' glyphs with their blanks.
  var row: String
  var progress: [Double]
  var fraction: Double?
  var isMoving: Bool
  var problem: String
  var shown: Double?

  static func read(_ line: [UInt8]) -> [Picture] {
    let text = String(decoding: line.dropLast(), as: UTF8.self)
    return text.split(separator: "\u{1e}").map { block in
      let parts = block.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Picture(
        name: parts[0], label: parts[1], state: parts[2], text: parts[3], row: parts[4],
        progress: parts[5].split(separator: ",").compactMap { Double($0) },
        fraction: Double(parts[6]), isMoving: parts[7] == "moving", problem: parts[8],
        shown: Double(parts[9]))
    }
  }

  static func text(_ pieces: [Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text), .tinted(let text): text
      case .control(let control): control.isEnabled ? control.text : "(\(control.text))"
      case .readout(let cells): String(cells.map(\.visible).drop { $0 == " " })
      case .gauge(let fraction, let width): "[\((fraction * 100).rounded() / 100) \(width)]"
      case .chart(let values, _):
        "<"
          + values.map { $0.map { "\(($0 * 100).rounded() / 100)" } ?? "-" }
          .joined(separator: " ") + ">"
      }
    }.joined()
  }
}
