import Foundation
import Glibc
import TestKit
import Testing

/// The plugin `prometheus`, with a server that answers as the test says.
@Suite(.enabled(if: WebServer.isPossible, "needs python3 and curl"))
struct PrometheusTests {
  private func session(
    _ machine: Machine, _ server: WebServer, _ query: String, _ more: [String: String] = [:]
  ) throws -> Session {
    try Session(
      "prometheus", on: machine,
      parameters: ["url": server.url + "/", "query": query].merging(more) { $1 })
  }

  private func complaint(
    _ machine: Machine, _ server: WebServer, _ query: String, _ more: [String: String] = [:]
  ) throws -> String {
    let session = try session(machine, server, query, more)
    try session.send("tick")
    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(1) && stdout.isEmpty)
    #expect(stderr.count { $0 == "\n" } == 1, "\(stderr)")
    return stderr.trimmingCharacters(in: .newlines)
  }

  private func success(_ kind: String, _ result: String) -> WebServer.Route {
    .init(body: #"{"status": "success", "data": {"resultType": "\#(kind)", "result": \#(result)}}"#)
  }

  /// An answer with series by the value of the label `host`.
  private func vector(_ values: KeyValuePairs<String, String>) -> WebServer.Route {
    let series = values.map {
      #"{"metric": {"job": "j", "host": "\#($0)"}, "value": [1767571200.5, "\#($1)"]}"#
    }
    return success("vector", "[\(series.joined(separator: ", "))]")
  }

  @Test(arguments: [
    ("vector", #"[{"metric": {}, "value": [1, "41.5"]}]"#, "41.5"),
    ("vector", #"[{"metric": {}, "value": [1, "1e3"]}]"#, "1000"),
    ("vector", #"[{"metric": {}, "value": [1, "NaN"]}]"#, "null"),
    ("vector", #"[{"metric": {}, "value": [1, "+Inf"]}]"#, "null"),
    ("vector", "[]", "null"), ("scalar", #"[1, "7"]"#, "7"), ("scalar", #"[1, "-Inf"]"#, "null"),
    ("string", #"[1, "a\nb\u001b[1m"]"#, #""a b [1m""#),
  ])
  func `tells what a query gives`(kind: String, result: String, value: String) throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    try server.answer(["/api/v1/query q": success(kind, result)])
    #expect(try session(machine, server, "q").ask().line == #"{"value": \#(value)}"#)
  }

  @Test func `asks many queries at once, each as it is written`() throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    let sum = #"sum by (x) (rate(a{b=~"c d&e=+%/",f!="ü"}[5m])) / 2"#
    try server.answer([
      "/api/v1/query \(sum)": vector(["": "1"]), "/api/v1/query up == 1": vector(["": "2"]),
    ])
    let query = """
      load = sum by (x) (rate(a{b=~"c d&e=+%/",f!="ü"}[5m]))
        / 2
      up=up == 1
      """
    let session = try session(machine, server, query)
    for line in ["", "set up 4", "tock"] { try session.send(line) }
    for _ in 1...3 { #expect(try session.ask().line == #"{"load": 1, "up": 2}"#) }
    #expect(try server.requests().map { $0.values["query"] }.prefix(2) == [sum, "up == 1"])
    #expect(try session.finish().stderr.isEmpty)
  }

  @Test func `with a label each series is a field, and no value when it is gone`() throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    let path = "/api/v1/query up"
    try server.answer([path: vector(["a:9100": "1", "10.0.0.1": "0", "": "5"])])
    let one = try session(machine, server, "up", ["label": "host"])
    let two = try session(machine, server, "n = up", ["label": "host, job"])
    #expect(try one.ask().line == #"{"a_9100": 1, "_10_0_0_1": 0, "value": 5}"#)
    #expect(try two.ask().line == #"{"n_a_9100_j": 1, "n_10_0_0_1_j": 0, "n_j": 5}"#)
    try server.answer([path: vector(["b": "2"])])
    let line = try one.ask().line
    #expect(line.contains(#""b": 2"#) && line.contains(#""a_9100": null"#), "\(line)")
  }

  @Test func `a query that gives no single number is told`() throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    let path = "/api/v1/query up"
    try server.answer([path: vector(["a": "1", "b": "0"])])
    #expect(
      try complaint(machine, server, "up")
        == "2 series where one is wanted: use sum() or the like, or set 'label' to what tells them"
        + " apart (host)")
    #expect(
      try complaint(machine, server, "up", ["label": "job"])
        == "'label' does not tell apart two series 'j'")
    try server.answer([path: success("matrix", "[]")])
    #expect(
      try complaint(machine, server, "n = up").hasPrefix("n: a range where a number is wanted"))
  }

  @Test(arguments: [
    (
      WebServer.Route(
        status: 400,
        body: #"{"status": "error", "errorType": "bad_data", "error": "1:5: parse error:\n end"}"#),
      "1:5: parse error: end"
    ),
    (
      .init(status: 401, body: "Unauthorized"),
      "HTTP 401: not authorised: see token_file, user_file and headers_file"
    ),
    (.init(status: 503, body: "<html>"), "HTTP 503"),
    (.init(body: "<html>"), "the answer is not that of a Prometheus server"),
    (.init(body: #"{"status": "success"}"#), "the answer is not that of a Prometheus server"),
    (.init(body: "[1]"), "the answer is not that of a Prometheus server"),
  ])
  func `a server that refuses is told, in its own words`(
    route: WebServer.Route, complaint: String
  ) throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    try server.answer(["/api/v1/query q": route])
    #expect(try self.complaint(machine, server, "q") == complaint)
    #expect(try self.complaint(machine, server, "n = q") == "n: " + complaint)
  }

  @Test func `parameters that make no sense are told`() throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    #expect(try complaint(machine, server, "") == "'query' is not set")
    #expect(
      try complaint(machine, server, "q", ["range": "7"]).hasPrefix("range: expected true or"))
    #expect(
      try complaint(machine, server, "q", ["aggregate": "median"])
        == "aggregate: expected one of mean, min, max, sum, last")
    #expect(
      try complaint(machine, server, "q", ["user_file": "/no"]).hasPrefix("user_file: cannot"))
  }

  private struct Answer: Decodable {
    struct Point: Decodable, Equatable {
      var at: Int
      var value: Double
    }
    struct Period: Decodable {
      var value: Double
      var series: [Point]
    }
    var value: Double
    var periods: [String: Period]?
  }

  @Test(arguments: [("mean", 4.0, 2.0), ("sum", 12, 4), ("max", 8, 3), ("last", 8, 3)])
  func `tells of the period that is shown, once for each step`(
    aggregate: String, whole: Double, first: Double
  ) throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    // Two parts of an hour, five minutes long, with a gap in the first.
    let values = [(600, "1"), (630, "NaN"), (660, "3"), (900, "8")].map { #"[\#($0), "\#($1)"]"# }
    try server.answer([
      "/api/v1/query q": vector(["": "9"]),
      "/api/v1/query_range q": success(
        "matrix", #"[{"metric": {}, "values": [\#(values.joined(separator: ", "))]}]"#),
    ])
    let session = try session(machine, server, "q", ["aggregate": aggregate])
    func ask(_ line: String) throws -> Answer {
      try JSONDecoder().decode(Answer.self, from: Data(session.ask(line).line.utf8))
    }
    #expect(try ask("tick").periods == nil)
    #expect(try ask("tick forever").periods == nil)
    let before = Date().timeIntervalSince1970
    #expect(try ask("tick month").periods?["month"] != nil)
    let hour = try #require(try ask("tick hour").periods?["hour"])
    #expect(hour.value == whole)
    #expect(hour.series == [.init(at: 600, value: first), .init(at: 900, value: 8)])
    #expect(try ask("tick month").periods?["month"] != nil)
    #expect(try ask("tick month").periods == nil)

    let ranges = try server.requests().filter { $0.path == "/api/v1/query_range" }
    #expect(ranges.count == 3)
    let asked = try #require(ranges.first).values
    let start = try #require(Double(asked["start"] ?? ""))
    let end = try #require(Double(asked["end"] ?? ""))
    let steps = (end - start) / 7200
    #expect(end > before - 0.01 && asked["step"] == "7200")
    #expect(abs(steps - steps.rounded()) < 0.001)
    #expect((0...32.0 * 86_400).contains(end - start))
  }

  @Test func `of a past that cannot be had it says so, and tells the present`() throws {
    let machine = try Machine(nil)
    let server = try WebServer(on: machine)
    try server.answer(["/api/v1/query q": vector(["": "9"])])
    let asking = try session(machine, server, "q")
    #expect(try asking.ask("tick day").line == #"{"value": 9}"#)
    #expect(try asking.finish().stderr == "of the past: HTTP 404: there is nothing at this URL\n")
    let modest = try session(machine, server, "q", ["range": "no"])
    #expect(try modest.ask("tick day").line == #"{"value": 9}"#)
    #expect(try modest.finish().stderr.isEmpty)
  }

  @Test func `alone in its folder it says what is missing`() throws {
    let machine = try Machine(nil)
    let plugin = try String(contentsOf: PluginFile(name: "prometheus").file, encoding: .utf8)
    try machine.write(plugin, to: "prometheus")
    let session = try Session(
      [try #require(Shell.find("python3")), machine.root.path + "/prometheus"], environment: [:])
    #expect(
      try session.finish().stderr
        == "the plugin 'http-json' has to be beside this one: No such file or directory\n")
  }
}
