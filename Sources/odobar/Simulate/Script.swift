import FeedConfig
import FeedCore
import FeedData
import FeedEngine

/// Reads a script of events: JSON lines, each at its time.
enum Script {
  struct Entry {
    /// Milliseconds from the start.
    var at: Int64
    var events: [Event]
  }

  static let kinds = [
    "value", "report", "click", "step", "period", "open", "motion", "fail", "refresh",
    "keys",
  ]

  /// Reads events for a config: they may name only what is there.
  static func read(
    _ text: [UInt8], file: String, for configuration: Configuration
  ) throws(Diagnostic) -> [Entry] {
    var entries: [Entry] = []
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { $0 != 32 && $0 != 9 && $0 != 13 }) else { continue }
      let place = Place(file: file, line: number, configuration: configuration)
      let entry = try Self.entry(Array(line), place)
      if let last = entries.last, entry.at < last.at {
        throw place.fault(
          "event at \(entry.at) comes after one at \(last.at)", "events go in order of time")
      }
      if entries.last?.at == entry.at {
        entries[entries.count - 1].events += entry.events
      } else {
        entries.append(entry)
      }
    }
    return entries
  }

  private struct Place {
    var file: String
    var line: Int
    var configuration: Configuration

    func checkMetric(_ name: String) throws(Diagnostic) -> String {
      try check(name, "metric", among: configuration.metrics.map(\.name))
    }

    func checkSource(_ name: String) throws(Diagnostic) -> String {
      try check(name, "source", among: configuration.sources.map(\.name))
    }

    func checkStepper(_ name: String) throws(Diagnostic) -> String {
      let name = try checkMetric(name)
      guard configuration.metrics.contains(where: { $0.name == name && $0.stepper != nil }) else {
        throw fault("metric '\(name)' has no stepper")
      }
      return name
    }

    /// Without periods of its own, a config knows them all.
    func checkPeriod(_ name: String) throws(Diagnostic) -> String {
      let periods = configuration.panel.periods.map(\.name)
      return periods.isEmpty ? name : try check(name, "period", among: periods)
    }

    private func check(
      _ name: String, _ kind: String, among names: [String]
    ) throws(Diagnostic) -> String {
      guard !names.contains(name) else { return name }
      let hint = names.isEmpty ? nil : Suggestion.hint(for: name, among: names)
      throw fault("no \(kind) '\(name)'", hint)
    }

    func fault(_ message: String, _ hint: String? = nil, column: Int = 1) -> Diagnostic {
      let mark = Mark(line: line, column: column)
      return Diagnostic(
        message, at: SourceSpan(file: file, start: mark, end: mark), hint: hint)
    }
  }

  private static func entry(_ line: [UInt8], _ place: Place) throws(Diagnostic) -> Entry {
    let value: JSONValue
    do throws(JSONProblem) {
      value = try JSONReader.read(line)
    } catch {
      throw place.fault(error.reason, column: error.offset + 1)
    }
    guard case .object(let members) = value else {
      throw place.fault("expected an object like {\"at\": 0, \"value\": {\"cpu\": 42}}")
    }
    guard let at = milliseconds(value["at"]) else {
      throw place.fault("expected 'at' in milliseconds from 0")
    }
    var events: [Event] = []
    for member in members where member.key != "at" {
      events += try Self.events(member.key, member.value, place)
    }
    guard !events.isEmpty else {
      throw place.fault("no event beside 'at'", "one of: \(kinds.joined(separator: ", "))")
    }
    return Entry(at: at, events: events)
  }

  private static func milliseconds(_ value: JSONValue?) -> Int64? {
    switch value {
    case .integer(let count) where count >= 0 && count < 1 << 50: count
    case .real(let count) where count >= 0 && count < 0x1p50: Int64(count.rounded(.up))
    default: nil
    }
  }

  private static func events(
    _ key: String, _ value: JSONValue, _ place: Place
  ) throws(Diagnostic) -> [Event] {
    switch key {
    case "value":
      guard case .object(let members) = value else {
        throw place.fault("expected 'value' as {METRIC: VALUE}")
      }
      var events: [Event] = []
      for member in members {
        events.append(.valued(metric: try place.checkMetric(member.key), reading(member.value)))
      }
      return events
    case "report":
      return [
        .reported(
          source: try place.checkSource(try text(value, "source", key, place)),
          line: try text(value, "line", key, place))
      ]
    case "click":
      return [.clicked(FeedID(0), try click(value, place))]
    case "step":
      let name = try text(value, "metric", key, place)
      switch (quantity(value["by"]), quantity(value["to"])) {
      case (let amount?, nil):
        return [.stepped(metric: try place.checkStepper(name), by: amount)]
      case (nil, let wanted?): return [.steppedTo(metric: try place.checkStepper(name), wanted)]
      case (nil, nil): throw place.fault("expected a number as 'by' or 'to' in 'step'")
      case (_?, _?): throw place.fault("'step' goes 'by' or 'to', not both")
      }
    case "fail":
      return [
        .failed(
          source: try place.checkSource(try text(value, "source", key, place)),
          message: try text(value, "message", key, place))
      ]
    case "period":
      guard case .string(let name) = value else { throw place.fault("expected a period's name") }
      return [.periodChanged(try place.checkPeriod(name))]
    case "open": return [.opened]
    case "keys":
      guard case .string(let text) = value else { throw place.fault("expected keys as a string") }
      return [.typed(FeedID(0), Array(text.utf8))]
    case "refresh": return [.refreshed(nil)]
    case "motion": return [.motionLimited(MotionLimits(reduction: try reduction(value, place)))]
    default:
      throw place.fault("unknown event '\(key)'", Suggestion.hint(for: key, among: kinds))
    }
  }

  private static func click(_ value: JSONValue, _ place: Place) throws(Diagnostic) -> ClickEvent {
    let button: Int64
    switch value["button"] {
    case .integer(let number)? where (1...15).contains(number): button = number
    case nil: button = 1
    default: throw place.fault("expected 'button' from 1 to 15 in 'click'")
    }
    let metric = try text(value, "metric", "click", place)
    return ClickEvent(
      metric: metric, instance: try part(of: value, place), button: Int(button))
  }

  /// What of a block is clicked, as the bar calls it or as people do.
  private static func part(of click: JSONValue, _ place: Place) throws(Diagnostic) -> String? {
    if case .string(let name)? = click["instance"] { return name }
    switch click["part"] {
    case .string(let name)? where parts.contains(name): return name
    case .string(let name)?:
      throw place.fault("no part '\(name)' in 'click'", Suggestion.hint(for: name, among: parts))
    case nil: return nil
    default: throw place.fault("expected 'part' to be one of: \(parts.joined(separator: ", "))")
    }
  }

  private static let parts = ["minus", "value", "plus"]

  private static func reduction(
    _ value: JSONValue, _ place: Place
  ) throws(Diagnostic) -> Reduction {
    switch value {
    case .string("reduced"):
      return place.configuration.motion.reducedStyle == .fade ? .fade : .jump
    case .string("jump"): return .jump
    case .string("fade"): return .fade
    case .string("full"), .string("auto"): return .none
    default: throw place.fault("expected 'motion' to be one of: full, reduced, fade")
    }
  }

  private static func text(
    _ value: JSONValue, _ key: String, _ kind: String, _ place: Place
  ) throws(Diagnostic) -> String {
    guard case .string(let text) = value[key] else {
      throw place.fault("expected a string as '\(key)' in '\(kind)'")
    }
    return text
  }

  private static func quantity(_ value: JSONValue?) -> Quantity? {
    switch value {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    default: nil
    }
  }

  private static func reading(_ value: JSONValue) -> Reading {
    switch value {
    case .integer(let number): .number(.integer(number))
    case .real(let number): .number(Quantity.real(number).normalized)
    case .string(let text): .text(text)
    case .bool(let flag): .number(.integer(flag ? 1 : 0))
    case .null, .array, .object: .missing
    }
  }
}
