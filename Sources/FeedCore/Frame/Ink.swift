/// How some characters of a text are drawn, as their source says.
package struct Ink: Hashable, Sendable {
  /// nil: as the block.
  package var foreground: Color?
  /// nil: as the block.
  package var background: Color?
  package var isBold: Bool
  package var isItalic: Bool
  package var isUnderlined: Bool
  package var isStruck: Bool
  /// The family of the font, for outputs that have more than one; nil: as the block.
  package var face: String?
  /// The size of the font in Pango's words, for the same outputs: `small`, `12288`.
  package var size: String?

  package init(
    foreground: Color? = nil, background: Color? = nil, isBold: Bool = false,
    isItalic: Bool = false, isUnderlined: Bool = false, isStruck: Bool = false,
    face: String? = nil, size: String? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isItalic = isItalic
    self.isUnderlined = isUnderlined
    self.isStruck = isStruck
    self.face = face
    self.size = size
  }

  package static let plain = Ink()
}

/// Which characters of a text have which ink.
package struct InkMap: Hashable, Sendable {
  /// Each once; 255 at the most.
  package private(set) var inks: [Ink] = []
  /// For each character the number of its ink, from 1; 0 for a plain one.
  package private(set) var places: [UInt8] = []

  package init() {}

  /// All of it is plain.
  package var isPlain: Bool { inks.isEmpty }

  /// Gives the next character its ink; what comes after 255 different ones is plain.
  package mutating func append(_ ink: Ink) {
    guard ink != .plain else { return places.append(0) }
    if let index = inks.firstIndex(of: ink) { return places.append(UInt8(index + 1)) }
    guard inks.count < 255 else { return places.append(0) }
    inks.append(ink)
    places.append(UInt8(inks.count))
  }

  /// `cells` with the inks of the text that they show or become.
  ///
  /// On the way between texts of different lengths the last characters have the last ink.
  package func applied(to cells: [Cell]) -> [Cell] {
    guard !isPlain, let last = places.last else { return cells }
    var cells = cells
    for index in cells.indices { cells[index].ink = index < places.count ? places[index] : last }
    return cells
  }
}
