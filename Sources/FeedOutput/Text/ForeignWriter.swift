import FeedCore

/// Writes a block as its generator has written it, with texts on their way in the place of its own.
///
/// At rest that is byte for byte. On the way everything else of the block is; a text that is not
/// markup becomes markup for as long as half-drawn glyphs need it.
struct ForeignWriter {
  private let picture: ForeignPicture
  private let style: BlockStyle
  private let fading: PangoWriter.Fading
  private let settings: OutputSettings

  init(
    _ picture: ForeignPicture, _ style: BlockStyle, _ fading: PangoWriter.Fading,
    _ settings: OutputSettings
  ) {
    self.picture = picture
    self.style = style
    // In the colours of urgency nobody knows what a glyph fades into.
    self.fading = style.isUrgent ? .none : fading
    self.settings = settings
  }

  func append(to line: inout [UInt8]) {
    let block = picture.block
    guard picture.isMoving else { return line.append(contentsOf: block.bytes) }
    let becomesMarkup = !block.isMarkup && drawsBetween
    var changes: [(range: Range<Int>, bytes: [UInt8])] = []
    for (text, parts) in [
      (block.fullText, picture.fullParts), (block.shortText, picture.shortParts),
    ] {
      guard let text, parts != nil || becomesMarkup else { continue }
      changes.append((text.range, string(parts ?? [.still(text.text)], becomesMarkup)))
    }
    if becomesMarkup {
      let end = block.bytes.count - 1
      changes.append(
        block.markupRange.map { ($0, Array("\"pango\"".utf8)) }
          ?? (end..<end, Array(",\"markup\":\"pango\"".utf8)))
    }
    var written = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      line.append(contentsOf: block.bytes[written..<change.range.lowerBound])
      line.append(contentsOf: change.bytes)
      written = change.range.upperBound
    }
    line.append(contentsOf: block.bytes[written...])
  }

  /// Whether anything is between two glyphs just now.
  private var drawsBetween: Bool {
    ((picture.fullParts ?? []) + (picture.shortParts ?? [])).contains { part in
      guard case .cells(let cells) = part else { return false }
      return cells.contains(where: \.isBetween)
    }
  }

  private func string(_ parts: [ForeignPart], _ becomesMarkup: Bool) -> [UInt8] {
    let isMarkup = picture.block.isMarkup
    var line: [UInt8] = [UInt8(ascii: "\"")]
    var writer = PangoWriter(settings: settings, start: line.count)
    var spans = SpanColors(style.color)
    for part in parts {
      switch part {
      case .still(let text):
        if isMarkup {
          line.append(inJSON: text.unicodeScalars)
          spans.pass(text)
        } else if becomesMarkup {
          line.append(pango: text)
        } else {
          line.append(inJSON: text.unicodeScalars)
        }
      case .cells(let cells):
        // Whole glyphs are written as the generator writes them.
        guard cells.contains(where: \.isBetween) else {
          for cell in cells { line.append(pango: cell.visible) }
          continue
        }
        var style = style
        style.color = spans.color
        writer.append(
          [.readout(cells)], of: style, paint: BlockPaint(style, settings: settings),
          fading: spans.isKnown ? fading : fading == .mixed ? .none : fading, to: &line)
      }
    }
    writer.finish(&line)
    line.append(UInt8(ascii: "\""))
    return line
  }
}

extension Cell {
  /// It shows neither of its glyphs as it is at rest.
  fileprivate var isBetween: Bool { isMoving && progress > 0 && progress < 1 }
}

/// The colour of the text where markup is read, from left to right.
private struct SpanColors {
  /// One for each tag that is open; the outer one of a tag that says nothing of it.
  private var open: [(color: Color?, isKnown: Bool)] = []
  private let own: Color?

  init(_ own: Color?) { self.own = own }

  /// nil: the bar's own.
  var color: Color? { open.isEmpty ? own : open[open.count - 1].color }

  /// False where it has a name that only Pango knows.
  var isKnown: Bool { open.last?.isKnown ?? true }

  /// Reads over well-formed markup.
  mutating func pass(_ text: String) {
    guard text.contains("<") else { return }
    for token in TextToken.tokens(of: Array(text), isMarkup: true) {
      guard token.characters.first == "<", token.characters.last == ">" else { continue }
      let tag = token.text
      if tag.hasPrefix("</") {
        _ = open.popLast()
      } else if !tag.hasSuffix("/>") {
        open.append(inside(tag))
      }
    }
  }

  private static let attributes: Set<Substring> = ["color", "foreground", "fgcolor"]

  private func inside(_ tag: String) -> (color: Color?, isKnown: Bool) {
    var inner = (color: color, isKnown: isKnown)
    var rest = tag.dropFirst()
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].split(whereSeparator: \.isWhitespace).last ?? ""
      let value = rest[equals...].dropFirst().drop(while: \.isWhitespace)
      guard let quote = value.first, let end = value.dropFirst().firstIndex(of: quote) else {
        break
      }
      if Self.attributes.contains(name) {
        inner.color = Color(hex: String(value[..<end].dropFirst()))
        inner.isKnown = inner.color != nil
      }
      rest = value[end...].dropFirst()
    }
    return inner
  }
}
