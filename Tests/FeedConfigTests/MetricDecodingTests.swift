import FeedConfig
import FeedCore
import FeedOutput
import Testing

struct MetricDecodingTests {
  struct Format: CustomTestStringConvertible {
    var body: String
    var source = "s: {plugin: network}"
    var value: Quantity
    var text: String
    var testDescription: String { body }
  }

  @Test(arguments: [
    Format(body: "source: s.rx", value: .integer(2048), text: "2.0 KiB/s"),
    Format(body: "source: s.rx_total", value: .integer(2048), text: "2.0 KiB"),
    Format(body: "source: s", source: "s: {plugin: cpu}", value: .real(42), text: "42%"),
    Format(
      body: "source: s.core3, fraction: 1", source: "s: {plugin: cpu}", value: .real(42),
      text: "42.0%"),
    Format(body: "source: s", source: "s: {plugin: temperature}", value: .real(41.6), text: "42°C"),
    Format(
      body: "source: s.power", source: "s: {plugin: temperature}", value: .real(7.25), text: "7.2 W"
    ),
    Format(
      body: "source: s.uptime", source: "s: {plugin: temperature}", value: .real(303),
      text: "5m 03s"),
    Format(body: "source: s", source: "s: {command: x}", value: .integer(1284), text: "1284"),
    Format(body: "source: s", source: "s: {command: x}", value: .real(0.123), text: "0.12"),
    Format(body: "source: s", source: "s: {command: x}", value: .real(1), text: "1.00"),
    Format(
      body: "source: s, fraction: 1", source: "s: {command: x}", value: .integer(3), text: "3.0"),
    Format(body: "source: s, format: integer, suffix: ' x'", value: .integer(3), text: "3 x"),
    Format(body: "source: s, format: {integer: , prefix: '#'}", value: .integer(3), text: "#3"),
    Format(body: "source: s, format: integer, sign: always", value: .integer(3), text: "+3"),
    Format(body: "source: s, format: {decimal: , fraction: 3}", value: .real(0.5), text: "0.500"),
    Format(body: "source: s, format: integer, minimum_digits: 3", value: .integer(7), text: "007"),
    Format(body: "stepper: {step: 0.5}", value: .real(0.5), text: "0.5"),
    Format(body: "stepper: {step: 0.5}", value: .integer(1), text: "1.0"),
    Format(body: "stepper: {range: 0.25..9, step: 1}", value: .real(1.25), text: "1.25"),
    Format(body: "stepper: {step: 0.5}, fraction: 2", value: .real(0.5), text: "0.50"),
    Format(body: "stepper: {}", value: .real(0.4), text: "0"),
  ])
  func `a format is what the metric says, else what suits the unit`(_ format: Format) throws {
    let metric = try #require(oneMetric(format.body, source: format.source))
    let readout = metric.formatter.readout(of: format.value, like: format.value)
    #expect(readout.text.drop { $0 == " " } == format.text)
  }

  @Test func `what a text source reports is text`() throws {
    let metric = try #require(oneMetric("source: s", source: "s: {command: x, protocol: text}"))
    #expect(metric.isText)
  }

  @Test func `a label shows icon, value, gauge and chart as far as there are any`() throws {
    let metric = try #require(oneMetric("source: cpu, icon: C, gauge: true, chart: 5"))

    #expect(
      metric.template.segments == [
        .placeholder(.icon), .text(" "), .placeholder(.value), .text(" "), .placeholder(.gauge),
        .text(" "), .placeholder(.chart),
      ])
    #expect(metric.gauge == .init(width: 8))
    #expect(metric.chart == .init(width: 5))
  }

  @Test func `a label with a gauge in it gives the metric one`() throws {
    let metric = try #require(
      oneMetric("source: cpu, label: \"{value} {gauge}\", short: \"{value}\""))
    #expect(metric.gauge == .init(width: 8))
    #expect(metric.shortTemplate == Template(segments: [.placeholder(.value)]))
  }

  @Test func `limits take units, and falling ones are told by their order`() throws {
    let size = try #require(
      oneMetric(
        "source: s, thresholds: {warning: 1GiB, critical: 1.5 GiB}", source: "s: {command: x}")
    )
    let battery = try #require(oneMetric("source: cpu, thresholds: {warning: 30%, critical: 10%}"))
    let single = try #require(oneMetric("source: cpu, thresholds: {critical: 5, falling: true}"))

    #expect(size.thresholds.warning == 1_073_741_824)
    #expect(size.thresholds.critical == 1_610_612_736)
    #expect(!size.thresholds.isDescending)
    #expect(battery.thresholds.warning == 30)
    #expect(battery.thresholds.isDescending)
    #expect(single.thresholds.isDescending)
  }

  @Test(arguments: ["range: -5..5", "range: [-5, 5]", "min: -5, max: 5"])
  func `a range has three forms`(_ body: String) throws {
    let metric = try #require(oneMetric("source: cpu, \(body)"))
    #expect(metric.minimum == -5)
    #expect(metric.maximum == 5)
  }

  @Test func `looks are taken as they are written`() throws {
    let metric = try #require(
      oneMetric(
        """
        source: cpu, colors: {critical: '#ff0000'}, color: '#00ff00', background: '#000001',
        accent: '#000002', min_width: 6, align: right, separator: false,
        urgent: [critical, error], hide_when: {below: 5%}
        """))

    #expect(metric.colors[.critical] == Color(hex: "#ff0000"))
    #expect(metric.colors[.normal] == Color(hex: "#00ff00"))
    #expect(metric.colors[.warning] != nil)
    #expect(metric.background == Color(hex: "#000001"))
    #expect(metric.accent == Color(hex: "#000002"))
    #expect(metric.minimumWidth == 6)
    #expect(metric.align == .right)
    #expect(!metric.hasSeparator)
    #expect(metric.urgentStates == [.critical, .error])
    #expect(metric.hideWhen == .below(5))
  }

  @Test(
    arguments: [
      ("missing", .missing), ("zero", .zero), ("empty", .empty), ("never", .never),
      ("{above: 3}", .above(3)), ("{state: [normal, stale]}", .state([.normal, .stale])),
    ] as [(String, MetricConfiguration.HideCondition)])
  func `a metric hides on one condition`(
    _ text: String, _ condition: MetricConfiguration.HideCondition
  ) throws {
    #expect(try #require(oneMetric("source: cpu, hide_when: \(text)")).hideWhen == condition)
  }

  @Test func `a click does one of our verbs, or runs a command`() throws {
    let metric = try #require(
      oneMetric(
        """
        stepper: {}, on: {left: step +2, middle: pavucontrol, right: [refresh, ~/x],
        scroll_up: period next, scroll_down: toggle short}
        """))

    #expect(
      metric.actions == [
        .left: .step(.integer(2)), .middle: .command(["/bin/sh", "-c", "pavucontrol"]),
        .right: .command(["refresh", "/home/ada/x"]), .scrollUp: .period("next"),
        .scrollDown: .toggle("short"),
      ])
  }

  @Test func `themes come by name, from a file, or as they are written`() throws {
    func theme(_ text: String) -> Configuration {
      let (configuration, faults) = read("theme: \(text)\nmetrics: {m: {stepper: {}}}\n")
      #expect(faults.isEmpty)
      return configuration
    }

    #expect(theme("light").output.background == .white)
    #expect(theme("default").metrics.first?.colors[.critical] != nil)
    #expect(theme("night.yaml").metrics.first?.colors[.warning] == Color(hex: "#ffaa00"))
    #expect(theme("night.yaml").files == ["/home/ada/.config/odobar/night.yaml"])
    #expect(theme("{stale: '#123456'}").metrics.first?.colors[.stale] == Color(hex: "#123456"))
  }

  @Test func `what is drawn cannot tear the bar`() throws {
    let metric = try #require(
      oneMetric(#"source: cpu, title: "a\nb", icon: "\e[31mx", label: "{value}\t!""#))
    #expect(metric.title == "a b")
    #expect(metric.icon == "x")
    #expect(metric.template.segments == [.placeholder(.value), .text(" !")])
  }

  @Test func `output settings`() {
    let (configuration, faults) = read(
      """
      output: {background: '#101010', foreground: '#f0f0f0', separator: ' | ', colors: 256, rise: 5000}
      """)

    #expect(faults.isEmpty)
    #expect(configuration.output.background == Color(hex: "#101010"))
    #expect(configuration.output.separator == " | ")
    #expect(configuration.output.colors == 256)
    #expect(configuration.output.rise == 5000)
  }
}
