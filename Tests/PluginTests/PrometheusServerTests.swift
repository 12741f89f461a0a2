import Foundation
import TestKit
import Testing

/// The plugin `prometheus` with a real Prometheus, which watches a stand-in for a machine.
@Suite(
  .enabled(
    if: WebServer.isPossible && Shell.find("prometheus") != nil, "needs prometheus from Debian"))
struct PrometheusServerTests {
  /// A server that has found the machine.
  private struct Cluster {
    let machine: Machine
    let watched: WebServer
    let program: RunningProgram
    let url: String

    init() throws {
      machine = try Machine(nil)
      watched = try WebServer(on: machine)
      let target = watched.url.dropFirst("http://".count)
      try machine.write(
        """
        global: {scrape_interval: 2s, scrape_timeout: 2s}
        scrape_configs: [{job_name: shop, static_configs: [{targets: ["\(target)"]}]}]
        """, to: "prometheus.yml")
      program = try RunningProgram(
        [
          "prometheus", "--config.file=\(machine.root.path)/prometheus.yml",
          "--storage.tsdb.path=\(machine.root.path)/data", "--web.listen-address=127.0.0.1:0",
        ], environment: ["PATH": "/usr/bin:/bin", "ODOBAR_ROOT": machine.root.path])
      // It says under which port it listens, before it is ready.
      var port = ""
      let program = program
      try eventually("the port") {
        let match = program.errorText.firstMatch(of: /"Listening on" address=127\.0\.0\.1:(\d+)/)
        port = match.map { String($0.1) } ?? ""
        return !port.isEmpty
      }
      url = "http://127.0.0.1:\(port)"
    }

    /// Lets the machine have sold so much, as the exposition format has it.
    func sell(_ eggs: Int, _ milk: Int) throws {
      let text = "sold{what=\"eggs\"} \(eggs)\nsold{what=\"milk\"} \(milk)\n"
      try watched.answer(["/metrics": .init(body: text)])
    }

    func session(_ query: String, _ more: [String: String] = [:]) throws -> Session {
      try Session(
        "prometheus", on: machine, parameters: ["url": url, "query": query].merging(more) { $1 })
    }

    /// Asks anew until the answer begins so; a scrape that fails for lack of time makes a gap.
    func wait(
      for start: String, _ query: String, _ more: [String: String] = [:], tick: String = "tick"
    ) throws {
      var last = ""
      do {
        try eventually(start, within: 60) {
          let session = try session(query, more)
          try session.send(tick)
          let (_, stdout, stderr) = try session.finish()
          last = stdout + stderr
          return last.hasPrefix(start)
        }
      } catch { Issue.record("\(error), but got \(last)") }
    }
  }

  @Test func `tells what it knows, in numbers and in its own words`() throws {
    let cluster = try Cluster()
    try cluster.sell(12, 30)
    try cluster.wait(for: #"{"all": 42, "none": null}"#, "all = sum(sold)\nnone = sum(stolen)")
    try cluster.wait(for: #"{"eggs": 12, "milk": 30}"#, "sort(sold)", ["label": "what"])
    try cluster.wait(for: #"{"value": null}"#, "sum(sold) / 0")
    try cluster.wait(for: #"{"value": 7}"#, "scalar(vector(7))")
    try cluster.wait(
      for: #"invalid parameter "query": 1:6: parse error: unexpected end of input"#, "sold+")
    try cluster.wait(
      for: "2 series where one is wanted: use sum() or the like, or set 'label' to what tells them"
        + " apart (what)", "sold")

    for period in ["hour", "day", "week", "month", "year"] {
      try cluster.wait(
        for: #"{"eggs": 12, "all": 42, "periods": {"\#(period)": {"eggs": 12, "series": [{"#,
        "eggs = sold{what=\"eggs\"}\nall = sum(sold)", tick: "tick \(period)")
    }
  }

  @Test func `a number of a cluster moves on a bar`() throws {
    let cluster = try Cluster()
    try cluster.sell(100, 11)
    try cluster.wait(for: #"{"value": 111}"#, "sum(sold)")
    let sandbox = try Sandbox(
      config: """
        sources:
          shop:
            plugin: prometheus
            interval: 200ms
            params: {url: "\(cluster.url)", query: sum(sold)}
        metrics:
          sold: {source: shop, label: "sold {value}", format: integer, motion: {style: count}}
        """)
    let bar = try sandbox.start(["preview"])
    try bar.line { $0.contains("sold 111") }
    try cluster.sell(100, 899)
    try bar.line { $0.contains("sold 999") }
  }
}
