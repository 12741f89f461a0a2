import Foundation
import TestKit
import Testing

/// The acceptance cases of a panel, through `simulate --panel`.
struct PanelVectorTests {
  struct Course: Decodable, CustomTestStringConvertible {
    struct Event: Decodable {
      let time: Int64
      let refresh: [String: Int64]?
      let period: [String: Int64]?

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case refresh, period
      }
    }

    struct Sample: Decodable {
      let time: Int64
      let progress: Double
      let shown: [String: String]

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case progress, shown
      }
    }

    let id: String
    let reduced: Bool
    let values: [String: Int64]
    let events: [Event]
    let samples: [Sample]

    var testDescription: String { id }

    var script: [String] {
      events.enumerated().map { index, event in
        let values = event.refresh ?? event.period ?? (index == 0 ? values : nil)
        var parts = ["\"at\": \(event.time)"]
        if event.period != nil { parts.append("\"period\": \"week\"") }
        if let values {
          let list = values.map { "\"\($0.key)\": \($0.value)" }.sorted().joined(separator: ", ")
          parts.append("\"value\": {\(list)}")
        } else {
          parts.append("\"open\": true")
        }
        return "{\(parts.joined(separator: ", "))}"
      }
    }
  }

  struct Panel: Decodable, Equatable {
    struct Metric: Decodable, Equatable {
      let name: String
      let text: String
      let label: String
      let fraction: Double?
    }

    let moving: Bool
    let progress: Double
    let period: String
    let metrics: [Metric]

    subscript(name: String) -> Metric? { metrics.first { $0.name == name } }
  }

  private static let config = """
    sources: {s: {command: "true"}}
    metrics:
      clips: {source: s.clips, format: integer}
      total: {source: s.total, format: integer}
      size: {source: s.size, format: file_size, aggregate: last}
      cost: {source: s.cost, format: {currency: USD}, fraction: 4}
    panel: {periods: {day: Today, week: This week}}
    """

  private func panels(
    _ sandbox: Sandbox, _ script: [String], _ options: [String]
  ) throws -> [Shot<Panel>] {
    try sandbox.simulate(script, ["--panel", "--output", "json"] + options).lines.map {
      try JSONDecoder().decode(Shot<Panel>.self, from: Data($0.utf8))
    }
  }

  @Test(arguments: try MotionVectors.cases("panel", as: Course.self))
  func `one progress multiplies all numbers, each in its own format`(_ course: Course) throws {
    let sandbox = try Sandbox(config: Self.config)
    let step = commonStep(course.samples.map(\.time))
    let shots = try panels(
      sandbox, course.script,
      (course.reduced ? ["--motion", "reduced"] : ["--motion", "full"])
        + ["--every", "\(step)", "--until", "\(course.samples.last?.time ?? 0)"])

    // At rest the changed digits roll for half a second; the truth is there at once.
    let rest = course.events.last { $0.refresh != nil && $0.time > 750 }?.time
    for sample in course.samples {
      let panel = try #require(shots.first { $0.at == sample.time }?.frame)
      #expect(abs(panel.progress - sample.progress) < 1e-5, "at \(sample.time) ms")
      for (name, shown) in sample.shown {
        let isRolling = rest.map { ($0..<$0 + 500).contains(sample.time) } ?? false
        let text = isRolling ? panel[name]?.label : panel[name]?.text
        // The locale of the tests has no groups.
        #expect(text == shown.replacing(",", with: ""), "\(name) at \(sample.time) ms")
      }
    }
  }

  struct Bars: Decodable {
    struct Sample: Decodable {
      let time: Int64
      let ratio: [String: Double]
      let text: [String: String]

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case ratio, text
      }
    }

    let values: [String: Int64]
    let cells: Int
    let samples: [Sample]
  }

  @Test(arguments: try MotionVectors.cases("panel_bars", as: Bars.self))
  func `bars are to the eighth as they should be, compared with the largest`(_ bars: Bars) throws {
    let names = bars.values.keys.sorted()
    let metrics = names.map { "  \($0): {source: s.\($0), format: integer}" }
    let sandbox = try Sandbox(
      config: (["sources: {s: {command: \"true\"}}", "metrics:"] + metrics + ["panel: {}"])
        .joined(separator: "\n"))
    let values = names.map { "\"\($0)\": \(bars.values[$0] ?? 0)" }.joined(separator: ", ")
    let script = ["{\"at\": 0, \"value\": {\(values)}}"]
    let options = [
      "--every", "\(commonStep(bars.samples.map(\.time)))", "--until",
      "\(bars.samples.last?.time ?? 0)", "--motion", "full",
    ]

    let shots = try panels(sandbox, script, options)
    let tables = try sandbox.texts(script, as: "plain", ["--panel"] + options)

    for sample in bars.samples {
      let panel = try #require(shots.first { $0.at == sample.time }?.frame)
      let table = try #require(tables.first { $0.at == sample.time }?.frame)
      let lines = table.split(separator: "\n").dropFirst()
      for (name, line) in zip(names, lines) {
        #expect(abs((panel[name]?.fraction ?? -1) - (sample.ratio[name] ?? 0)) < 1e-5)
        // Name, number, bar, chart.
        let text = try #require(sample.text[name]?.filter { $0 != " " })
        let drawn = line.filter { "▏▎▍▌▋▊▉█".contains($0) }
        #expect(drawn.hasPrefix(text) && (text.isEmpty == drawn.isEmpty), "\(name): \(line)")
      }
    }
  }

  @Test func `keys, periods and days in virtual time`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let script = [
      "{\"at\": 0, \"value\": {\"clips\": 5}}",
      "{\"at\": 3600000, \"value\": {\"clips\": 9}}",
      "{\"at\": 3601000, \"keys\": \"\\u001b[C\"}",
    ]
    // Keys mean something on a terminal only.
    let table = try sandbox.texts(script, as: "plain", ["--panel", "--date", "2026-03-01"])
    #expect(table.last?.frame.hasPrefix("odobar: Today") == true)
    let screen = try sandbox.texts(
      script, as: "ansi",
      [
        "--panel", "--date", "2026-03-01", "--size", "60x20", "--every", "3700000", "--until",
        "3700000",
      ])
    let picture = try #require(screen.last?.frame)
    #expect(picture.contains("\u{1b}[0;1;7m This week"))
    #expect(picture.contains("Sun"))
    #expect(picture.split(separator: "\n", omittingEmptySubsequences: false).count == 20)
  }

  @Test(arguments: [
    (["--panel", "--output", "i3bar"], "unknown output 'i3bar' for a panel"),
    (["--panel", "--size", "80"], "--size is like 80x24, found '80'"),
    (["--panel", "--size", "0x9"], "--size is like 80x24, found '0x9'"),
    (["--panel", "--date", "2026-02-30"], "--date is like 2026-01-05, found '2026-02-30'"),
  ])
  func `what makes no sense is said so`(_ options: [String], _ message: String) throws {
    let run = try Sandbox(config: Self.config).simulate([], options)
    #expect(run.status == 64)
    #expect(run.errors.contains(message))
  }
}
