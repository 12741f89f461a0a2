import FeedCore

/// Collects fields: each name once, the last value wins, and their number is bounded.
struct FieldList {
  private(set) var fields: [Report.Field] = []
  private(set) var problems: [String] = []
  private var places: [String: Int] = [:]
  private var isFull = false

  mutating func add(_ field: Report.Field) {
    if let place = places[field.name] {
      fields[place] = field
      problems.append("field '\(field.name)' is given twice, the last one holds")
    } else if fields.count < Report.fieldLimit {
      places[field.name] = fields.count
      fields.append(field)
    } else if !isFull {
      isFull = true
      problems.append("more than \(Report.fieldLimit) fields, the others are left out")
    }
  }

  func has(_ name: String) -> Bool { places[name] != nil }

  mutating func add(problem: String) { problems.append(problem) }
}
