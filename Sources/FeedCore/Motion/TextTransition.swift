/// The way from one text to another, on which only numbers and their like move, each for itself.
///
/// Words that come or go do so with the first frame; a number that goes on starts from what is shown
/// of it, wherever it stands now.
package struct TextTransition: Transition {
  /// A stretch of the text on its way.
  package enum Part: Sendable {
    /// Stays as it is.
    case still([Character])
    case moving(any Transition)
  }

  package let start: Instant
  package let end: Instant
  package let parts: [Part]
  /// Both texts consist of the same words, in the same order, with numbers between them.
  package let keepsShape: Bool
  /// The new text, and what of it is on its way, by token.
  private let tokens: [TextToken]
  private let moving: [Int: any Transition]
  private let row: [Character]

  /// nil when nothing moves.
  ///
  /// - Parameters:
  ///   - change: from what is shown to the row of the new text; it needs no number.
  ///   - style: that of numbers for which no rule says otherwise.
  ///   - rules: what moves otherwise.
  ///   - isMarkup: whether tags and entities are to stay whole.
  package init?(
    _ change: Change, style: any MotionStyle, rules: TextRules = TextRules(),
    isMarkup: Bool = false
  ) {
    let running = change.interrupted as? TextTransition
    let old = running?.tokens ?? TextToken.tokens(of: change.from.row, isMarkup: isMarkup)
    let new = TextToken.tokens(of: change.row, isMarkup: isMarkup)
    let pairs = TextAlignment.pairs(old, new)
    var moving: [Int: any Transition] = [:]
    var parts: [Part] = []
    for (index, token) in new.enumerated() {
      let way = pairs[index].flatMap { place in
        TokenChange(
          from: old[place], to: token, running: running?.moving[place], in: change, style: style,
          rules: rules)
      }
      guard let way, let transition = way.transition else {
        parts.append(still: token.characters[...])
        continue
      }
      parts.append(still: token.characters.prefix(way.sharedPadding))
      parts.append(.moving(transition))
      moving[index] = transition
    }
    guard !moving.isEmpty else { return nil }
    self.parts = parts
    self.moving = moving
    tokens = new
    row = change.row
    start = change.start
    end = moving.values.map(\.end).max() ?? change.start
    keepsShape = old.count == new.count && pairs.allSatisfy { $0 != nil }
  }

  package func number(at now: Instant) -> Quantity? { nil }

  package func progress(at now: Instant) -> Double {
    now < end ? moving.values.map { $0.progress(at: now) }.min() ?? 1 : 1
  }

  package func cells(at now: Instant) -> [Cell] {
    guard now < end else { return Row.cells(row) }
    return parts.flatMap { part in
      switch part {
      case .still(let characters): Row.cells(characters)
      case .moving(let transition): transition.cells(at: now)
      }
    }
  }
}

extension [TextTransition.Part] {
  fileprivate mutating func append(still characters: ArraySlice<Character>) {
    guard !characters.isEmpty else { return }
    if case .still(let last) = last {
      self[count - 1] = .still(last + characters)
    } else {
      append(.still([Character](characters)))
    }
  }
}

/// One token that goes on as another of its kind.
private struct TokenChange {
  /// Blanks at the left of both, which stay.
  let sharedPadding: Int
  let transition: (any Transition)?

  init?(
    from old: TextToken, to new: TextToken, running: (any Transition)?, in change: Change,
    style: any MotionStyle, rules: TextRules
  ) {
    guard new.kind != .word else { return nil }
    var style = style
    if let name = rules.style(for: new.kind) {
      guard name != "none", let chosen = Catalog.motionStyles[name] else { return nil }
      style = chosen
    }
    let running = running.flatMap { $0.end > change.start ? $0 : nil }
    guard running != nil || old.characters != new.characters else { return nil }
    // What moves has its blanks in its cells already.
    sharedPadding = running == nil ? min(old.padding, new.padding) : 0
    var way = change
    way.from =
      running?.shown(at: change.start)
      ?? Shown(row: Array(old.characters.dropFirst(sharedPadding)), number: nil)
    way.interrupted = running
    way.row = Array(new.characters.dropFirst(sharedPadding))
    way.target = nil
    guard running != nil || way.from.row != way.row else { return nil }
    if new.kind == .number, let from = TextNumeral(old.core), let target = TextNumeral(new.core) {
      way.from.number = way.from.number ?? from.value
      (way.target, way.formatter) = (target.value, target.formatter)
    } else {
      way.from.number = nil
      if new.kind == .time, way.settings.lastDigits.isEmpty {
        let isLong = new.characters.count { $0 == ":" } > 1
        way.settings.lastDigits = isLong ? [1: 5, 3: 5, 5: 2] : [1: 5, 3: 2]
      }
      if way.settings.trend == .auto, Self.falls(from: old, to: new) { way.settings.trend = .down }
    }
    // What cannot be counted through rolls; the wheels of a time end before 9.
    transition = style.transition(for: way) ?? Roll().transition(for: way)
  }

  /// Whether the digits get smaller, but for a time that passes midnight.
  private static func falls(from old: TextToken, to new: TextToken) -> Bool {
    let (old, new) = (old.core.filter(\.isDigit), new.core.filter(\.isDigit))
    guard old.count == new.count else { return old.count > new.count }
    guard let first = old.first?.digit, let last = new.first?.digit, first == last else {
      return (new.first?.digit ?? 0) > 0 && String(new) < String(old)
    }
    return String(new) < String(old)
  }
}
