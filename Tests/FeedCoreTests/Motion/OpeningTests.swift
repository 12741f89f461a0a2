import FeedCore
import TestKit
import Testing

struct OpeningTests {
  struct Panel: Decodable, CustomTestStringConvertible {
    struct Event: Decodable {
      let time: Int64
      let open: Bool?
      let refresh: [String: Int64]?
      let period: [String: Int64]?

      enum CodingKeys: String, CodingKey {
        case time = "t_ms"
        case open, refresh, period
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
    let duration: Int64
    let reduced: Bool
    let formats: [String: String]
    let values: [String: Int64]
    let events: [Event]
    let samples: [Sample]

    enum CodingKeys: String, CodingKey {
      case duration = "duration_ms"
      case id, reduced, formats, values, events, samples
    }

    var testDescription: String { id }
  }

  @Test(arguments: try MotionVectors.cases("panel", as: Panel.self))
  func `one progress opens all, and only opening and periods start it`(_ panel: Panel) throws {
    for sample in panel.samples {
      var opening: Opening?
      var values = panel.values
      for event in panel.events where event.time <= sample.time {
        values.merge(event.refresh ?? event.period ?? [:]) { _, new in new }
        if event.refresh == nil, !panel.reduced {
          opening = Opening(
            start: .milliseconds(event.time), duration: .milliseconds(panel.duration))
        }
      }
      let now = Instant.milliseconds(sample.time)

      let progress = opening?.value(at: now) ?? 1

      #expect(progress.isClose(to: sample.progress), "at \(sample.time) ms")
      for (name, format) in panel.formats where format == "integer" {
        let value = try #require(values[name])
        let part = opening?.part(of: .integer(value), at: now) ?? .integer(value)
        let shown = try #require(sample.shown[name]).filter { $0 != "," }
        #expect(TestFormatter().readout(of: part, like: part).text == shown)
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

    struct Zero: Decodable { let text: String }

    let values: [String: Double]
    let maximum: Double
    let cells: Int
    let samples: [Sample]
    let zeroMaximum: Zero

    enum CodingKeys: String, CodingKey {
      case zeroMaximum = "zero_maximum"
      case values, maximum, cells, samples
    }
  }

  @Test func `bars grow with the opening, and a little is never nothing`() throws {
    let opening = Opening(start: .zero)
    for bars in try MotionVectors.cases("panel_bars", as: Bars.self) {
      for sample in bars.samples {
        for (name, value) in bars.values {
          let ratio = value * opening.value(at: .milliseconds(sample.time)) / bars.maximum
          #expect(ratio.isClose(to: try #require(sample.ratio[name])))
          #expect(Gauge(fraction: ratio, width: bars.cells).text == sample.text[name])
        }
      }
      #expect(Gauge(fraction: 0, width: bars.cells).text == bars.zeroMaximum.text)
    }
  }

  @Test(arguments: [
    (0.0, 4, "    "), (1e-9, 4, "▏   "), (0.5, 4, "██  "), (1, 4, "████"), (7, 4, "████"),
    (-1, 4, "    "), (.infinity, 2, "██"), (.nan, 2, "  "), (0.5, 0, ""), (0.5, -3, ""),
  ])
  func `gauges take any share and any width`(fraction: Double, width: Int, text: String) {
    #expect(Gauge(fraction: fraction, width: width).text == text)
  }

  @Test func `takes three quarters of a second and ends on the very value`() {
    let opening = Opening(start: .milliseconds(100))

    #expect(opening.end == .milliseconds(850))
    #expect(opening.value(at: .zero) == 0)
    #expect(opening.part(of: .integer(.max), at: .milliseconds(849)).isFinite)
    #expect(opening.part(of: .integer(.max), at: .milliseconds(850)) == .integer(.max))
    #expect(Opening(start: .zero, duration: .zero).value(at: .zero) == 1)
  }
}
