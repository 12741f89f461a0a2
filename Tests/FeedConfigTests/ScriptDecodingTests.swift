import FeedConfig
import FeedCore
import FeedPlugin
import Testing

struct ScriptDecodingTests {
  private static let files: [String: String] = [
    "/home/ada/.config/odobar/w/cpu.5s.sh":
      "#!/bin/sh\n# <xbar.var>string(CITY=\"Bonn\"): x</xbar.var>\n",
    "/home/ada/.config/odobar/w/cpu.5s.sh.vars.json": #"{"CITY":"Ulm"}"#,
    "/home/ada/bin/feed.sh": "# <swiftbar.type>streamable</swiftbar.type>\n",
    "/home/ada/bin/plan.sh": "# <swiftbar.schedule>1 * * * *</swiftbar.schedule>\n",
    "/home/ada/bin/cache.1m.sh": "cd \"$SWIFTBAR_PLUGIN_CACHE_PATH\"\n",
  ]

  private func decode(_ text: String) -> (Configuration, [Diagnostic]) {
    let context = ConfigContext(
      protocols: Catalog.reportParsers.names,
      readFile: { path in
        Self.files[path].map { .text(Array($0.utf8)) } ?? .unreadable("not there")
      }, home: "/home/ada", folder: "/home/ada/.config/odobar")
    return Configuration.read(Array(text.utf8), file: "c.yaml", context: context)
  }

  private func decoded(_ body: String) -> SourceConfiguration? {
    let (configuration, faults) = decode("sources: {s: {\(body)}}\n")
    #expect(faults.filter { $0.severity == .error }.map(\.summary) == [])
    return configuration.sources.first
  }

  @Test func `a plugin of xbar is known by its name, and runs in its folder`() throws {
    let source = try #require(decoded("command: w/cpu.5s.sh"))
    let path = "/home/ada/.config/odobar/w/cpu.5s.sh"
    #expect(source.protocolName == "xbar")
    #expect(source.interval == .seconds(5) && source.mode == .once)
    #expect(source.timeout == .seconds(120))
    #expect(source.arguments == [path])
    #expect(source.workingDirectory == "/home/ada/.config/odobar/w")
    #expect(source.environment == ["CITY": "Ulm", "SWIFTBAR_PLUGIN_PATH": path])
  }

  @Test func `what the config says of a plugin of xbar wins`() throws {
    let source = try #require(
      decoded(
        "command: [w/cpu.5s.sh, -x], interval: 1m, timeout: 3s, params: {CITY: Köln, other: y}"))
    #expect(source.interval == .seconds(60) && source.timeout == .seconds(3))
    #expect(source.environment["CITY"] == "Köln")
    #expect(source.arguments.last == "-x")
    #expect(decoded("command: w/cpu.5s.sh, env: {CITY: Hof}")?.environment["CITY"] == "Hof")
    #expect(decoded("command: w/cpu.5s.sh, protocol: text")?.protocolName == "text")
    #expect(decoded("command: w/gone.5s.sh")?.interval == .seconds(5))
    #expect(decoded("command: 'w/cpu.5s.sh | cat'")?.protocolName == "auto")
  }

  @Test func `a plugin that says nothing runs each minute, one that streams runs on`() {
    #expect(decoded("command: ~/bin/none.sh, protocol: xbar")?.interval == .seconds(60))
    #expect(decoded("command: ~/bin/feed.sh, protocol: xbar")?.mode == .stream)
    #expect(decoded("command: ~/bin/feed.sh, protocol: xbar, mode: once")?.mode == .once)
  }

  @Test func `a plugin that asks for a folder has one`() throws {
    let source = try #require(decoded("command: ~/bin/cache.1m.sh"))
    #expect(
      source.environment["SWIFTBAR_PLUGIN_CACHE_PATH"]
        == "/home/ada/.cache/odobar/scripts/cache.1m.sh")
    #expect(
      source.arguments.dropFirst(2).first?.hasPrefix("mkdir -p \"$SWIFTBAR_PLUGIN_CACHE_PATH\";")
        == true)
    #expect(source.arguments.last == "/home/ada/bin/cache.1m.sh")
  }

  @Test func `a timetable is warned of`() {
    let (_, faults) = decode("sources: {s: {command: ~/bin/plan.sh, protocol: xbar}}\n")
    #expect(
      faults.map(\.message) == ["the plugin wants to run by '1 * * * *', which is not understood"])
    #expect(faults.map(\.severity) == [.warning])
    #expect(
      decode("sources: {s: {command: ~/bin/plan.sh, protocol: xbar, interval: 1h}}\n").1.isEmpty)
  }

  @Test(arguments: [
    ("command: x, protocol: i3blocks, interval: persist", RunMode.stream, nil),
    ("command: x, protocol: i3blocks, interval: repeat", .once, 0.25),
    ("command: x, protocol: i3blocks, interval: once", .once, nil),
    ("command: x, protocol: nagios", .once, 60), ("command: x, protocol: prometheus", .once, 15),
    ("command: x, protocol: prometheus, mode: stream", .stream, nil),
    ("command: x, protocol: polybar", .stream, nil),
    ("command: x, protocol: waybar, interval: 5s", .once, 5),
  ])
  func `scripts run as they would`(_ body: String, _ mode: RunMode, _ seconds: Double?) throws {
    let source = try #require(decoded(body))
    #expect(source.mode == mode)
    #expect(source.interval == seconds.map { .seconds($0) })
  }

  @Test func `a condition goes before each run`() throws {
    let source = try #require(decoded("command: [a, b c], interval: 5s, exec_if: which a"))
    #expect(source.arguments.prefix(2) == ["/bin/sh", "-c"])
    #expect(source.arguments.suffix(3) == ["which a", "a", "b c"])
    let (_, faults) = decode("sources: {s: {command: a, exec_if: x}}\n")
    #expect(faults.first?.summary.contains("'exec_if' is for sources that run again") == true)
  }

  @Test func `markup and offered actions are allowed by the config alone`() throws {
    let source = try #require(decoded("command: a, markup: pango, allow_actions: true"))
    #expect(source.isMarkup && source.allowsActions)
    #expect(try #require(decoded("command: a, markup: none")).isMarkup == false)
    #expect(decode("sources: {s: {command: a, markup: html}}\n").1.count == 1)
  }

  @Test func `texts are shown as they are, and numbers in a text as numbers`() {
    let (configuration, faults) = decode(
      """
      sources: {s: {command: a, protocol: waybar, interval: 5s}}
      metrics:
        a: {source: s}
        b: {source: s.value}
        c: {source: s.number}
        d: {source: s, format: percent}
      """)
    #expect(faults.map(\.summary) == [])
    #expect(configuration.metrics.map(\.isText) == [true, true, false, false])
  }

  @Test func `a metric chooses a series by field and tags`() {
    let (configuration, faults) = decode(
      """
      sources: {n: {command: a, protocol: prometheus}, t: {command: b, mode: stream}}
      metrics:
        a: {source: n, field: node_load1, tags: {job: a b, host: x}}
        b: {source: "n.up{job=node}"}
        c: {source: n}
        d: {source: t.cpu.usage}
        e: {source: t.value}
      """)
    #expect(faults.map(\.summary) == [])
    #expect(configuration.metrics[0].field == #"node_load1{job="a b",host=x}"#)
    #expect(
      configuration.sources[0].wanted == [#"node_load1{job="a b",host=x}"#, "up{job=node}", ""])
    #expect(configuration.sources[1].wanted == ["cpu.usage"])
  }

  @Test(arguments: [
    ("source: s.a, field: b", "the source names the field 'a' already"),
    ("source: s, tags: {a: b}", "'tags' choose among the series of one field"),
    ("source: s, field: a, tags: x", "expected a mapping for 'tags', found 'x'"),
  ])
  func `fields and tags that make no sense are told of`(_ body: String, _ message: String) {
    let (_, faults) = decode("sources: {s: {command: a}}\nmetrics: {m: {\(body)}}\n")
    #expect(faults.first?.message == message, "\(faults.map(\.summary))")
  }
}
