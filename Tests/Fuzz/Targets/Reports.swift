import FeedCore
import FeedPlugin

extension FuzzTarget {
  /// What a program prints, in every protocol, in every mode, cut into pieces of any size.
  static let report = FuzzTarget(
    name: "report", summary: "what a program prints is read in one of the protocols",
    words: [
      "value", "text", "state", "warning", "min", "max", "unit", "series", "periods", "full_text",
      "percentage", "tooltip", "class", "null", "true", "NaN", "1e400", "9223372036854775808",
      "9,0",
      "\"", "{", "}", "[", "]", ":", ",", "=", "|", "---", "~~~", "%{F", "%{", "}", "<txt>",
      "</txt>",
      "color=", "size=", "range:0-9", "string", "int", "\u{1b}[", "\u{1b}]", "\u{202e}", "\\u0041",
      "\\ud800", " kB/s", "\n", "\r\n", "\0",
    ]
  ) { bytes in
    var choices = Choices(bytes)
    let parser = choices.element(of: Catalog.reportParsers.entries).choice
    let mode = choices.element(of: RunMode.allCases)
    let status = choices.element(of: [ExitStatus.exited(0), .exited(1), .signalled(9)])
    let size = choices.number(below: 256) + 1
    func known(_ pieces: [[UInt8]]) -> [String: Reading] {
      var reader = ReportReader(parser: parser, mode: mode)
      reader.begin()
      var known: [String: Reading] = [:]
      for batch in pieces.map({ reader.read($0) }) + [reader.finish(status)] {
        for report in batch.reports {
          require(report.fields.count <= 1024, "\(report.fields.count) fields")
          for field in report.fields {
            known[field.name] = field.reading
            if case .text(let text) = field.reading {
              require(Sanitise.text(text) == text, "a text that is not clean")
            }
          }
        }
      }
      return known
    }
    let isLong = bytes.count { $0 == UInt8(ascii: "\n") } >= ReportReader.lineLimit
    let known = (cut: known(choices.pieces(of: size)), whole: known([Array(choices.rest)]))
    require(isLong || known.cut == known.whole, "pieces of \(size) make a difference")
  }

  /// A file that may be a plugin.
  static let manifest = FuzzTarget(
    name: "manifest", summary: "a plugin's first lines are looked at",
    words: [
      "#!/bin/sh\n", "# odobar: {", "mode: ", "poll", "interval: ", "2s", "fields: ", "unit: ",
      "percent", "params: ", "default: ", "settable: true", "core*", "}", "\"", "\\", "\n", "// ",
    ]
  ) { bytes in
    let (manifest, faults) = Manifest.read(bytes, file: "f")
    require(manifest != nil || faults.allSatisfy { !$0.message.isEmpty }, "a fault without words")
  }
}
