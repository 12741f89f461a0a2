import FeedConfig
import FeedCore
import FeedPlugin

extension ConfigContext {
  /// A machine with a few plugins and two locales.
  static var test: ConfigContext {
    ConfigContext(
      protocols: ["auto", "i3blocks", "waybar", "i3bar", "text"],
      locale: { ["system", "C", "de_DE.UTF-8"].contains($0) ? NumberLocale.posix : nil },
      installedLocales: "installed: C, de_DE.UTF-8",
      findPlugin: { name in
        if name == "torn" { return .unusable(reason: "its manifest has no mode 'often'") }
        return plugins[name].map { .found($0) } ?? .notFound(known: Array(plugins.keys))
      },
      readFile: { files[$0].map { .text($0) } ?? .unreadable("No such file or directory") },
      home: "/home/ada", folder: "/home/ada/.config/odobar")
  }

  private static let plugins: [String: PluginFound] = [
    "cpu": PluginFound(
      path: "/p/cpu", mode: .poll, interval: .seconds(2),
      fields: [
        FieldDeclaration(name: "usage", unit: "percent"),
        FieldDeclaration(name: "core*", unit: "percent"),
      ], parameters: []),
    "network": PluginFound(
      path: "/p/network", mode: .poll, interval: .seconds(2),
      fields: [
        FieldDeclaration(name: "rx", unit: "bytes_per_second"),
        FieldDeclaration(name: "tx", unit: "bytes_per_second"),
        FieldDeclaration(name: "rx_total", unit: "bytes"),
      ], parameters: ["interface"]),
    "temperature": PluginFound(
      path: "/p/temperature", mode: .poll,
      fields: [
        FieldDeclaration(name: "celsius", unit: "celsius"),
        FieldDeclaration(name: "power", unit: "watts"),
        FieldDeclaration(name: "uptime", unit: "seconds"),
      ]),
    "volume": PluginFound(
      path: "/p/volume", mode: .stream,
      fields: [
        FieldDeclaration(name: "level", unit: "percent", isSettable: true),
        FieldDeclaration(name: "muted"),
      ], parameters: ["sink"]),
    "plain": PluginFound(path: "/p/plain"),
    "host": PluginFound(path: "/p/host", mode: .once, runsOnce: true, timeout: .seconds(3)),
  ]

  private static let files: [String: [UInt8]] = [
    "/home/ada/.config/odobar/night.yaml": Array("warning: '#ffaa00'\n".utf8),
    "/home/ada/torn.yaml": Array("warning: '#ffaa00'\nwarnings: '#000000'\n".utf8),
  ]
}

/// Reads a config that has to be without fault.
func read(_ text: String) -> (Configuration, [Diagnostic]) {
  Configuration.read(Array(text.utf8), file: "config.yaml", context: .test)
}

/// The one metric of a config, whose lines under its name are `body`.
func oneMetric(_ body: String, source: String = "cpu: {plugin: cpu}") -> MetricConfiguration? {
  let text = "sources: {\(source)}\nmetrics: {m: {\(body)}}\n"
  let (configuration, faults) = read(text)
  return faults.isEmpty ? configuration.metrics.first : nil
}
