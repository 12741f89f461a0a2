/// Texts such as status bars show, and some that none does.
struct RandomTexts {
  private var bits: SeededBits

  init(seed: UInt64) { bits = SeededBits(seed: seed) }

  private static let pieces = [
    "CPU", "mails", "up", "↓", "°C", " ", "  ", " ", ", ", ": ", "(", ")", "%", "/", ".", ":", "-",
    "<b>", "</b>", "<span color='#f00'>", "</span>", "&amp;", "&#39;", "<", "&", ">", "👩‍👩‍👧", "1️⃣",
    "12:59:59", "2026-11-30", "10.0.0.1", "v1.2", "0x1f", "e\u{301}", "½",
  ]

  mutating func next() -> String {
    (0..<Int.random(in: 0...12, using: &bits)).map { _ in piece() }.joined()
  }

  /// The same text with other numbers, and sometimes other words.
  mutating func neighbour(of text: String) -> String {
    var changed = ""
    for character in text {
      if character.isNumber, character.isASCII, Bool.random(using: &bits) {
        changed += number()
      } else if Int.random(in: 0..<16, using: &bits) > 0 {
        changed.append(character)
      } else {
        changed += piece()
      }
    }
    return changed
  }

  private mutating func piece() -> String {
    Bool.random(using: &bits) ? number() : Self.pieces.randomElement(using: &bits) ?? ""
  }

  private mutating func number() -> String {
    let whole = Int.random(in: 0...Int.random(in: 0...20_000, using: &bits), using: &bits)
    switch Int.random(in: 0..<5, using: &bits) {
    case 0: return "-\(whole)"
    case 1: return "\(whole).\(Int.random(in: 0...99, using: &bits))"
    case 2: return "0\(whole)"
    default: return "\(whole)"
    }
  }
}
