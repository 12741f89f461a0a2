import FeedCore
import Testing

struct TemplateParsingTests {
  @Test func `splits text and placeholders`() throws {
    #expect(
      try Template(parsing: "{icon} {value} of {max}").segments == [
        .placeholder(.icon), .text(" "), .placeholder(.value), .text(" of "), .placeholder(.max),
      ])
  }

  @Test(
    arguments: [
      ("", []), ("plain", [.text("plain")]), ("{{}}", [.text("{}")]), ("a{{b}}c", [.text("a{b}c")]),
      ("{{{value}}}", [.text("{"), .placeholder(.value), .text("}")]),
      ("{field:net.rx}", [.placeholder(.field("net.rx"))]),
      ("{min}{step}", [.placeholder(.min), .placeholder(.step)]),
      ("é{title}", [.text("é"), .placeholder(.title)]),
    ] as [(String, [Template.Segment])])
  func `reads braces and names`(text: String, segments: [Template.Segment]) throws {
    #expect(try Template(parsing: text).segments == segments)
  }

  @Test(arguments: Template.Placeholder.names)
  func `reads every placeholder that it lists`(name: String) throws {
    #expect(try Template(parsing: "{\(name)}").segments.count == 1)
  }

  @Test(arguments: [
    ("a {}", 2, "empty placeholder '{}'", "one of: icon, title"),
    ("é {valeu}", 3, "unknown placeholder 'valeu'", "did you mean 'value'?"),
    ("x {value", 2, "'{' is never closed", "write '{{' for a brace"),
    ("{a {value}", 0, "'{' is never closed", "write '{{' for a brace"),
    ("value}", 5, "'}' closes nothing", "write '}}' for a brace"),
    ("{field:}", 0, "'{field:}' names no field", "write '{field:NAME}'"),
    ("{ value }", 1, "unknown placeholder ' value '", "did you mean 'value'?"),
  ])
  func `points at the fault`(text: String, offset: Int, message: String, hint: String) {
    let problem = #expect(throws: TextProblem.self) { try Template(parsing: text) }

    #expect(problem?.offset == offset)
    #expect(problem?.message == message)
    #expect(problem?.hint?.hasPrefix(hint) == true, "\(problem?.hint ?? "")")
  }
}
