import Foundation
import TestKit
import Testing

/// A frame of the widget feed.
struct Widget: Decodable, Equatable {
  struct Metric: Decodable, Equatable {
    let name: String
    let value: Scalar?
    let shown: Scalar?
    let text: String
    let label: String
    let state: String
    let fraction: Double?
    let cells: [Cell]
    let controls: [Control]?

    /// The glyphs that are seen: the old one of each place up to half of its way.
    var seen: String { cells.map { $0.progress < 0.5 ? $0.glyph : $0.next ?? $0.glyph }.joined() }
  }

  struct Cell: Decodable, Equatable {
    let glyph: String
    let next: String?
    let progress: Double
  }

  struct Control: Decodable, Equatable {
    let part: String
    let text: String
    let enabled: Bool
  }

  let moving: Bool
  let metrics: [Metric]

  init(_ line: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
  }

  /// The metric of this name.
  subscript(name: String) -> Metric? { metrics.first { $0.name == name } }
}

/// A value of a frame: whole numbers keep all of their 64 bits.
enum Scalar: Decodable, Equatable {
  case whole(Int64)
  case real(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      self = .whole(number)
    } else if let number = try? container.decode(Double.self) {
      self = .real(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  var whole: Int64? {
    guard case .whole(let number) = self else { return nil }
    return number
  }

  var number: Double? {
    switch self {
    case .whole(let number): Double(number)
    case .real(let number): number
    case .text: nil
    }
  }
}

extension Sandbox {
  /// What `simulate` prints for the widget feed, frame by frame.
  func widgets(_ events: [String], _ options: [String] = []) throws -> [Shot<Widget>] {
    try frames(events, ["--output", "json"] + options)
  }

  /// What `simulate` prints for an output that writes lines of text.
  func texts(
    _ events: [String], as output: String, _ options: [String] = []
  ) throws -> [Shot<String>] {
    try frames(events, ["--output", output] + options)
  }

  private func frames<Frame: Decodable>(
    _ events: [String], _ options: [String]
  ) throws -> [Shot<Frame>] {
    let run = try simulate(events, options)
    try #require(run.status == 0)
    try #require(run.errors == "")
    return try run.lines.map {
      try JSONDecoder().decode(Shot<Frame>.self, from: Data($0.utf8))
    }
  }

  /// Runs `simulate` with the events on its standard input.
  func simulate(_ events: [String], _ options: [String] = []) throws -> OdobarRun {
    try run(["simulate"] + options, input: events.map { $0 + "\n" }.joined())
  }
}

/// A frame and when it was drawn, in milliseconds.
struct Shot<Frame: Decodable>: Decodable {
  let at: Int64
  let frame: Frame
}

extension Shot: Equatable where Frame: Equatable {}

/// Configs for tests.
enum Config {
  /// One metric `n`, of whole numbers if nothing else is said, that moves like this.
  static func moving(
    _ motion: String, _ keys: String = "", format: String = "integer"
  ) -> String {
    """
    sources: {s: {command: "true"}}
    metrics:
      n: {source: s.n, format: \(format), motion: {\(motion)}\(keys.isEmpty ? "" : ", " + keys)}
    """
  }
}

/// An event that gives `n` a value.
func value(_ number: Int64, at time: Int64) -> String {
  "{\"at\": \(time), \"value\": {\"n\": \(number)}}"
}

/// The longest step that meets all times.
func commonStep(_ times: [Int64]) -> Int64 {
  var step: Int64 = 0
  for time in times {
    var rest = time
    while rest != 0 { (step, rest) = (rest, step % rest) }
  }
  return max(step, 1)
}
