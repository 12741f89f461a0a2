import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin

extension FuzzTarget {
  /// A config file, whatever it holds, gives a bar that can be drawn, and faults that can be told.
  static let config = FuzzTarget(
    name: "config", summary: "a config is read, told of, and shown",
    words: [
      "sources: ", "metrics: ", "bars: ", "motion: ", "panel: ", "output: ", "theme: ", "groups: ",
      "include: ", "command: ", "interval: ", "format: ", "label: ", "value: ", "gauge: ",
      "chart: ",
      "thresholds: ", "stepper: ", "range: ", "on: ", "hide_when: ", "locale: ", "source: ",
      "integer", "bytes", "percent", "currency", "roll", "flip", "count", "spring", "0..100",
      "1GiB",
      "250ms", "{value}", "{field:a}", "{{", "'#7aa2f7'", "&a ", "*a", "<<: ", "!!str ", "|\n",
      ">\n",
      "---\n", "\t", "  ", "[", "]", "{", "}", ": ", ", ", "#", "'", "\"", "~", "1e999", "-1",
      "nan",
    ]
  ) { bytes in
    let (configuration, faults) = Configuration.read(bytes, file: "f", context: context)
    require(!configuration.bars.isEmpty, "no bar")
    let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    for fault in faults {
      if let line = fault.span?.start.line {
        require((1...lines + 2).contains(line), "line \(line)")
      }
      _ = DiagnosticText().render(fault, source: SourceText(bytes))
    }
    show(configuration)
  }

  private static var context: ConfigContext {
    ConfigContext(
      protocols: Catalog.reportParsers.names,
      findPlugin: { name in
        name == "cpu"
          ? .found(
            PluginFound(
              path: "/cpu", mode: .poll, interval: .seconds(2),
              fields: [FieldDeclaration(name: "usage", unit: "percent")]))
          : .notFound(known: ["cpu"])
      },
      readFile: { _ in .text(Array("warning: '#ffaa00'\n".utf8)) }, home: "/home", folder: "/config"
    )
  }

  private static func show(_ configuration: Configuration) {
    let values: [Reading] = [
      .number(.integer(12_480)), .number(.real(-0.5)), .text("x"), .missing,
      .number(.integer(.max)),
    ]
    for entry in Catalog.outputs.entries {
      var simulation = Simulation(
        configuration, subject: .bar(nil), output: entry.choice(OutputSettings()),
        limits: MotionLimits())
      for (index, value) in values.enumerated() {
        let events = configuration.metrics.prefix(20).map {
          Event.valued(metric: $0.name, value)
        }
        _ = simulation.take(events, at: Int64(index) * 400)
      }
      _ = simulation.picture()
    }
  }
}
