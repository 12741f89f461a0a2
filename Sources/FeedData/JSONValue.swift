/// A JSON value; objects keep the order of their keys.
package indirect enum JSONValue: Hashable, Sendable {
  /// A key of an object and its value.
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Also stands for NaN and the infinities, which some programs print: a number that is not there.
  case null
  case bool(Bool)
  case integer(Int64)
  /// Always finite.
  case real(Double)
  case string(String)
  case array([JSONValue])
  /// Every key once.
  case object([Member])

  /// The value of a key; nil when there is none or this is no object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

/// Why a text is not one JSON value.
package struct JSONProblem: Error, Hashable, Sendable {
  /// In bytes from the start of the text.
  package var offset: Int
  /// Lower case, no full stop.
  package var reason: String

  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }
}
