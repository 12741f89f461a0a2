import CJSON

/// Reads one JSON value from bytes that a plugin or another program wrote.
///
/// *Source:* `json_tokener_parse_ex`, json-c 0.16, in its strict mode: no comments, and nothing
/// after the value but white space.
package enum JSONReader {
  /// How many arrays and objects may stand inside each other.
  package static let depthLimit = 32

  /// Reads all of `bytes` as one value.
  ///
  /// - Throws: what is wrong and at which byte; a text over `limit` bytes is not looked at.
  package static func read(_ bytes: [UInt8], limit: Int = 1 << 20) throws(JSONProblem) -> JSONValue
  {
    guard bytes.count <= limit else {
      throw JSONProblem(offset: limit, reason: "longer than \(limit) bytes")
    }
    guard let tokener = JSONTokener() else {
      throw JSONProblem(offset: 0, reason: "out of memory")
    }
    return try tokener.parse(LongIntegers.asReals(in: bytes))
  }

  /// Reads all of `text` as one value.
  ///
  /// - Throws: what is wrong and at which byte.
  package static func read(_ text: String, limit: Int = 1 << 20) throws(JSONProblem) -> JSONValue {
    try read(Array(text.utf8), limit: limit)
  }
}

/// Owns json-c's tokener.
private final class JSONTokener {
  private let tokener: UnsafeMutablePointer<json_tokener>

  init?() {
    guard let tokener = json_tokener_new_ex(Int32(JSONReader.depthLimit)) else { return nil }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
    self.tokener = tokener
  }

  deinit { json_tokener_free(tokener) }

  func parse(_ bytes: [UInt8]) throws(JSONProblem) -> JSONValue {
    if let zero = bytes.firstIndex(of: 0) {
      throw JSONProblem(offset: zero, reason: "a zero byte in the text")
    }
    // The closing zero tells json-c that no digit will follow.
    let object = (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        json_tokener_parse_ex(tokener, $0.baseAddress, Int32($0.count))
      }
    }
    defer { json_object_put(object) }
    let end = min(json_tokener_get_parse_end(tokener), bytes.count)
    let error = json_tokener_get_error(tokener)
    guard error == json_tokener_success else {
      throw JSONProblem(offset: end, reason: reason(for: error))
    }
    return JSONValue(object)
  }

  private func reason(for error: json_tokener_error) -> String {
    switch error {
    case json_tokener_continue, json_tokener_error_parse_eof: "the text ends within the value"
    case json_tokener_error_depth: "nested more than \(JSONReader.depthLimit) levels deep"
    default: String(cString: json_tokener_error_desc(error))
    }
  }
}

extension JSONValue {
  /// Copies a value of json-c; its depth is bounded by the tokener.
  fileprivate init(_ object: OpaquePointer?) {
    switch json_object_get_type(object) {
    case json_type_boolean: self = .bool(json_object_get_boolean(object) != 0)
    case json_type_int: self = Self.integer(object)
    case json_type_double:
      let value = json_object_get_double(object)
      self = value.isFinite ? .real(value) : .null
    case json_type_string: self = .string(Self.string(object))
    case json_type_array:
      self = .array(
        (0..<json_object_array_length(object)).map {
          JSONValue(json_object_array_get_idx(object, $0))
        })
    case json_type_object: self = .object(Self.members(object))
    default: self = .null
    }
  }

  /// What does not fit into Int64 becomes the nearest double.
  private static func integer(_ object: OpaquePointer?) -> JSONValue {
    let value = json_object_get_int64(object)
    if value == .max {
      let unsigned = json_object_get_uint64(object)
      if unsigned > UInt64(Int64.max) { return .real(Double(unsigned)) }
    }
    return .integer(value)
  }

  private static func string(_ object: OpaquePointer?) -> String {
    guard let text = json_object_get_string(object) else { return "" }
    let count = Int(json_object_get_string_len(object))
    return text.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }

  private static func members(_ object: OpaquePointer?) -> [Member] {
    var members: [Member] = []
    var iterator = json_object_iter_begin(object)
    var end = json_object_iter_end(object)
    while json_object_iter_equal(&iterator, &end) == 0 {
      if let name = json_object_iter_peek_name(&iterator) {
        members.append(
          Member(
            key: String(cString: name), value: JSONValue(json_object_iter_peek_value(&iterator))))
      }
      json_object_iter_next(&iterator)
    }
    return members
  }
}
