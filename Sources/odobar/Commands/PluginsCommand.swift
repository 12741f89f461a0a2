import FeedConfig
import FeedCore
import FeedPlugin
import FeedSystem

/// `odobar plugins`: what there is, where, and what it takes and gives.
enum PluginsCommand {
  static let subcommand = Subcommand(
    name: "plugins", operands: "", summary: "lists the plugins with their parameters and fields",
    text: """
      Plugins are looked for in $ODOBAR_PLUGIN_PATH, in plugins/ beside the config, in
      $XDG_DATA_HOME/odobar/plugins, then among those that come with odobar.
      """,
    options: [Subcommand.config]
  ) { options in
    let loader = ConfigLoader()
    let folder = loader.load(options.values["config"]).configuration.folder
    let finder = PluginFinder(environment: loader.environment, configFolder: folder)
    let plugins = finder.all()
    guard !plugins.isEmpty else {
      Console.complain("no plugins in \(finder.search.folders.joined(separator: ", "))")
      return .unavailable
    }
    var faults = 0
    for plugin in plugins {
      let text = (try? FileReader.contents(of: plugin.path, limit: 1 << 22)) ?? []
      let (manifest, problems) = Manifest.read(text, file: plugin.path)
      for problem in problems { Console.complain(problem.summary) }
      faults += problems.count
      Console.print(description(plugin.name, plugin.path, manifest))
    }
    return faults == 0 ? .success : .configuration
  }

  private static func description(_ name: String, _ path: String, _ manifest: Manifest?) -> String {
    var text = "\(name)\n  \(path)\n"
    guard let manifest else { return text + "  (says nothing of itself)\n" }
    if let mode = manifest.mode {
      let interval = manifest.interval.map { " every \($0.seconds) s" } ?? ""
      text += "  mode    \(mode.rawValue)\(interval)\n"
    }
    let fields = manifest.fields.map { field in
      (field.unit == "none" ? field.name : "\(field.name) (\(field.unit))")
        + (field.isSettable ? ", settable" : "")
    }
    if !fields.isEmpty { text += "  fields  \(fields.joined(separator: ", "))\n" }
    for parameter in manifest.parameters {
      let value = parameter.defaultValue.map { " = \($0)" } ?? ""
      let about = parameter.about.map { ": \($0)" } ?? ""
      text += "  param   \(parameter.name)\(value)\(about)\n"
    }
    return text
  }
}
