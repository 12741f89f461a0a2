import FeedCore
import FeedPlugin

/// What a source says as a line of blocks, and how it wants to be treated.
struct ForeignBar: Sendable {
  /// One block, and the metrics that its texts are.
  struct Slot: Sendable {
    var block: ForeignBlock
    var full: Int
    var short: Int
    /// The texts at rest, as outputs draw them that speak another language.
    let label: String
    let shortLabel: String?

    init(block: ForeignBlock, full: Int, short: Int) {
      self.block = block
      self.full = full
      self.short = short
      label = Self.plain(block.fullText?.text ?? "", of: block)
      shortLabel = block.shortText.map { Self.plain($0.text, of: block) }
    }

    /// A stretch of a text without its markup, fit for every output.
    static func plain(_ text: String, of block: ForeignBlock) -> String {
      Sanitise.text(block.isMarkup ? ForeignMarkup.plain(text) : text)
    }
  }

  /// From left to right.
  var slots: [Slot] = []
  /// nil: it has said nothing of itself.
  var header: StreamHeader?
  /// How many clicks this run was told of.
  var clicks = 0
  /// It was asked to rest, as nobody looks.
  var rests = false

  /// A new run knows nothing of what the one before was told.
  mutating func begin() {
    header = nil
    clicks = 0
    rests = false
  }
}
