package import FeedCore

/// Reads keys and mouse from the bytes of a terminal, however they are cut into pieces.
///
/// What is pasted is no typing: it is left out as a whole, as are sequences that nobody knows.
///
/// *Source:* ECMA-48, 5.4 (control sequences); XTerm Control Sequences, "Mouse Tracking" (SGR,
/// mode 1006), "Bracketed Paste Mode", and "Operating System Commands" 10 and 11.
package struct KeyParser: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case ground
    /// After ESC: a key of its own, or the beginning of more.
    case escape
    /// After `ESC [`.
    case sequence
    /// After `ESC O`.
    case single
    /// In a control string, up to BEL or `ESC \`.
    case string(afterEscape: Bool)
    /// In the three bytes of a mouse report of the old kind.
    case oldMouse(left: Int)
  }

  private var state = State.ground
  /// The bytes of the sequence, or of the character, that is not complete.
  private var pending: [UInt8] = []
  private var isPasting = false
  /// When the last byte came, while something is not complete.
  private var lastByte: Instant?

  /// So long after an ESC nothing more of a sequence is expected.
  private static let escapePatience = TimeSpan.milliseconds(100)
  /// The rest of a sequence, or of what is pasted, comes within this.
  private static let patience = TimeSpan.seconds(1)
  /// Longer sequences mean nothing to us.
  private static let limit = 64

  package init() {}

  /// When `expire(at:)` is wanted; nil while nothing is incomplete.
  package var deadline: Instant? {
    guard let lastByte else { return nil }
    return lastByte + (state == .escape && !isPasting ? Self.escapePatience : Self.patience)
  }

  /// Takes in what has come.
  package mutating func read(_ bytes: [UInt8], at now: Instant) -> [TerminalInput] {
    var inputs: [TerminalInput] = []
    for byte in bytes {
      if let input = take(byte), !isPasting { inputs.append(input) }
    }
    let isComplete = state == .ground && pending.isEmpty && !isPasting
    lastByte = isComplete ? nil : now
    return inputs
  }

  /// Gives up waiting for the rest: an ESC alone was the key.
  package mutating func expire(at now: Instant) -> [TerminalInput] {
    guard let deadline, deadline <= now else { return [] }
    let isKey = state == .escape && !isPasting
    self = KeyParser()
    return isKey ? [.key(.escape)] : []
  }

  private mutating func take(_ byte: UInt8) -> TerminalInput? {
    switch state {
    case .ground: return takeInGround(byte)
    case .escape: return takeAfterEscape(byte)
    case .sequence: return takeInSequence(byte)
    case .single:
      state = .ground
      return Self.cursorKeys[byte].map { .key($0) }
    case .string(let isAfterEscape):
      guard byte == 0x07 || (isAfterEscape && byte == UInt8(ascii: "\\")) else {
        if pending.count < Self.limit { pending.append(byte) }
        state = .string(afterEscape: byte == 0x1b)
        return nil
      }
      defer { pending = [] }
      state = .ground
      return pending.count < Self.limit ? Self.color(pending) : nil
    case .oldMouse(let left): state = left > 1 ? .oldMouse(left: left - 1) : .ground
    }
    return nil
  }

  private mutating func takeInGround(_ byte: UInt8) -> TerminalInput? {
    switch byte {
    case 0x1b:
      pending = []
      state = .escape
    case 0x09: return .key(.tab)
    case 0x0a, 0x0d: return .key(.enter)
    case ..<0x20, 0x7f: pending = []
    default: return character(byte)
    }
    return nil
  }

  /// The character that a byte completes.
  private mutating func character(_ byte: UInt8) -> TerminalInput? {
    if byte & 0xc0 != 0x80 { pending = [] }
    pending.append(byte)
    let length = byte < 0x80 ? 1 : Self.length(of: pending[0])
    guard pending.count >= length else { return nil }
    defer { pending = [] }
    guard let text = String(validating: pending, as: UTF8.self), let character = text.first else {
      return nil
    }
    return .key(.character(character))
  }

  /// How many bytes a character has whose first is `byte`; 1 for what cannot be the first.
  private static func length(of byte: UInt8) -> Int {
    switch byte {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 1
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) -> TerminalInput? {
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .single
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      pending = [byte]
      state = .string(afterEscape: false)
    // The first one was the key.
    case 0x1b: return .key(.escape)
    // A key with Alt.
    default: state = .ground
    }
    return nil
  }

  private mutating func takeInSequence(_ byte: UInt8) -> TerminalInput? {
    switch byte {
    case 0x20...0x3f:
      if pending.count < Self.limit { pending.append(byte) }
      return nil
    case 0x40...0x7e:
      let parameters = pending
      pending = []
      state = .ground
      return parameters.count < Self.limit ? sequence(parameters, byte) : nil
    case 0x1b:
      pending = []
      state = .escape
    default:
      pending = []
      state = .ground
    }
    return nil
  }

  private mutating func sequence(_ parameters: [UInt8], _ final: UInt8) -> TerminalInput? {
    switch final {
    case UInt8(ascii: "M") where parameters.isEmpty: state = .oldMouse(left: 3)
    case UInt8(ascii: "M") where parameters.first == UInt8(ascii: "<"):
      return Self.mouse(Self.numbers(parameters.dropFirst()))
    case UInt8(ascii: "Z"): return .key(.backTab)
    case UInt8(ascii: "~"):
      switch Self.numbers(parameters[...]).first {
      case 200: isPasting = true
      case 201: isPasting = false
      case let number?: return Self.numberedKeys[number].map { .key($0) }
      case nil: break
      }
    default: return Self.cursorKeys[final].map { .key($0) }
    }
    return nil
  }

  /// The parameters; −1 for one that is missing or no number.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? -1
    }
  }

  private static func mouse(_ numbers: [Int]) -> TerminalInput? {
    guard numbers.count == 3, numbers[0] >= 0, numbers[1] > 0, numbers[2] > 0 else { return nil }
    // Shift, Alt and Control make no difference; what moves (32) is no press.
    guard numbers[0] & 32 == 0, let button = buttons[numbers[0] & ~28] else { return nil }
    return .mouse(
      TerminalInput.MousePress(button: button, column: numbers[1] - 1, row: numbers[2] - 1))
  }

  /// The colour that a string like `]11;rgb:1616/1616/1e1e` tells, an ESC at its end or not.
  private static func color(_ string: [UInt8]) -> TerminalInput? {
    let text = String(decoding: string, as: UTF8.self)
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, parts[0] == "]10" || parts[0] == "]11",
      let colon = parts[1].firstIndex(of: ":"), parts[1][..<colon].hasPrefix("rgb")
    else { return nil }
    let channels = parts[1][colon...].dropFirst().split(separator: "/").prefix(3).map(channel)
    guard channels.count == 3, let red = channels[0], let green = channels[1],
      let blue = channels[2]
    else { return nil }
    return .color(
      Color(red: red, green: green, blue: blue), isBackground: parts[0] == "]11")
  }

  /// One to four hexadecimal digits, which stand for 0…1.
  private static func channel(_ text: Substring) -> UInt8? {
    let digits = text.prefix { $0.isHexDigit }
    guard (1...4).contains(digits.count), let value = UInt32(digits, radix: 16) else { return nil }
    return UInt8(value * 255 / (1 << (4 * UInt32(digits.count)) - 1))
  }

  private static let buttons: [Int: TerminalInput.MousePress.Button] = [
    0: .left, 1: .middle, 2: .right, 64: .wheelUp, 65: .wheelDown,
  ]
  private static let cursorKeys: [UInt8: TerminalInput.Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "M"): .enter,
  ]
  private static let numberedKeys: [Int: TerminalInput.Key] = [
    1: .home, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]
}
