import FeedData
import Testing

struct JSONReaderTests {
  @Test func `reads every kind of value`() throws {
    let text = #" {"n": null, "b": true, "i": -7, "r": 2.5, "s": "a\u0000é\n", "l": [1, []]} "#

    let value = try JSONReader.read(text)

    #expect(value["n"] == .null)
    #expect(value["b"] == .bool(true))
    #expect(value["i"] == .integer(-7))
    #expect(value["r"] == .real(2.5))
    #expect(value["s"] == .string("a\0é\n"))
    #expect(value["l"] == .array([.integer(1), .array([])]))
    #expect(value["x"] == nil)
  }

  @Test(arguments: ["12", " 12\n", "12.5e3", "\"x\"", "null", "true", "[]", "{}"])
  func `a value may stand alone`(_ text: String) throws {
    _ = try JSONReader.read(text)
  }

  @Test func `keys keep their order, and of two the last holds`() throws {
    let value = try JSONReader.read(#"{"z": 1, "a": 2, "z": 3}"#)
    #expect(
      value
        == .object([
          JSONValue.Member(key: "z", value: .integer(3)),
          JSONValue.Member(key: "a", value: .integer(2)),
        ]))
  }

  @Test func `integers are exact to the ends of Int64, beyond they are real`() throws {
    #expect(try JSONReader.read("9223372036854775807") == .integer(.max))
    #expect(try JSONReader.read("-9223372036854775808") == .integer(.min))
    #expect(try JSONReader.read("9223372036854775808") == .real(0x1p63))
    #expect(try JSONReader.read("18446744073709551615") == .real(0x1p64))
  }

  @Test(arguments: [
    ("99999999999999999999", 1e20), ("-99999999999999999999", -1e20),
    ("1\(String(repeating: "0", count: 40))", 1e40),
    ("99999999999999999999.5", 1e20), ("99999999999999999999e1", 1e21),
  ])
  func `an integer too long is never another number`(_ text: String, _ value: Double) throws {
    #expect(try JSONReader.read(text) == .real(value))
    #expect(try JSONReader.read("{\"a\": [\(text)]}")["a"] == .array([.real(value)]))
  }

  @Test func `digits in a string are left alone`() throws {
    let text = #"{"\"99999999999999999999": "99999999999999999999"}"#

    let value = try JSONReader.read(text)

    #expect(value[#""99999999999999999999"#] == .string("99999999999999999999"))
  }

  @Test(arguments: ["NaN", "Infinity", "-Infinity", "1e999"])
  func `a number that is none is missing and spoils nothing`(_ token: String) throws {
    let value = try JSONReader.read(#"{"a": \#(token), "b": 2}"#)
    #expect(value["a"] == .null)
    #expect(value["b"] == .integer(2))
  }

  @Test func `a lone surrogate becomes the replacement character`() throws {
    #expect(try JSONReader.read(#""\ud800x""#) == .string("\u{fffd}x"))
  }

  @Test func `32 levels are read, 33 are not`() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    _ = try JSONReader.read(nested(32))
    #expect(throws: JSONProblem.self) { try JSONReader.read(nested(33)) }
  }

  struct Case: CustomTestStringConvertible {
    var text: String
    var offset: Int
    var reason: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(text: "", offset: 0, reason: "the text ends within the value"),
    Case(text: #"{"a": 1"#, offset: 7, reason: "the text ends within the value"),
    Case(text: #"{"a" 1}"#, offset: 5, reason: "object property name separator ':' expected"),
    Case(text: "{} x", offset: 3, reason: "unexpected character"),
    Case(text: "1 2", offset: 2, reason: "unexpected character"),
    Case(text: "{a: 1}", offset: 1, reason: "quoted object property name expected"),
    Case(text: "[1,]", offset: 3, reason: "unexpected character"),
    Case(text: "nul", offset: 3, reason: "the text ends within the value"),
    Case(text: "[tru]", offset: 4, reason: "boolean expected"),
    Case(text: "hello", offset: 0, reason: "unexpected character"),
    Case(text: "1\0", offset: 1, reason: "a zero byte in the text"),
  ])
  func `says what is wrong and where`(_ refused: Case) {
    do throws(JSONProblem) {
      let value = try JSONReader.read(refused.text)
      Issue.record("read as \(value)")
    } catch {
      #expect(error == JSONProblem(offset: refused.offset, reason: refused.reason))
    }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    #expect(throws: JSONProblem.self) { try JSONReader.read([0x22, 0xff, 0x22]) }
  }

  @Test func `a text over the limit is not looked at`() {
    #expect(throws: JSONProblem(offset: 4, reason: "longer than 4 bytes")) {
      try JSONReader.read("[1,2]", limit: 4)
    }
  }
}
