package import FeedCore

/// How a source wants what it reports to be shown, as far as it says.
///
/// The state of a metric is the truth and comes first: a colour here is that of a metric that is
/// well, and nothing here hides that a source has failed.
package struct Appearance: Hashable, Sendable {
  package var color: Color?
  package var background: Color?
  /// What to show where room is short.
  package var shortText: String?
  /// In lines.
  package var tooltip: String?
  /// As style sheets name them.
  package var classes: [String] = []
  /// The word by which an icon is chosen.
  package var alternative: String?
  package var isUrgent = false
  /// There is nothing to be shown.
  package var isHidden = false
  /// In cells.
  package var minimumWidth: Int?
  package var align: BlockStyle.Align?
  package var hasSeparator: Bool?
  /// Programs for clicks, by the number of the button: its words each.
  package var actions: [Int: [String]] = [:]

  package init() {}

  static let tooltipLimit = 48

  /// Takes a tooltip's lines, each made fit and as many as a screen can hold.
  mutating func setTooltip(_ lines: some Sequence<String>) {
    var kept: [String] = []
    for line in lines {
      guard kept.count < Self.tooltipLimit else { break }
      kept.append(Sanitise.text(line, limit: 256))
    }
    while kept.last?.isEmpty == true { kept.removeLast() }
    tooltip = kept.isEmpty ? nil : kept.joined(separator: "\n")
  }

  /// Takes classes, each made fit.
  mutating func setClasses(_ names: some Sequence<String>) {
    classes = names.prefix(16).map { Sanitise.text($0, limit: 64) }.filter { !$0.isEmpty }
  }
}
