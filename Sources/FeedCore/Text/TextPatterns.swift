/// What in a text is a number, a time, a date, an address, a version or hexadecimal.
///
/// Only ASCII digits count: a keycap is a picture.
struct TextPatterns {
  /// ASCII, or 0x80 for everything else.
  private let codes: [UInt8]
  private let characters: [Character]

  private static let other: UInt8 = 0x80

  init(_ characters: [Character]) {
    self.characters = characters
    codes = characters.map { $0.asciiValue ?? Self.other }
  }

  /// What starts at `index`, and where it ends; nil when nothing does that can move.
  func match(at index: Int) -> (kind: TextToken.Kind, end: Int)? {
    let code = codes[index]
    // A time may follow its date at once: `2026-11-30T12:59`.
    let isStart =
      index == 0 || !isWordPart(codes[index - 1])
      || (index > 1 && codes[index - 1] == .t && isDigit(codes[index - 2]))
    if isStart, isHex(code) || code == .colon || code == .v || code == .hash {
      if let end = hardware(index) ?? prefixedHex(index) { return (.hex, end) }
      if let end = address6(index) ?? address4(index) { return (.address, end) }
      if let end = date(index) { return (.date, end) }
      if let end = time(index) { return (.time, end) }
      if let end = version(index) { return (.version, end) }
      if let end = commit(index) { return (.hex, end) }
    }
    return number(index).map { (.number, $0) }
  }

  // MARK: Parts

  private func code(_ index: Int) -> UInt8 { codes.indices.contains(index) ? codes[index] : 0 }

  private func isDigit(_ code: UInt8) -> Bool { (0x30...0x39).contains(code) }

  private func isHex(_ code: UInt8) -> Bool { isDigit(code) || (0x61...0x66).contains(code | 0x20) }

  private func isLetter(_ code: UInt8) -> Bool {
    (0x61...0x7a).contains(code | 0x20) && code < 0x80
  }

  private func isWordPart(_ code: UInt8) -> Bool { isDigit(code) || isLetter(code) }

  private func digits(_ index: Int) -> Int { run(index, isDigit) }

  private func run(_ index: Int, _ isPart: (UInt8) -> Bool) -> Int {
    var end = index
    while end < codes.count, isPart(codes[end]) { end += 1 }
    return end
  }

  private func value(_ range: Range<Int>) -> Int {
    codes[range].prefix(9).reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// Nothing goes on after `end` that would make it something else.
  private func isEnd(_ end: Int, _ marks: [UInt8] = []) -> Bool {
    if isWordPart(code(end)) { return false }
    return !marks.contains(code(end)) || !isWordPart(code(end + 1))
  }

  /// Numbers of so many digits each with one mark between them.
  private func groups(
    _ index: Int, marks: [UInt8], digits count: (Int) -> ClosedRange<Int>?
  ) -> (ranges: [Range<Int>], end: Int) {
    var ranges: [Range<Int>] = []
    var start = index
    var used: UInt8?
    while let allowed = count(ranges.count) {
      let end = digits(start)
      guard allowed.contains(end - start) else { break }
      ranges.append(start..<end)
      guard marks.contains(code(end)), used.map({ $0 == code(end) }) ?? true, isDigit(code(end + 1))
      else {
        return (ranges, end)
      }
      used = code(end)
      start = end + 1
    }
    return (ranges, ranges.last?.upperBound ?? index)
  }

  // MARK: Kinds

  /// `00:1b:44:11:3a:b7`.
  private func hardware(_ index: Int) -> Int? {
    var at = index
    let mark = code(index + 2)
    guard mark == .colon || mark == .minus else { return nil }
    for part in 0..<6 {
      guard isHex(code(at)), isHex(code(at + 1)) else { return nil }
      at += 2
      guard part < 5 else { break }
      guard code(at) == mark else { return nil }
      at += 1
    }
    return isEnd(at, [mark]) ? at : nil
  }

  private func address6(_ index: Int) -> Int? {
    let end = run(index) { isHex($0) || $0 == .colon }
    let part = codes[index..<end]
    let colons = part.count { $0 == .colon }
    let isShort = zip(part, part.dropFirst()).contains { $0 == .colon && $1 == .colon }
    guard part.contains(where: isHex), colons == 7 || (isShort && (2...7).contains(colons)),
      part.split(separator: .colon).allSatisfy({ $0.count <= 4 }), isEnd(end)
    else { return nil }
    return prefixLength(end)
  }

  private func address4(_ index: Int) -> Int? {
    let (parts, end) = groups(index, marks: [.point]) { $0 < 4 ? 1...3 : nil }
    guard parts.count == 4, parts.allSatisfy({ value($0) < 256 }), isEnd(end, [.point]) else {
      return nil
    }
    return prefixLength(end)
  }

  /// `/24`.
  private func prefixLength(_ end: Int) -> Int {
    guard code(end) == .slash else { return end }
    let last = digits(end + 1)
    return (1...3).contains(last - end - 1) && isEnd(last) ? last : end
  }

  private func date(_ index: Int) -> Int? {
    let marks: [UInt8] = [.minus, .point, .slash]
    let (parts, end) = groups(index, marks: marks) { $0 < 3 ? 1...4 : nil }
    guard parts.count == 3 else { return nil }
    let lengths = parts.map(\.count)
    let isShort = { (part: Int) in lengths[part] <= 2 && (1...31).contains(value(parts[part])) }
    let isDate =
      (lengths[0] == 4 && isShort(1) && isShort(2))
      || (lengths[2] == 4 && isShort(0) && isShort(1))
      || (lengths == [2, 2, 2] && isShort(0) && isShort(1))
    guard isDate, !marks.contains(code(end)) || !isDigit(code(end + 1)), !isDigit(code(end)) else {
      return nil
    }
    return isEnd(end) || code(end) == .t ? end : nil
  }

  private func time(_ index: Int) -> Int? {
    let (parts, end) = groups(index, marks: [.colon]) { count in
      count == 0 ? 1...3 : count < 3 ? 2...2 : nil
    }
    guard parts.count > 1, parts.dropFirst().allSatisfy({ value($0) < 60 }),
      !isDigit(code(end)), code(end) != .colon || !isDigit(code(end + 1))
    else { return nil }
    return end
  }

  private func version(_ index: Int) -> Int? {
    let isNamed = code(index) | 0x20 == .v && isDigit(code(index + 1))
    let (parts, end) = groups(isNamed ? index + 1 : index, marks: [.point]) { _ in 1...9 }
    guard parts.count > (isNamed ? 0 : 2) else { return nil }
    // `1.234.567` is a number in many countries.
    if !isNamed, parts[0].count <= 3, parts.dropFirst().allSatisfy({ $0.count == 3 }) { return nil }
    let suffixes: [UInt8] = [.minus, .plus, .tilde]
    guard suffixes.contains(code(end)), isWordPart(code(end + 1)) else {
      return isLetter(code(end)) ? nil : end
    }
    return run(end) { isWordPart($0) || suffixes.contains($0) || $0 == .point }
  }

  /// `0x1f`, `#2e3440`.
  private func prefixedHex(_ index: Int) -> Int? {
    if code(index) == 0x30, code(index + 1) | 0x20 == 0x78 {
      let end = run(index + 2, isHex)
      return end > index + 2 && isEnd(end) ? end : nil
    }
    guard code(index) == .hash else { return nil }
    let end = run(index + 1, isHex)
    let isColor = [3, 4, 6, 8].contains(end - index - 1)
    // `#1234` counts something.
    guard isColor, isEnd(end), codes[index..<end].contains(where: isLetter) else { return nil }
    return end
  }

  /// Six or more digits and letters from a to f, some of each.
  private func commit(_ index: Int) -> Int? {
    let end = run(index, isHex)
    let part = codes[index..<end]
    guard part.count >= 6, part.contains(where: isLetter), part.contains(where: isDigit), isEnd(end)
    else { return nil }
    return end
  }

  private func number(_ index: Int) -> Int? {
    var start = index
    if TextNumeral.isSign(characters[index]) {
      // Between two numbers it is a dash.
      guard index == 0 || !isOperand(codes[index - 1]) else { return nil }
      start += 1
    }
    guard isDigit(code(start)) else { return nil }
    // In a list of numbers none has decimals.
    let isListed =
      start > 1 && [.comma, .point].contains(code(start - 1)) && isDigit(code(start - 2))
    return isListed ? digits(start) : TextNumeral.end(of: characters, from: start)
  }

  private func isOperand(_ code: UInt8) -> Bool {
    isWordPart(code) || [.point, .colon, .slash, .minus, .percent, 0x29].contains(code)
  }
}

extension UInt8 {
  fileprivate static let hash: UInt8 = 0x23
  fileprivate static let percent: UInt8 = 0x25
  fileprivate static let plus: UInt8 = 0x2b
  fileprivate static let comma: UInt8 = 0x2c
  fileprivate static let minus: UInt8 = 0x2d
  fileprivate static let point: UInt8 = 0x2e
  fileprivate static let slash: UInt8 = 0x2f
  fileprivate static let colon: UInt8 = 0x3a
  fileprivate static let t: UInt8 = 0x54
  fileprivate static let v: UInt8 = 0x76
  fileprivate static let tilde: UInt8 = 0x7e
}
