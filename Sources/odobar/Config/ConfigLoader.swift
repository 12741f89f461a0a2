import FeedConfig
import FeedCore
import FeedData
import FeedPlugin
import FeedSystem

/// Finds and reads the config, and all that it is judged by.
struct ConfigLoader {
  let environment: Environment
  /// Whether the config may be a pipe, such as `<(…)`, which is waited for.
  var takesPipes = true

  init(environment: Environment = .current) { self.environment = environment }

  /// A config as it was read.
  struct Loaded {
    var configuration: Configuration
    var diagnostics: [Diagnostic]
    var printer: DiagnosticPrinter
    /// nil when no file was found.
    var file: String?
    /// What was asked for; nil for the first that is there in the usual places.
    var named: String?
    /// All files that were looked for, by absolute path, as they were before they were read.
    var stamps: [String: FileStamp?]

    /// Whether it is more than warned of.
    var isFaulty: Bool { diagnostics.contains { $0.severity == .error } }
  }

  /// The absolute path of the file that `load` would read, if other processes can read it as well.
  ///
  /// nil for pipes such as `<(…)`, and when there is no config at all.
  func sharedFile(_ named: String?) -> String? {
    let places = ConfigSearch.places(
      option: named, environment: environment.values, installed: Self.installed)
    return places.first { FileSystem.isFile($0.path) }.map { FileSystem.absolute($0.path) }
  }

  /// Reads the file that was named, or the first that is there in the usual places.
  func load(_ named: String?) -> Loaded {
    var loaded = find(named)
    loaded.named = named
    return loaded
  }

  private func find(_ named: String?) -> Loaded {
    let places = ConfigSearch.places(
      option: named, environment: environment.values, installed: Self.installed)
    var tried: [String] = []
    let record = FileRecord()
    for place in places {
      record.note(FileSystem.absolute(place.path))
      do throws(FileReadError) {
        let text = try FileReader.contents(of: place.path, filesOnly: !takesPipes)
        return read(text, file: place.path, record)
      } catch {
        if !place.isRequired, case .system(let cause) = error, cause.isNotFound {
          tried.append(place.path)
          continue
        }
        return broken(Diagnostic("cannot read '\(place.path)': \(error)"), record)
      }
    }
    return broken(
      Diagnostic("no config found", hint: "looked for \(tried.joined(separator: ", "))"), record)
  }

  private func broken(_ diagnostic: Diagnostic, _ record: FileRecord) -> Loaded {
    Loaded(
      configuration: Configuration(unusable: diagnostic), diagnostics: [diagnostic],
      printer: DiagnosticPrinter(), file: nil, stamps: record.stamps)
  }

  private func read(_ text: [UInt8], file: String, _ record: FileRecord) -> Loaded {
    // Sources run in this folder, so a path from here would mean another place to them.
    let folder = FileSystem.absolute(Self.folder(of: file))
    let name = Self.shortened(file, home: environment["HOME"])
    var (configuration, diagnostics, texts) = Configuration.readAll(
      text, file: name, context: context(folder, record))
    configuration.folder = folder
    if configuration.bars.isEmpty || configuration.bars.allSatisfy({ $0.metrics.isEmpty }) {
      let empty = Diagnostic(
        "the config '\(file)' shows nothing", hint: "it needs metrics: see docs/config.md",
        severity: configuration.sources.isEmpty ? .error : .warning)
      diagnostics.append(empty)
      configuration.showOnly(empty)
    }
    var printer = DiagnosticPrinter()
    // Who has nothing to complain of quotes nothing.
    if !diagnostics.isEmpty { printer.texts = texts.mapValues { SourceText($0) } }
    return Loaded(
      configuration: configuration, diagnostics: diagnostics, printer: printer, file: file,
      stamps: record.stamps)
  }

  // MARK: What a config is judged by

  private func context(_ folder: String, _ record: FileRecord) -> ConfigContext {
    let plugins = PluginFinder(environment: environment, configFolder: folder)
    return ConfigContext(
      protocols: Catalog.reportParsers.names,
      locale: { [environment] in LocaleFinder.locale(named: $0, environment: environment) },
      installedLocales: LocaleFinder.hint,
      findPlugin: plugins.lookup,
      readFile: record.read,
      home: environment["HOME"] ?? "", folder: folder)
  }

  /// The config that comes with the program: beside the sources of a build, else installed.
  private static var installed: [String] {
    let program = Program.path
    let parts = program.split(separator: "/").map(String.init)
    if let build = parts.lastIndex(of: ".build") {
      return ["/" + (parts[..<build] + ["config.yaml"]).joined(separator: "/")]
    }
    let prefix = "/" + parts.dropLast(2).joined(separator: "/")
    return ["/etc/xdg/odobar/config.yaml", prefix + "/share/odobar/config.yaml"]
  }

  private static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// `~/…` for files below the home folder: shorter to read, and as clickable.
  private static func shortened(_ file: String, home: String?) -> String {
    guard let home, home.count > 1, file.hasPrefix(home + "/") else { return file }
    return "~" + file.dropFirst(home.count)
  }
}

/// What became of files while a config was read.
private final class FileRecord {
  /// As they were before they were read: what is written later is a change.
  private(set) var stamps: [String: FileStamp?] = [:]

  func note(_ path: String) {
    if stamps[path] == nil { stamps[path] = .some(FileStamp(of: path)) }
  }

  func read(_ path: String) -> FileText {
    note(path)
    do throws(FileReadError) {
      return .text(try FileReader.contents(of: path, filesOnly: true))
    } catch {
      return .unreadable("\(error)")
    }
  }
}
