import FeedConfig
import FeedCore
import FeedPlugin
import Testing

struct ConfigurationTests {
  static let example = """
    motion: {style: auto, fps: 24, reduced: auto}
    locale: system

    sources:
      cpu:     {plugin: cpu, interval: 2s}
      net:     {plugin: network, interval: 1s, params: {interface: auto}}
      sales:   {command: [python3, ~/bin/sales.py], interval: 5m, timeout: 10s}
      volume:  {plugin: volume}
      weather: {command: curl -sf wttr.in?format=1, interval: 30m, protocol: text}

    metrics:
      cpu:     {source: cpu.usage, format: percent, gauge: {width: 8}, thresholds: {warning: 70, critical: 90}}
      down:    {source: net.rx, format: {bytes: binary, per: second}, chart: {width: 12}}
      revenue: {source: sales.today, format: {currency: EUR}, motion: {style: flip}, minimum_digits: 6}
      volume:  {source: volume.level, format: percent, stepper: {range: 0..100, step: 5}, title: Volume}
      tickets: {stepper: {range: 0..5, step: 1}, title: Tickets, motion: count}

    bars:
      main: [cpu, down, revenue, volume]

    panel:
      periods: {day: Today, week: This week, month: This month}
      metrics: [revenue, down, cpu]
    """

  @Test func `the example of the reference has no fault`() throws {
    let (configuration, faults) = read(Self.example)

    #expect(faults.map(\.summary) == [])
    #expect(configuration.broken.isEmpty)
    #expect(configuration.sources.map(\.name) == ["cpu", "net", "sales", "volume", "weather"])
    #expect(
      configuration.metrics.map(\.name) == ["cpu", "down", "revenue", "volume", "tickets"])
    #expect(
      configuration.bars == [
        BarConfiguration(name: "main", metrics: ["cpu", "down", "revenue", "volume"])
      ])
    #expect(configuration.panel.periods.map(\.title) == ["Today", "This week", "This month"])
    #expect(configuration.motion.framesPerSecond == 24)
  }

  @Test func `sources of the example run as they say`() throws {
    let sources = read(Self.example).0.sources
    let byName = Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0) })

    #expect(byName["cpu"]?.mode == .poll)
    #expect(byName["cpu"]?.interval == .seconds(2))
    #expect(byName["net"]?.parameters == ["interface": "auto"])
    #expect(byName["sales"]?.arguments == ["python3", "/home/ada/bin/sales.py"])
    #expect(byName["sales"]?.mode == .once)
    #expect(byName["sales"]?.workingDirectory == "/home/ada/.config/odobar")
    #expect(byName["volume"]?.mode == .stream)
    #expect(byName["volume"]?.interval == nil)
    #expect(byName["weather"]?.arguments == ["/bin/sh", "-c", "curl -sf wttr.in?format=1"])
    #expect(byName["weather"]?.protocolName == "text")
  }

  @Test func `metrics of the example look as they say`() throws {
    let metrics = read(Self.example).0.metrics
    let cpu = try #require(metrics.first { $0.name == "cpu" })
    let revenue = try #require(metrics.first { $0.name == "revenue" })
    let volume = try #require(metrics.first { $0.name == "volume" })
    let tickets = try #require(metrics.first { $0.name == "tickets" })

    #expect(cpu.gauge == .init(width: 8))
    #expect(cpu.thresholds.critical == 90)
    #expect(cpu.minimum == 0 && cpu.maximum == 100)
    #expect(revenue.motion.style == "flip")
    #expect(revenue.formatter.readout(of: .integer(7), like: .integer(7)).text.contains("000007"))
    #expect(
      volume.stepper == .init(lower: .integer(0), upper: .integer(100), step: .integer(5)))
    #expect(volume.title == "Volume")
    #expect(tickets.source == nil)
    #expect(tickets.motion.style == "count")
    #expect(tickets.formatter.readout(of: .integer(3), like: .integer(3)).text == "3")
  }

  @Test(arguments: ["", "# nothing\n", "metrics:\nbars:\n"])
  func `an empty config has an empty bar`(_ text: String) {
    let (configuration, faults) = read(text)
    #expect(faults.isEmpty)
    #expect(configuration.bars == [BarConfiguration(name: "main", metrics: [])])
  }

  @Test func `few lines are enough`() throws {
    let (configuration, faults) = read(
      """
      sources:
        cpu: {plugin: cpu}
        mine: {command: ./count.sh}
      metrics:
        cpu: {source: cpu}
        mine: {source: mine}
      """)

    #expect(faults.isEmpty)
    #expect(configuration.bars.map(\.metrics) == [["cpu", "mine"]])
    #expect(configuration.panel.rows.map(\.metric) == ["cpu", "mine"])
    #expect(configuration.panel.periods.map(\.name) == ["day", "week", "month"])
    #expect(configuration.sources.map(\.mode) == [.poll, .stream])
    let metric = try #require(configuration.metrics.first)
    #expect(metric.field == nil)
    #expect(metric.template == Template(segments: [.placeholder(.value)]))
    #expect(metric.title == "cpu")
  }

  @Test func `one bad metric of ten leaves nine`() throws {
    let lines = (0..<10).map { "  m\($0): {source: cpu, \($0 == 4 ? "titel" : "title"): x}" }
    let (configuration, faults) = read(
      "sources: {cpu: {plugin: cpu}}\nmetrics:\n\(lines.joined(separator: "\n"))\n")

    #expect(faults.count == 1)
    #expect(configuration.metrics.count == 9)
    #expect(configuration.broken.keys.sorted() == ["m4"])
    #expect(configuration.bars.first?.metrics.count == 10)
  }

  @Test func `a broken source breaks its metrics with its own fault`() throws {
    let (configuration, faults) = read(
      """
      sources:
        cpu: {plugin: cpu}
        net: {plugin: nett}
      metrics:
        a: {source: cpu}
        b: {source: net.rx}
      """)

    #expect(faults.count == 1)
    #expect(configuration.metrics.map(\.name) == ["a"])
    #expect(configuration.sources.map(\.name) == ["cpu"])
    #expect(configuration.broken["b"] == faults.first)
    #expect(configuration.broken["net"] == faults.first)
  }

  @Test func `a name that no metric has stands in its bar as an error`() throws {
    let (configuration, faults) = read("metrics: {a: {stepper: {}}}\nbars: {main: [a, zz]}\n")

    #expect(configuration.bars.first?.metrics == ["a", "zz"])
    #expect(configuration.broken["zz"] == faults.first)
  }

  @Test func `a text that is no YAML still gives a bar that says so`() {
    let (configuration, faults) = read("a: [1\n")

    #expect(faults.count == 1)
    #expect(configuration.bars.first?.metrics == ["config"])
    #expect(configuration.broken["config"] == faults.first)
  }

  @Test func `a bad part is broken by its name, and the metrics run`() {
    let (configuration, _) = read("motion: {fps: 99}\nmetrics: {a: {stepper: {}}}\n")

    #expect(configuration.broken.keys.sorted() == ["motion"])
    #expect(configuration.metrics.map(\.name) == ["a"])
  }

  @Test func `faults come in the order of the file, each once`() {
    let (_, faults) = read(
      """
      bars: {main: [zz]}
      x-look: &look {gauge: {w: 1}}
      metrics:
        a: {stepper: {}, <<: *look}
        b: {stepper: {}, <<: *look}
        b: {stepper: {}}
      motion: spin
      """)

    #expect(faults.compactMap(\.span?.start.line) == [1, 2, 6, 7])
  }

  @Test func `keys for anchors are left alone`() {
    #expect(read("x-colours: &c {normal: '#ffffff'}\n").1.isEmpty)
  }

  @Test func `quoted digits stay text`() throws {
    let metric = try #require(oneMetric("source: cpu, icon: \"007\", title: \"1e3\""))
    #expect(metric.icon == "007")
    #expect(metric.title == "1e3")
  }

  @Test func `the blocks of another generator may stand in a bar by its name`() {
    let (configuration, faults) = read(
      """
      sources: {others: {command: i3status, protocol: i3bar}}
      bars: {main: [others]}
      """)

    #expect(faults.isEmpty)
    #expect(configuration.bars.first?.metrics == ["others"])
  }
}
