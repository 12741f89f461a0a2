/// What is given bytes that nobody has looked at.
struct FuzzTarget: Sendable {
  let name: String
  /// What reads the bytes, without a full stop.
  let summary: String
  /// What such bytes are made of.
  let words: [String]
  /// Whole inputs, beside those that are files.
  let samples: [[UInt8]]
  /// Traps where anything does not hold.
  let run: @Sendable ([UInt8]) -> Void

  init(
    name: String, summary: String, words: [String], samples: [[UInt8]] = [],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.name, self.summary, self.words, self.samples, self.run) =
      (name, summary, words, samples, run)
  }

  static let all: [FuzzTarget] = [
    .config, .report, .manifest, .events, .clicks, .messages, .history, .keys, .tmux, .texts,
  ]
}

/// Ends the program where what has to hold does not, in release builds too.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) {
  if !holds { fatalError(rule()) }
}

/// Takes choices from the front of an input.
struct Choices {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  /// A number below `bound`; 0 when nothing is left.
  mutating func number(below bound: Int) -> Int {
    guard let byte = rest.popFirst(), bound > 0 else { return 0 }
    return Int(byte) % bound
  }

  mutating func element<Element>(of list: [Element]) -> Element {
    list[number(below: list.count)]
  }

  /// A number of all sizes and signs.
  mutating func integer() -> Int64 {
    let bytes = rest.prefix(8)
    rest = rest.dropFirst(8)
    return bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  /// What is left, in pieces of `size`.
  func pieces(of size: Int) -> [[UInt8]] {
    stride(from: rest.startIndex, to: rest.endIndex, by: max(size, 1)).map {
      Array(rest[$0..<min($0 + max(size, 1), rest.endIndex)])
    }
  }
}
