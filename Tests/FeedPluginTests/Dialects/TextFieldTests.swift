import FeedCore
import Testing

@testable import FeedPlugin

struct TextFieldTests {
  @Test(arguments: [
    ("CPU 42%", "42 percent"), ("42", "42"), ("-3.5°C out", "-3.5 celsius"),
    ("1.5 MiB free", "1572864 bytes"),
    ("1.2GB/3GB", "1200000000 bytes"), ("0.5G/23.5G (3%)", "536870912 bytes"), ("1/2/2024", nil),
    ("5kB/s", "5000 bytes_per_second"), ("MEM 3G", "3221225472 bytes"), ("load: 0.25, 0.5", "0.25"),
    ("vol 5.", "5"),
    ("800MHz", "800"), ("2Gi free", "2147483648 bytes"), ("3.4k stars", "3400"),
    ("512K", "524288 bytes"), ("\u{2212}7°C", "-7 celsius"),
    ("eth0 up", nil), ("12:30", nil), ("2024-01-31", nil), ("10.0.0.1", nil), ("v1.2.3", nil),
    ("9,5", nil),
    ("", nil), ("no number", nil), ("12:30 7 mails", "7"), ("3 of 10", "3"), ("(5)", "5"),
    ("€5", "5"),
  ])
  func `finds the number that a person sees`(_ text: String, _ expected: String?) {
    let word = TextNumber.first(in: text)
    let phrase = word.map { word -> String in
      let value = word.reading.quantity.map { quantity -> String in
        if case .integer(let value) = quantity { "\(value)" } else { "\(quantity.double)" }
      }
      return (value ?? "-") + (word.unit.map { " \($0)" } ?? "")
    }
    #expect(phrase == expected)
  }
}

/// What holds for every protocol, whatever a source prints.
struct ReportParserLawTests {
  private static let seeds: [String] = [
    "42\n", "a=1 b=\"x y\"\n",
    #"{"text":"a","class":["b"],"percentage":5,"tooltip":"t\nu"}"# + "\n",
    ##"{"full_text":"a","color":"#f00","min_width":"00","_n":1}"## + "\n",
    "CPU 42%\n42%\n#ff0000\n#000\n",
    "a | color=red | shell='x y' param1=z\nb\n---\n--c | href=https://x\n~~~\nd\n",
    "%{F#f00 B-}a%{A1:x\\:y:}b%{A}%{T1}\n", "a|range:0-9|5\nb|string|x|y\n\n",
    "m,a=b\\ c f=1i,g=\"x\\\"\n\",h=t 17\n# c\n",
    "# HELP m x\nm{a=\"b\\\\\",c=\"\\n\"} +Inf 17\nm 1\n",
    "OK - x | 'a b'=1MB;1:2;@3:4;0;9 c=U\nlong | d=5%;~:3\n",
    "<span color='#f00'>a &amp; <b>b</b></span>\n",
    "\u{1b}[31mred\u{1b}[0m e\u{301} 👩‍👩‍👧 \u{202e}x\n", "{\"text\":\"\\xff\"}\n",
  ]

  private static func mutated(_ text: String, _ dice: inout RandomSource) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 0...6, using: &dice) {
      let place = Int.random(in: 0...max(bytes.count - 1, 0), using: &dice)
      switch Int.random(in: 0..<5, using: &dice) {
      case 0 where !bytes.isEmpty: bytes[place] = UInt8.random(in: 0...255, using: &dice)
      case 1 where !bytes.isEmpty: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: min(place, bytes.count))
      case 3: bytes = Array(bytes.prefix(place))
      default:
        bytes.insert(
          contentsOf: Array("|;={}<&\"\\%\n".utf8).shuffled(using: &dice),
          at: min(place, bytes.count))
      }
    }
    return bytes
  }

  @Test(arguments: Catalog.reportParsers.names, RunMode.allCases)
  func `anything printed is read or refused, and what is shown fits one line`(
    _ name: String, _ mode: RunMode
  ) {
    var dice = RandomSource(seed: 17)
    for round in 0..<400 {
      let bytes = Self.mutated(Self.seeds[round % Self.seeds.count], &dice)
      let script = Script(name, mode, isMarkup: round.isMultiple(of: 2), wanted: ["", "m{a=b}"])
      var reader = ReportReader(parser: script.parser, mode: mode)
      reader.begin()
      var batches: [ReportReader.Batch] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...max(rest.count, 1), using: &dice)
        batches.append(reader.read(Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
      }
      let statuses: [FeedPlugin.ExitStatus] = [.exited(0), .exited(1), .exited(33), .signalled(9)]
      batches.append(reader.finish(statuses[round % 4]))
      for report in batches.flatMap(\.reports) { Self.check(report, of: bytes) }
    }
  }

  private static func check(_ report: Report, of bytes: [UInt8]) {
    let look = report.appearance
    var texts = [look.shortText, look.alternative, report.text].compactMap(\.self)
    texts += look.classes + (look.tooltip ?? "").split(separator: "\n").map(String.init)
    texts += report.problems
    for field in report.fields {
      if case .text(let text) = field.reading {
        texts.append(text)
        #expect(field.inks.isPlain || field.inks.places.count == text.count)
      }
      if case .number(let quantity) = field.reading { #expect(quantity.isFinite) }
      if let share = field.share { #expect((0...1).contains(share)) }
      #expect([field.minimum, field.maximum].allSatisfy { $0?.isFinite ?? true })
      texts.append(field.name)
    }
    for text in texts {
      let isFit = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      #expect(
        isFit,
        "\(text.debugDescription) of \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    #expect(report.fields.count <= Report.fieldLimit)
    #expect(Set(report.fields.map(\.name)).count == report.fields.count)
  }
}
