import FeedConfig
import FeedCore
import FeedPlugin
import Testing

struct SourceDecodingTests {
  struct Case: CustomTestStringConvertible {
    var body: String
    var mode: SourceConfiguration.Mode
    var interval: TimeSpan?
    var testDescription: String { body }
  }

  @Test(arguments: [
    Case(body: "command: x", mode: .stream),
    Case(body: "command: x, interval: 5s", mode: .once, interval: .seconds(5)),
    Case(body: "command: x, interval: once", mode: .once),
    Case(body: "command: x, mode: poll", mode: .poll, interval: .seconds(10)),
    Case(body: "command: x, mode: once", mode: .once, interval: .seconds(10)),
    Case(body: "command: x, mode: stream, interval: 1m", mode: .stream, interval: .seconds(60)),
    Case(body: "plugin: cpu", mode: .poll, interval: .seconds(2)),
    Case(body: "plugin: cpu, interval: 250ms", mode: .poll, interval: .milliseconds(250)),
    Case(body: "plugin: cpu, mode: once", mode: .once, interval: .seconds(2)),
    Case(body: "plugin: temperature", mode: .poll, interval: .seconds(10)),
    Case(body: "plugin: volume", mode: .stream),
    Case(body: "plugin: plain", mode: .stream),
    Case(body: "plugin: host", mode: .once),
    Case(body: "plugin: host, interval: 1h", mode: .once, interval: .seconds(3600)),
    Case(body: "plugin: plain, interval: 1.5h", mode: .once, interval: .seconds(5400)),
    Case(body: "plugin: plain, interval: 1d", mode: .once, interval: .seconds(86_400)),
  ])
  func `mode and interval decide about each other`(_ example: Case) throws {
    let (configuration, faults) = read("sources: {s: {\(example.body)}}\n")

    #expect(faults.map(\.summary) == [])
    let source = try #require(configuration.sources.first)
    #expect(source.mode == example.mode)
    #expect(source.interval == example.interval)
  }

  @Test func `a time limit comes from the config, else from the plugin, else it is ten seconds`() {
    let (configuration, _) = read(
      "sources: {a: {plugin: host, timeout: 1s}, b: {plugin: host}, c: {plugin: cpu}}\n")
    #expect(configuration.sources.map(\.timeout) == [.seconds(1), .seconds(3), .seconds(10)])
  }

  @Test func `every key has its place`() throws {
    let (configuration, faults) = read(
      """
      sources:
        s:
          command: [~/bin/x, --root, ~, "a b", 12]
          timeout: 2.5s
          signal: 8
          protocol: i3blocks
          env: {LANG: C, HOME_2: ~/x}
          params: {path: ~/src, count: 3, quoted: "07", empty: ""}
      """)

    #expect(faults.map(\.summary) == [])
    let source = try #require(configuration.sources.first)
    #expect(source.arguments == ["/home/ada/bin/x", "--root", "/home/ada", "a b", "12"])
    #expect(source.timeout == .milliseconds(2500))
    #expect(source.signal == 8)
    #expect(source.protocolName == "i3blocks")
    #expect(source.environment == ["LANG": "C", "HOME_2": "/home/ada/x"])
    #expect(
      source.parameters == ["path": "/home/ada/src", "count": "3", "quoted": "07", "empty": ""])
  }

  @Test func `a command keeps what looks like a comment within a word`() throws {
    let (configuration, _) = read("sources: {s: {command: \"x\"}, t: {plugin: plain}}\n")
    #expect(configuration.sources.map(\.arguments) == [["/bin/sh", "-c", "x"], ["/p/plain"]])
    let (other, faults) = read("sources:\n  s:\n    command: curl https://x/#a\n")
    #expect(faults.isEmpty)
    #expect(other.sources.first?.arguments.last == "curl https://x/#a")
  }

  @Test func `places of a config, in order`() {
    func paths(_ environment: [String: String], option: String? = nil) -> [String] {
      ConfigSearch.places(option: option, environment: environment, installed: ["/i.yaml"])
        .map(\.path)
    }

    #expect(paths(["ODOBAR_CONFIG": "/e.yaml"], option: "o.yaml") == ["o.yaml"])
    #expect(paths(["ODOBAR_CONFIG": "/e.yaml", "HOME": "/h"]) == ["/e.yaml"])
    #expect(
      paths(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == ["/x/odobar/config.yaml", "/i.yaml"])
    #expect(
      paths(["XDG_CONFIG_HOME": "relative", "HOME": "/h"])
        == ["/h/.config/odobar/config.yaml", "/i.yaml"])
    #expect(paths([:]) == ["/i.yaml"])
    #expect(paths(["ODOBAR_CONFIG": ""]) == ["/i.yaml"])
  }

  @Test func `a file that the user names has to be there`() {
    let named = ConfigSearch.places(option: "a", environment: [:], installed: [])
    let found = ConfigSearch.places(option: nil, environment: ["HOME": "/h"], installed: [])
    #expect(named.map(\.isRequired) == [true])
    #expect(found.map(\.isRequired) == [false])
  }
}
