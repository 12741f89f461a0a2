/// Text from outside, made fit to be shown.
enum PlainText {
  static func clean(_ text: String) -> String { text }
}
