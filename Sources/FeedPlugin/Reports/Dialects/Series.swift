import FeedCore

/// One number of an exposition, with the labels that tell it from others of its name.
struct Series {
  var name: String
  /// In the order in which they were printed.
  var labels: [(name: String, value: String)] = []
  var field: Report.Field

  /// As it is called where nothing else is asked for: `up{job=node}`.
  var title: String {
    guard !labels.isEmpty else { return name }
    return name + "{" + labels.map { "\($0.name)=\($0.value)" }.joined(separator: ",") + "}"
  }
}

/// What a config asks for: a name, and labels that a series has to have: `up{job=node}`.
struct SeriesSelector {
  let name: String
  let labels: [(name: String, value: String)]

  /// Values may be in double quotes, in which a backslash takes the next character as it is.
  init(_ text: String) {
    guard let brace = text.firstIndex(of: "{"), text.last == "}" else {
      name = text
      labels = []
      return
    }
    name = String(text[..<brace])
    labels = Self.labels(text[text.index(after: brace)...].dropLast())
  }

  func matches(_ series: Series) -> Bool {
    series.name == name
      && labels.allSatisfy { label in
        series.labels.contains { $0.name == label.name && $0.value == label.value }
      }
  }

  private static func labels(_ text: Substring) -> [(name: String, value: String)] {
    var labels: [(name: String, value: String)] = []
    var rest = text[...]
    while let equals = rest.firstIndex(of: "=") {
      let name = String(rest[..<equals]).trimmed
      rest = rest[rest.index(after: equals)...].drop { $0 == " " }
      var value = ""
      if rest.first == "\"" {
        rest.removeFirst()
        while let character = rest.popFirst(), character != "\"" {
          value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
        }
        rest = rest.drop { $0 != "," }
      } else {
        value = String(rest.prefix { $0 != "," }).trimmed
        rest = rest.drop { $0 != "," }
      }
      labels.append((name, value))
      rest = rest.dropFirst()
    }
    return labels
  }
}

extension Report {
  /// All series as fields by their titles; before them what a config asks for, by its own words.
  ///
  /// Where more than one series is meant, the first is taken.
  init(_ series: [Series], wanted: [String], problems: [String]) {
    var list = FieldList()
    for problem in problems { list.add(problem: problem) }
    var taken: Set<String> = []
    for name in wanted {
      let selector = SeriesSelector(name)
      // A metric that names no field means the first series.
      let found = name.isEmpty ? Array(series.prefix(1)) : series.filter(selector.matches)
      guard var field = found.first?.field else { continue }
      field.name = name.isEmpty ? Self.mainField : name
      guard taken.insert(field.name).inserted else { continue }
      list.add(field)
      if !name.isEmpty, found.count > 1 {
        list.add(
          problem: "'\(name.excerpt)' means \(found.count) series, the first is taken:"
            + " \(found[0].title.excerpt)")
      }
    }
    for series in series where taken.insert(series.title).inserted {
      var field = series.field
      field.name = series.title
      list.add(field)
    }
    self.init(fields: list.fields, problems: list.problems)
  }
}
