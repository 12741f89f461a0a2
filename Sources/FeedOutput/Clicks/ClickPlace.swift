/// A part of a metric that can be clicked.
package struct ClickPlace: Hashable, Sendable {
  /// The metric's name in the config.
  package var metric: String
  /// The control's part, or `value`.
  package var part: String

  /// The part that is no control.
  package static let value = "value"

  package init(metric: String, part: String = ClickPlace.value) {
    self.metric = metric
    self.part = part
  }
}
