import TestKit
import Testing

/// The acceptance cases of a panel that opens, through the whole program.
struct OpeningVectorTests {
  struct Course: Decodable, CustomTestStringConvertible {
    struct Event: Decodable {
      let time: Int64
      let refresh: [String: Double]?
      let period: [String: Double]?

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case refresh, period
      }
    }

    struct Sample: Decodable {
      let time: Int64
      let shown: [String: String]

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case shown
      }
    }

    let id: String
    let reduced: Bool
    let values: [String: Double]
    let events: [Event]
    let samples: [Sample]

    var testDescription: String { id }

    static let names = ["clips", "total", "size", "cost"]

    var script: [String] {
      events.enumerated().map { index, event in
        // What opens first opens with its first values.
        let values = event.refresh ?? event.period ?? (index == 0 ? self.values : nil)
        var parts = ["\"at\": \(event.time)"]
        if event.period != nil { parts.append("\"period\": \"week\"") }
        if let values {
          let list = Self.names.map { "\"\($0)\": \(Int64(values[$0] ?? 0))" }
          parts.append("\"value\": {\(list.joined(separator: ", "))}")
        } else {
          parts.append("\"open\": true")
        }
        return "{\(parts.joined(separator: ", "))}"
      }
    }
  }

  private static let config = """
    locale: C
    motion: {style: count, fps: 60, unit: live}
    sources: {s: {command: "true"}}
    metrics:
      clips: {source: s.clips, format: integer}
      total: {source: s.total, format: integer}
      size: {source: s.size, format: file_size}
      cost: {source: s.cost, format: {currency: USD, fraction: 4}}
    bars: {main: [clips, total, size, cost]}
    panel: {periods: {day: Today, week: This week}}
    """

  @Test(arguments: try MotionVectors.cases("panel", as: Course.self))
  func `one progress multiplies every number`(_ course: Course) throws {
    let sandbox = try Sandbox(config: Self.config)
    let step = commonStep(course.samples.map(\.time))
    let end = course.samples.last?.time ?? 0

    let shots = try sandbox.widgets(
      course.script,
      (course.reduced ? ["--motion", "reduced"] : [])
        + ["--every", "\(step)", "--until", "\(end)"])

    // Numbers of this program move when they change at rest; those of the cases do not.
    let rest = course.events.last { $0.refresh != nil && $0.time > 750 }?.time ?? .max
    for sample in course.samples where sample.time < rest || sample.time > rest + 1200 {
      let shot = try #require(shots.first { $0.at == sample.time })
      for name in Course.names {
        let text = sample.shown[name]?.replacing(",", with: "")
        #expect(
          shot.frame[name]?.text.trimmingBlanks == text, "\(name) at \(sample.time) ms")
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
    let maximum: Int64
    let cells: Int
    let samples: [Sample]
  }

  @Test(arguments: try MotionVectors.cases("panel_bars", as: Bars.self))
  func `the same progress multiplies every gauge, and none that has a value is empty`(
    _ bars: Bars
  ) throws {
    let names = bars.values.keys.sorted()
    let metrics = names.map {
      "  \($0): {source: s.\($0), format: integer, range: 0..\(bars.maximum), "
        + "gauge: {width: \(bars.cells)}, label: \"{gauge}\"}"
    }
    let sandbox = try Sandbox(
      config: (["sources: {s: {command: \"true\"}}", "metrics:"] + metrics)
        .joined(separator: "\n"))
    let values = names.map { "\"\($0)\": \(bars.values[$0] ?? 0)" }.joined(separator: ", ")
    let script = ["{\"at\": 0, \"value\": {\(values)}}"]
    let step = commonStep(bars.samples.map(\.time))
    let options = ["--every", "\(step)", "--until", "\(bars.samples.last?.time ?? 0)"]

    let frames = try sandbox.widgets(script, options)
    let texts = try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try sandbox.texts(script, as: "plain", options + ["--metric", $0]))
      })

    for sample in bars.samples {
      let frame = try #require(frames.first { $0.at == sample.time }?.frame)
      for name in names {
        let fraction = try #require(frame[name]?.fraction)
        let ratio = try #require(sample.ratio[name])
        #expect(abs(fraction - ratio) < 0.001, "\(name) at \(sample.time) ms")
        let text = texts[name]?.first { $0.at == sample.time }?.frame
        #expect(
          text?.trimmingBlanks == sample.text[name]?.trimmingBlanks,
          "\(name) at \(sample.time) ms")
      }
    }
  }
}
