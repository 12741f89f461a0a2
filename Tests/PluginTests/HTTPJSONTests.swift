import Foundation
import Glibc
import TestKit
import Testing

/// The plugin `http-json`.
@Suite(.enabled(if: WebServer.isPossible, "needs python3 and curl"))
struct HTTPJSONTests {
  private static let document = #"""
    {"data": {"items": [{"price": "67000.12", "name": "a\"b\n\ud800"}, {"price": 3}],
              "odd.key": true},
     "none": null, "nan": NaN, "big": 1e999, "id": "007", "deep": {"a": {"b": [[1, 2], [3]]}}}
    """#

  private func session(
    _ machine: Machine, _ url: String, _ path: String, _ more: [String: String] = [:]
  ) throws -> Session {
    try Session(
      "http-json", on: machine, parameters: ["url": url, "path": path].merging(more) { $1 })
  }

  /// What it says, on its standard error, of why it cannot go on.
  private func complaint(
    _ machine: Machine, _ url: String, _ path: String = "a", _ more: [String: String] = [:]
  ) throws -> String {
    let session = try session(machine, url, path, more)
    try session.send("tick")
    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(1) && stdout.isEmpty)
    #expect(stderr.count { $0 == "\n" } == 1, "\(stderr)")
    return stderr.trimmingCharacters(in: .newlines)
  }

  @Test(arguments: [
    ("data.items[0].price", "67000.12"), ("$.data.items[-1].price", "3"),
    ("data.items.#", "2"), (#"data["odd.key"]"#, "true"), ("none", "null"), ("nan", "null"),
    ("big", "null"), ("id", #""007""#), ("deep.a.b[0][1]", "2"),
    ("data.items[0].name", #""a\"b\n?""#),
  ])
  func `gives what the path leads to`(path: String, value: String) throws {
    let machine = try Machine(nil)
    try machine.write(Self.document, to: "document.json")
    for url in [machine.root.path + "/document.json", "file://\(machine.root.path)/document.json"] {
      #expect(try session(machine, url, path).ask().line == #"{"value": \#(value)}"#)
    }
  }

  @Test func `gives many fields, and those that are missing no value`() throws {
    let machine = try Machine(nil)
    try machine.write(Self.document, to: "d.json")
    let session = try session(
      machine, machine.root.path + "/d.json", "a = data.items.#\n\n  b = id\nc = data.itemz[0]\n")
    for line in ["", "set a 4", "tock"] { try session.send(line) }
    #expect(try session.ask().line == #"{"a": 2, "b": "007", "c": null}"#)
    try machine.write(#"{"id": 8, "data": {"items": {}, "itemz": [1.50]}}"#, to: "d.json")
    #expect(try session.ask("tick day").line == #"{"a": 0, "b": 8, "c": 1.5}"#)

    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(0) && stdout.isEmpty)
    #expect(stderr == "path: 'data.itemz[0]' is not there: no 'itemz', but items, odd.key\n")
  }

  @Test(arguments: [
    (
      "dota.items",
      "path: 'dota.items' is not there: no 'dota', but data, none, nan, big, id, deep"
    ),
    ("data.items[2]", "path: 'data.items[2]' is not there: no '2', but a list of 2"),
    ("data.items", "path: 'data.items' goes on: a list of 2"),
    ("id.x", #"path: 'id.x' is not there: no 'x', but "007""#),
    ("data..x", "path: cannot read '..x' in 'data..x'"),
    ("a = id\na = id", "path: 'a' is there twice"), ("a =", "path: nothing follows 'a ='"),
    ("", "'path' is not set"),
  ])
  func `a path that leads nowhere is told`(path: String, complaint: String) throws {
    let machine = try Machine(nil)
    try machine.write(Self.document, to: "d.json")
    #expect(try self.complaint(machine, machine.root.path + "/d.json", path) == complaint)
  }

  @Test func `what is no document is told`() throws {
    let machine = try Machine(nil)
    let file = machine.root.path + "/d.json"
    #expect(try complaint(machine, file) == "cannot read '\(file)': No such file or directory")
    for text in ["<html>", "", #"{"a": }"#, String(repeating: "[", count: 100_000)] {
      try machine.write(text, to: "d.json")
      #expect(try complaint(machine, file).hasPrefix("no JSON ("), "\(text.prefix(9))")
    }
    #expect(
      try complaint(machine, "gopher://x") == "url: expected http, https or file, found 'gopher'")
    #expect(try complaint(machine, "http://a\nurl=b") == "a control character in 'http://a url=b'")
    #expect(try complaint(machine, "") == "'url' is not set")
    #expect(try complaint(machine, "http://x", "a", ["timeout": "never"]).hasPrefix("timeout: "))
  }

  @Test func `asks a server, and tells who asks by nothing that others can see`() throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    try server.answer(["/v1": .init(body: #"{"a": 1}"#), "/held": .init(holds: true)])
    try machine.write("secret-1", to: "token")
    try machine.write("# mine\nX-Key: secret-\"2\\\n\nX-More: 3", to: "headers")
    var files = ["token_file": "token", "headers_file": "headers"]
      .mapValues { machine.root.path + "/" + $0 }
    let asking = try session(machine, server.url + "/v1", "a", files)
    #expect(try asking.ask().line == #"{"value": 1}"#)
    try machine.write("secret-3", to: "token")
    #expect(try asking.ask().line == #"{"value": 1}"#)

    let requests = try server.requests()
    #expect(requests.map(\.headers["Authorization"]) == ["Bearer secret-1", "Bearer secret-3"])
    #expect(requests[0].headers["X-Key"] == "secret-\"2\\" && requests[0].headers["X-More"] == "3")
    #expect(requests[0].headers["Accept"] == "application/json")

    try machine.write("me:secret-4", to: "user")
    files = ["user_file": machine.root.path + "/user"]
    let held = try session(machine, server.url + "/held", "a", files)
    try held.send("tick")
    try eventually("the question") { try server.requests().count == 3 }
    #expect(try server.requests()[2].headers["Authorization"] == "Basic bWU6c2VjcmV0LTQ=")
    let processes = ProcessTable.processes(marked: "ODOBAR_ROOT=\(machine.root.path)\0")
    let commands = processes.map { ProcessTable.commandLine(of: $0).joined(separator: " ") }
    #expect(commands.contains { $0.hasPrefix("curl ") })
    #expect(!commands.contains { $0.contains("secret") })
  }

  @Test(arguments: [
    (
      WebServer.Route(status: 401),
      "HTTP 401: not authorised: see token_file, user_file and headers_file"
    ),
    (.init(status: 404, body: "{}"), "HTTP 404: there is nothing at this URL"),
    (.init(status: 500), "HTTP 500"),
    (.init(status: 302, location: "https://elsewhere/"), "HTTP 302: moved to https://elsewhere/"),
    (
      .init(body: "<html>\u{1b}[31m"),
      "no JSON (Expecting value: line 1 column 1 (char 0)): '<html> [31m'"
    ),
    (.init(floods: true), "the answer is longer than 8 MiB"),
    (.init(holds: true), "Operation timed out"),
  ])
  func `a server that does not answer well is told`(
    route: WebServer.Route, complaint: String
  ) throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    try server.answer(["/x": route])
    let seconds = route.holds ? "0.5" : "20"
    let told = try self.complaint(machine, server.url + "/x", "a", ["timeout": seconds])
    #expect(told.hasPrefix(complaint), "\(told)")
  }

  @Test func `no server, no file of a secret and no curl are told`() throws {
    let machine = try Machine(nil)
    #expect(
      try complaint(machine, "http://127.0.0.1:1").hasPrefix("Failed to connect to 127.0.0.1"))
    #expect(
      try complaint(machine, "http://127.0.0.1:1", "a", ["token_file": "/none"])
        == "token_file: cannot read '/none': No such file or directory")
    let python = try #require(Shell.find("python3"))
    let session = try Session(
      "http-json", on: machine, parameters: ["url": "http://127.0.0.1:1", "path": "a"],
      shell: [python], path: machine.root.path)
    try session.send("tick")
    #expect(try session.finish().stderr == "cannot run curl: No such file or directory\n")
  }

  @Test func `trusts the certificates that it is told to, and shows its own`() throws {
    let machine = try Machine(nil)
    let authority = ["ca_file": WebServer.fixture("server.crt")]
    let own = [
      "cert_file": WebServer.fixture("client.crt"), "key_file": WebServer.fixture("client.key"),
    ]
    let server = try WebServer(on: machine, .certificate)
    try server.answer(["/x": .init(body: #"{"a": 5}"#)])
    let url = server.url + "/x"
    #expect(try session(machine, url, "a", authority).ask().line == #"{"value": 5}"#)
    #expect(try session(machine, url, "a", ["insecure": "true"]).ask().line == #"{"value": 5}"#)
    #expect(try complaint(machine, url).contains("certificate"))
    #expect(
      try complaint(machine, url, "a", ["insecure": "perhaps"]).hasPrefix("insecure: expected"))
    #expect(try complaint(machine, url, "a", ["ca_file": "/no"]) == "ca_file: cannot read '/no'")

    let strict = try WebServer(on: machine, .both)
    try strict.answer(["/x": .init(body: #"{"a": 6}"#)])
    let both = authority.merging(own) { $1 }
    #expect(try session(machine, strict.url + "/x", "a", both).ask().line == #"{"value": 6}"#)
    #expect(try !complaint(machine, strict.url + "/x", "a", authority).isEmpty)
  }

  @Test func `ends at once when told to terminate`() throws {
    let machine = try Machine(nil)
    try machine.write("[1]", to: "d.json")
    let session = try session(machine, machine.root.path + "/d.json", "[0]")
    _ = try session.ask()
    session.signal(SIGTERM)
    #expect(try session.finish(closing: false).ending == .killed(by: SIGTERM))
  }
}
