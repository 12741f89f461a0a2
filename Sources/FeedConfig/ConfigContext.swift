package import FeedCore
package import FeedPlugin

/// All that a config is judged by and that does not stand in it.
///
/// Nothing here starts a program: reading a config never runs one.
package struct ConfigContext {
  /// What `format` can name.
  package var formats: Catalog<FormatMaker>
  /// What `motion.style` can name, without `auto`, the engine's own choice among them.
  package var motionStyles: [String]
  /// What `protocol` can name.
  package var protocols: [String]
  /// How a locale writes numbers, by its name, `system` being the user's own; nil: not installed.
  package var locale: (String) -> NumberLocale?
  /// What to say to someone who names a locale that is not there.
  package var installedLocales: String?
  /// The plugin that `plugin` names: a bare name, or a path.
  package var findPlugin: (String) -> PluginLookup
  /// What a file holds, such as a theme.
  package var readFile: (String) -> FileText
  /// What `~` stands for.
  package var home: String
  /// The folder of the config file.
  package var folder: String

  /// A context in which nothing is found but what is given.
  package init(
    formats: Catalog<FormatMaker> = .formats,
    motionStyles: [String] = Catalog<any MotionStyle>.motionStyles.names, protocols: [String],
    locale: @escaping (String) -> NumberLocale? = { _ in .posix },
    installedLocales: String? = nil,
    findPlugin: @escaping (String) -> PluginLookup = { _ in .notFound(known: []) },
    readFile: @escaping (String) -> FileText = { _ in .unreadable("there are no files") },
    home: String = "", folder: String = "."
  ) {
    self.formats = formats
    self.motionStyles = motionStyles
    self.protocols = protocols
    self.locale = locale
    self.installedLocales = installedLocales
    self.findPlugin = findPlugin
    self.readFile = readFile
    self.home = home
    self.folder = folder
  }
}

/// What a file holds, or why that cannot be told.
package enum FileText {
  case text([UInt8])
  case unreadable(String)
}

/// What became of a plugin's name.
package enum PluginLookup {
  case found(PluginFound)
  /// With the names of all plugins that there are.
  case notFound(known: [String])
  /// It is there, but what it declares about itself cannot be understood.
  case unusable(reason: String)
}

/// A plugin and what its manifest says; what the manifest leaves out is nil or empty.
package struct PluginFound {
  /// The executable file.
  package var path: String
  package var mode: SourceConfiguration.Mode?
  package var interval: TimeSpan?
  /// It is to run a single time, unless the config gives it an interval.
  package var runsOnce: Bool
  package var timeout: TimeSpan?
  package var protocolName: String?
  /// In order, the plugin's main field first.
  package var fields: [FieldDeclaration]
  /// nil: the plugin declares none, so any goes.
  package var parameters: [String]?

  package init(
    path: String, mode: SourceConfiguration.Mode? = nil, interval: TimeSpan? = nil,
    runsOnce: Bool = false, timeout: TimeSpan? = nil, protocolName: String? = nil,
    fields: [FieldDeclaration] = [], parameters: [String]? = nil
  ) {
    self.path = path
    self.mode = mode
    self.interval = interval
    self.runsOnce = runsOnce
    self.timeout = timeout
    self.protocolName = protocolName
    self.fields = fields
    self.parameters = parameters
  }
}

extension PluginFound {
  /// A plugin with what it declares about itself.
  package init(path: String, manifest: Manifest) {
    self.init(
      path: path, mode: manifest.mode, interval: manifest.interval, runsOnce: manifest.runsOnce,
      timeout: manifest.timeout, protocolName: manifest.protocolName, fields: manifest.fields,
      parameters: manifest.parameters.map(\.name))
  }
}
