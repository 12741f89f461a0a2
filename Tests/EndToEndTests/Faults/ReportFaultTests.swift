import Foundation
import TestKit
import Testing

/// Reports that make no sense, in virtual time.
struct ReportFaultTests {
  private static let config = """
    motion: none
    locale: C
    sources: {s: {command: "true"}}
    metrics:
      n: {source: s.n, format: integer, chart: {width: 4}, gauge: {width: 4},
        label: "{value} {gauge} {chart} {delta}", thresholds: {warning: 70}}
      p: {source: s.n, format: percent, chart: {width: 4}, gauge: {width: 4}, icon: P}
      b: {source: s.n, format: {bytes: binary}, range: 0..1GiB, gauge: {width: 4}}
      d: {source: s.n, format: duration}
      c: {source: s.n, format: compact, motion: {style: count, duration: 100ms}}
    panel: {history: true}
    """

  /// Lines of a source that said 1 before, and what becomes of `n`; nil where nothing can be made of
  /// them.
  private static let reports: [(line: String, text: String?)] = [
    ("n=nan", "–"), ("n=-NaN", "–"), ("n=inf", "–"), ("n=-Infinity", "–"), ("n=1e400", "–"),
    ("n=-1e400", "–"), (#"{"n": NaN}"#, "–"), (#"{"n": null}"#, "–"), (#"{"n": 1e999}"#, "–"),
    ("n=-0", "0"), ("n=-0.0", "0"), ("n=1e-400", "0"), ("n=5e-324", "0"), (#"{"n": -0.0}"#, "0"),
    ("n=9007199254740993", "9007199254740993"), ("n=9223372036854775807", "9223372036854775807"),
    ("n=-9223372036854775808", "-9223372036854775808"),
    ("n=9223372036854775808", "9223372036854775808"),
    (#"{"n": 9007199254740993}"#, "9007199254740993"), ("n=2 n=3", "3"),
    (#"{"n": 2, "n": 3}"#, "3"), (#"{"n": 4, "m": NaN, "o": {"n": [1]}}"#, "4"),
    ("n=\u{1b}[31m5\u{1b}[0m", "5"), ("n=9,0", nil), ("n=9,0 m=1", "–"), (#"{"n": 2"#, nil),
    (#"{"n": }"#, nil),
    (#"{"n": 2} {"n": 3}"#, nil), (String(repeating: "{\"n\":", count: 10_000), nil),
    ("{\"n\":" + String(repeating: "[", count: 10_000), nil),
    ("n=" + String(repeating: "9", count: 70_000), nil),
  ]

  private func report(_ line: String, at time: Int) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
    return "{\"at\": \(time), \"report\": {\"source\": \"s\", \"line\": \(text)}}"
  }

  @Test func `each costs no more than itself, and the next good one counts`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let script = try Self.reports.enumerated().flatMap { index, each in
      [try report("n=1", at: index * 1000), try report(each.line, at: index * 1000 + 500)]
    }

    let shots = try sandbox.widgets(script, ["--until", "\(Self.reports.count * 1000)"])

    func metric(at time: Int) -> Widget.Metric? {
      shots.last { $0.at < time }?.frame["n"]
    }
    for (index, each) in Self.reports.enumerated() {
      let (before, after) = (metric(at: index * 1000 + 500), metric(at: index * 1000 + 1000))
      let line = each.line.prefix(40)
      #expect(before?.label == "1" && before?.state == "normal", "before \(line)")
      #expect(after?.label == each.text ?? "1", "\(line)")
      if each.text == nil { #expect(after?.state == "stale", "\(line)") }
    }
  }

  @Test(arguments: ["i3bar", "waybar", "tmux", "ansi", "plain", "json"])
  func `texts that only look alike are drawn anew`(_ output: String) throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "true", protocol: text}}
        metrics: {t: {source: s, format: text, motion: none}}
        """)
    // An accent in one letter and in two, and icons that no dictionary knows.
    let texts = ["\u{e9}", "e\u{301}", "\u{e9}", "\u{f0f3}", "\u{f0f4}", "\u{212b}", "\u{c5}"]

    let run = try sandbox.simulate(
      try texts.enumerated().map { try report($1, at: ($0 + 1) * 1000) }, ["--output", output])

    #expect(run.lines.count == texts.count + 1, "\(run.output)")
  }

  @Test func `a program under another name that looks alike is another program`() throws {
    func config(_ name: String) -> String {
      """
      sources: {s: {command: [cat, \(name)], interval: 1h}}
      metrics: {n: {source: s, format: integer, motion: none}}
      """
    }
    let sandbox = try Sandbox(config: config("\u{e9}"))
    // Two files: for the kernel a name is its bytes.
    try sandbox.write("1\n", to: "config/odobar/\u{e9}")
    try sandbox.write("2\n", to: "config/odobar/e\u{301}")
    let program = try sandbox.start(["json"])
    try program.line { try Widget($0)["n"]?.value == .whole(1) }

    try sandbox.write(config("e\u{301}"), to: "config/odobar/config.yaml")

    try program.line { try Widget($0)["n"]?.value == .whole(2) }
  }
}
