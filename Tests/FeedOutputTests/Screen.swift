import Testing

/// What a terminal shows of a line.
struct Screen {
  private(set) var text = ""
  /// What is switched on at the end.
  private(set) var isOn: Set<Int> = []

  /// - Throws: when the line holds a sequence that outputs have no business with.
  init(_ line: String) throws {
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1b}" else {
        if scalar != "\r" { text.unicodeScalars.append(scalar) }
        continue
      }
      let bracket = rest.popFirst()
      try #require(bracket == "[")
      let parameters = String(rest.prefix { !$0.properties.isAlphabetic })
      rest = rest.dropFirst(parameters.unicodeScalars.count)
      let end = rest.popFirst()
      let final = try #require(end)
      switch (final, parameters) {
      case ("K", ""), ("h", "?2026"), ("l", "?2026"): break
      case ("m", _): select(parameters.split(separator: ";").map { Int($0) ?? -1 })
      default: Issue.record("unknown: \(parameters)\(final)")
      }
    }
  }

  private mutating func select(_ parameters: [Int]) {
    var rest = parameters[...]
    while let parameter = rest.popFirst() {
      switch parameter {
      case 38, 48:
        isOn.insert(parameter)
        rest = rest.dropFirst(rest.first == 5 ? 2 : 4)
      case 30...37, 90...97: isOn.insert(38)
      case 40...47, 100...107: isOn.insert(48)
      case 39, 49: isOn.remove(parameter - 1)
      case 2, 4, 7, 9, 53: isOn.insert(parameter)
      case 22, 24, 27, 29: isOn.remove(parameter - 20)
      case 55: isOn.remove(53)
      default: Issue.record("unknown: \(parameter)")
      }
    }
  }
}
