/// Why a text with a grammar of its own, such as a template or a formula, cannot be read.
package struct TextProblem: Error, Hashable, Sendable {
  /// Where it starts, in Unicode scalars from the start of the text.
  package var offset: Int
  package var message: String
  package var hint: String?

  package init(offset: Int, message: String, hint: String? = nil) {
    self.offset = offset
    self.message = message
    self.hint = hint
  }
}
