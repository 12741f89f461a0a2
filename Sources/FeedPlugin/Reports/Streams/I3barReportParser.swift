import FeedCore
import FeedData

/// Reads what a generator prints for i3bar: a header, then an endless array of lines of blocks.
///
/// Each block is a field by its name, or `name/instance`; one without a name by its position, from 1.
/// Its value is the first number in its text; `NAME.text` is the text.
///
/// *Source:* the i3bar protocol; what readers of it tolerate, such as commas at either end of a line
/// and a header that comes late or never.
package struct I3barReportParser: ReportParser {
  package init() {}

  package func framing(in mode: RunMode) -> ReportFraming { .document }

  package func read(
    _ lines: [LineBuffer.Line], status: ExitStatus?
  ) throws(Rejection) -> Report {
    guard let line = lines.last else { return Report() }
    guard !line.isCut else { throw Rejection("a line of blocks that does not end") }
    let bytes = Self.repaired(line.bytes)
    guard let first = bytes.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      throw Rejection("expected blocks, found '\(line.text.excerpt)'")
    }
    let value = try JSONValue.read(bytes)
    if case .object = value { return try header(value) }
    var report = Report()
    let blocks = Array(ForeignBlockReader.blocks(in: bytes).prefix(Self.limit))
    report.blocks = blocks
    var list = FieldList()
    for (index, block) in blocks.enumerated() { Self.add(block, at: index, to: &list) }
    report.fields = list.fields
    return report
  }

  /// No bar has more blocks than this.
  private static let limit = 256

  private func header(_ value: JSONValue) throws(Rejection) -> Report {
    guard value["version"] != nil else {
      throw Rejection("expected a header with a version, or an array of blocks")
    }
    var header = StreamHeader()
    if case .bool(let clicks)? = value["click_events"] { header.readsClicks = clicks }
    header.stopSignal = Self.signal(value["stop_signal"]) ?? header.stopSignal
    header.continueSignal = Self.signal(value["cont_signal"]) ?? header.continueSignal
    var report = Report()
    report.header = header
    return report
  }

  /// 0 sends none.
  private static func signal(_ value: JSONValue?) -> Int32? {
    guard case .integer(let number)? = value, (0...64).contains(number) else { return nil }
    return Int32(number)
  }

  /// i3bar gives up on bytes that are not UTF-8: they become U+FFFD.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 > 0x7f }) else { return bytes }
    return Array(String(decoding: bytes, as: UTF8.self).utf8)
  }

  private static func add(_ block: ForeignBlock, at index: Int, to list: inout FieldList) {
    let text = block.fullText?.text ?? ""
    let number = TextNumeral.first(in: text, isMarkup: block.isMarkup)
    let plain = Sanitise.text(block.isMarkup ? ForeignMarkup.plain(text) : text)
    let names = block.names.isEmpty ? [String(index + 1)] : block.names
    for name in names.map({ Sanitise.text($0, limit: 128) }) where !name.isEmpty {
      // The first of a name has it.
      guard !list.has(name) else { continue }
      list.add(Report.Field(name: name, reading: number.map { .number($0) } ?? .text(plain)))
      list.add(Report.Field(name: "\(name).text", reading: .text(plain)))
    }
  }
}
