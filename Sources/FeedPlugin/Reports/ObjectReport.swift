import FeedCore
import FeedData

/// Reads a JSON object: flat, each key a field, or with `value`, `text`, `state`, `min`, `max`,
/// `unit`, `series` and `periods`.
///
/// `min`, `max` and `unit` belong to `value`; in an object without one they are fields like any
/// other, and so is a `state` that is not one of the states of a metric.
enum ObjectReport {
  static func read(_ text: String) throws(Rejection) -> Report {
    report(of: try JSONValue.members(of: text), isPeriod: false)
  }

  private static func report(of members: [JSONValue.Member], isPeriod: Bool) -> Report {
    var list = FieldList()
    let hasValue = members.contains { $0.key == "value" }
    let isSingle = hasValue || members.contains { $0.key == "text" }
    var report = Report()
    for member in members {
      switch member.key {
      case "text":
        report.text = text(member.value, &list)
        if !hasValue, let text = report.text {
          list.add(Report.Field(reading: .text(text)))
        }
      case "state":
        report.state = state(member.value)
        if report.state == nil { add(member, to: &list) }
      case "min" where isSingle, "max" where isSingle, "unit" where isSingle: break
      case "series" where member.value.isNested:
        report.series = SeriesReader.points(in: member.value, problems: &list)
      case "periods" where !isPeriod && member.value.isNested:
        report.periods = periods(member.value, &list)
      default: add(member, to: &list)
      }
    }
    report.fields = list.fields
    if isSingle { setRange(members, &report) }
    for problem in list.problems { report.add(problem: problem) }
    if report.isBlank { report.add(problem: "the object has no fields") }
    return report
  }

  private static func add(_ member: JSONValue.Member, to list: inout FieldList) {
    let name = Sanitise.text(member.key, limit: 128)
    guard !name.isEmpty else { return list.add(problem: "a key is empty") }
    switch member.value {
    case .null: list.add(Report.Field(name: name, reading: .missing))
    case .bool(let value):
      list.add(Report.Field(name: name, reading: .number(.integer(value ? 1 : 0))))
    case .integer(let value):
      list.add(Report.Field(name: name, reading: .number(.integer(value))))
    case .real(let value):
      list.add(Report.Field(name: name, reading: .number(Quantity.real(value).normalized)))
    case .string(let text):
      list.add(Report.Field(name: name, reading: .text(Sanitise.text(text))))
    case .array, .object: list.add(problem: "field '\(name)' is nested and left out")
    }
  }

  /// A number in the place of a text is shown as it is.
  private static func text(_ value: JSONValue, _ list: inout FieldList) -> String? {
    switch value {
    case .string(let text): return Sanitise.text(text)
    case .integer(let number): return String(number)
    case .real(let number): return "\(number)"
    case .bool(let value): return value ? "true" : "false"
    case .null: return nil
    case .array, .object:
      list.add(problem: "'text' is nested and left out")
      return nil
    }
  }

  private static func state(_ value: JSONValue) -> MetricState? {
    guard case .string(let name) = value else { return nil }
    return MetricState(rawValue: name)
  }

  private static func setRange(_ members: [JSONValue.Member], _ report: inout Report) {
    guard let place = report.fields.firstIndex(where: { $0.name == Report.mainField }) else {
      return
    }
    for member in members {
      switch (member.key, member.value) {
      case ("min", let value): report.fields[place].minimum = value.number
      case ("max", let value): report.fields[place].maximum = value.number
      case ("unit", .string(let unit)):
        report.fields[place].unit = Sanitise.text(unit, limit: 32)
      default: break
      }
    }
  }

  private static func periods(
    _ value: JSONValue, _ list: inout FieldList
  ) -> [Report.Period] {
    guard case .object(let members) = value else {
      list.add(problem: "'periods' is no object")
      return []
    }
    return members.prefix(64).map { member in
      let inner: [JSONValue.Member] =
        if case .object(let members) = member.value { members } else {
          [JSONValue.Member(key: Report.mainField, value: member.value)]
        }
      let report = report(of: inner, isPeriod: true)
      for problem in report.problems { list.add(problem: "period '\(member.key)': \(problem)") }
      return Report.Period(
        name: Sanitise.text(member.key, limit: 128), fields: report.fields, series: report.series)
    }
  }
}

/// Reads a history: `[1, 2, null]`, `[{"label": "Mon", "value": 1}]`, `[{"at": 1700000000,
/// "value": 1}]` or `{"Mon": 1}`.
private enum SeriesReader {
  static let limit = 1024

  static func points(in value: JSONValue, problems list: inout FieldList) -> [Report.Point] {
    var points: [Report.Point] = []
    switch value {
    case .array(let items):
      points = items.suffix(limit).map { item in
        guard case .object = item else { return Report.Point(value: item.number) }
        return Report.Point(
          label: label(item["label"] ?? text(item["at"])), at: time(item["at"]),
          value: item["value"]?.number)
      }
      if items.count > limit { list.add(problem: "'series' is cut to \(limit) values") }
    case .object(let members):
      points = members.suffix(limit).map {
        Report.Point(label: Sanitise.text($0.key, limit: 64), value: $0.value.number)
      }
    case .null, .bool, .integer, .real, .string: break
    }
    return points
  }

  /// Seconds since 1970.
  private static func time(_ value: JSONValue?) -> WallTime? {
    guard let seconds = value?.number, seconds.magnitude < 1e12 else { return nil }
    return WallTime(seconds: Int64(seconds.rounded(.down)))
  }

  /// An `at` that is no time is a label, such as `14:00`.
  private static func text(_ value: JSONValue?) -> JSONValue? {
    if case .string = value { value } else { nil }
  }

  private static func label(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): Sanitise.text(text, limit: 64)
    case .integer(let number): String(number)
    case .null, .bool, .real, .array, .object, nil: nil
    }
  }
}

extension JSONValue {
  fileprivate var isNested: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .integer, .real, .string: false
    }
  }

  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}
