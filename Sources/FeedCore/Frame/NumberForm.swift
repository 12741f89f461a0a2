/// The marks that the numbers of one unit are written with, at their most.
///
/// In proportional fonts a mark is narrower than a digit. Where a number has fewer marks than
/// others and blanks at its left, as many blanks are to be as narrow as marks: then all are equally
/// wide.
package struct NumberForm: Hashable, Sendable {
  /// Group marks and the decimal point, from the left.
  package var marks: [Character]
  /// Whether numbers of one unit may have a mark or a digit in the same place.
  package var varies: Bool

  package init(marks: [Character] = [], varies: Bool = false) {
    self.marks = marks
    self.varies = varies
  }

  /// The form of `readout`, of a format that writes `optionalMark` in some numbers only.
  package init(_ readout: Readout, optionalMark: Character?) {
    marks = readout.parts.compactMap { part in
      switch part.key {
      case .group, .decimalPoint: part.character
      case .padding, .sign, .prefix, .integer, .fraction, .suffix, .token: nil
      }
    }
    varies = optionalMark != nil
    if let optionalMark, !marks.contains(optionalMark) { marks.append(optionalMark) }
  }

  /// The one of two forms that has more marks.
  package func merged(with other: NumberForm) -> NumberForm {
    NumberForm(
      marks: marks.count >= other.marks.count ? marks : other.marks,
      varies: varies || other.varies)
  }

  /// `cells` with room for the marks that they lack, as far as there are blanks at the left.
  package func fitted(_ cells: [Cell]) -> [Cell] {
    guard !marks.isEmpty, let first = cells.first, first.isBlank else { return cells }
    var missing = marks
    for cell in cells {
      let place = missing.firstIndex { $0 == cell.glyph || $0 == cell.next }
      if let place { missing.remove(at: place) }
    }
    var cells = cells
    for (index, mark) in missing.enumerated() {
      guard index < cells.count, cells[index].isBlank else { break }
      cells[index].room = mark
    }
    return cells
  }
}
