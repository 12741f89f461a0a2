/// Makes text from outside fit for one line: nothing in it can move a cursor or hide.
///
/// Control characters, escape sequences, marks that override the direction of text and invisible
/// characters go; line breaks and tabs become spaces; a joiner stays between emoji.
package enum Sanitise {
  /// `bytes` as UTF-8, with U+FFFD for what is none, made fit.
  package static func text(
    bytes: some Collection<UInt8>, limit: Int = standardLimit
  ) -> String {
    text(String(decoding: bytes, as: UTF8.self), limit: limit)
  }

  /// `text` made fit, cut between characters so that it has at most `limit` scalars.
  package static func text(_ text: String, limit: Int = standardLimit) -> String {
    var kept = String.UnicodeScalarView()
    var escapes = EscapeSkipper()
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    // One scalar more shows whether the last character was cut in two.
    while index < scalars.endIndex, kept.count <= limit {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if escapes.skips(scalar) { continue }
      let next = index < scalars.endIndex ? scalars[index] : nil
      if let fit = fit(scalar, after: kept.last, before: next) { kept.append(fit) }
    }
    return cut(String(kept), to: limit)
  }

  /// The most scalars of a text, far more than any bar can show.
  package static let standardLimit = 4096

  private static func cut(_ text: String, to limit: Int) -> String {
    guard text.unicodeScalars.count > limit else { return text }
    var result = ""
    var left = limit
    for character in text {
      left -= character.unicodeScalars.count
      if left < 0 { break }
      result.append(character)
    }
    return result
  }

  /// What is kept of `scalar`; nil when nothing is.
  private static func fit(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Unicode.Scalar? {
    if (0x20..<0x7f).contains(scalar.value) { return scalar }
    switch scalar.value {
    case 0x09, 0x0a, 0x85, 0x2028, 0x2029: return " "
    case 0x200d: return joinsEmoji(previous, next) ? scalar : nil
    // How the character before is to be drawn: as text or as emoji.
    case 0xfe0e, 0xfe0f: return previous == nil ? nil : scalar
    case 0xfe00...0xfe0d, 0xe0100...0xe01ef: return nil
    // Fillers that are letters by name and blanks to the eye, and the grapheme joiner.
    case 0x34f, 0x115f, 0x1160, 0x3164, 0xffa0: return nil
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format: return nil
    default: return scalar
    }
  }

  private static func joinsEmoji(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let previous, let next else { return false }
    return (previous.value == 0xfe0f || isEmoji(previous)) && isEmoji(next)
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    // Digits are emoji by property.
    scalar.value > 0x7f && scalar.properties.isEmoji
  }
}

/// Follows terminal escape sequences, in their 7-bit and 8-bit forms.
///
/// *Source:* ECMA-48, 5.3 (escape sequences), 5.4 (control sequences), 5.6 (control strings).
private struct EscapeSkipper {
  private enum State {
    case text
    /// After ESC.
    case escape
    /// In a control sequence, up to its final byte.
    case sequence
    /// In a control string, up to BEL or the string terminator.
    case string
    /// After an ESC in a control string.
    case stringEscape
  }

  private var state = State.text

  /// Whether `scalar` belongs to an escape sequence.
  mutating func skips(_ scalar: Unicode.Scalar) -> Bool {
    switch state {
    case .text: start(scalar)
    case .escape: afterEscape(scalar)
    case .sequence: inSequence(scalar)
    case .string: inString(scalar)
    case .stringEscape: afterStringEscape(scalar)
    }
  }

  private mutating func start(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1b: state = .escape
    case 0x9b: state = .sequence
    case 0x90, 0x98, 0x9d, 0x9e, 0x9f: state = .string
    default:
      state = .text
      return false
    }
    return true
  }

  private mutating func afterEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "[": state = .sequence
    case "]", "P", "X", "^", "_": state = .string
    // Intermediate bytes, as in `ESC ( B`.
    case " "..."/": break
    case "0"..."~": state = .text
    default: return start(scalar)
    }
    return true
  }

  private mutating func inSequence(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."?": return true
    case "@"..."~":
      state = .text
      return true
    // A broken sequence ends before what does not belong to it.
    default: return start(scalar)
    }
  }

  private mutating func inString(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x07, 0x9c: state = .text
    case 0x1b: state = .stringEscape
    // A line break ends a string that was never closed: the rest is not to be lost.
    case 0x0a: return start(scalar)
    default: break
    }
    return true
  }

  private mutating func afterStringEscape(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\\" {
      state = .text
      return true
    }
    return afterEscape(scalar)
  }
}
