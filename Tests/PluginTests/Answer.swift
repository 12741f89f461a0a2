import Foundation

/// The line with which a plugin answers a tick.
struct Answer {
  /// What the plugin says instead of numbers when it has none.
  struct Complaint: Decodable {
    let state: String
    let text: String
  }

  /// The line as it is.
  let line: String
  /// The numbers in it, by field; empty if any part of it is not `name=number`.
  let values: [String: Double]

  init(_ line: String) {
    self.line = line
    var values: [String: Double] = [:]
    for part in line.split(separator: " ", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, sides[1].wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil,
        let value = Double(sides[1]), values.updateValue(value, forKey: String(sides[0])) == nil
      else {
        values = [:]
        break
      }
    }
    self.values = values
  }

  /// The number of a field, if it is there.
  subscript(field: String) -> Double? { values[field] }

  /// The text of the error the plugin reports, if it does.
  var trouble: String? {
    let complaint = try? JSONDecoder().decode(Complaint.self, from: Data(line.utf8))
    return complaint?.state == "error" ? complaint?.text : nil
  }
}
