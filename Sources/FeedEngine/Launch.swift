package import FeedConfig
import FeedCore
package import FeedPlugin

/// How a source's process is started.
package struct Launch: Hashable, Sendable {
  package var arguments: [String]
  /// In addition to the engine's own environment.
  package var environment: [String: String]
  package var workingDirectory: String
  /// Its standard input is a pipe that can be written to; else it is empty.
  package var hasInput: Bool
  /// The program is a generator, and what reads it is a bar: that is how this process is called
  /// until the program has said something, as some look who reads them.
  package var readerName: String?
  /// Programs that it starts may gain privileges, as `sudo` does.
  package var mayGainPrivileges: Bool

  /// What the config says of a source, with what odobar tells all of them.
  ///
  /// `parser` is what reads its lines, where that has been found out by them. `wish` is a field that
  /// the run is to set, and to what: `level 55`.
  package init(
    _ source: SourceConfiguration, run: ScriptRun? = nil, parser: (any ReportParser)? = nil,
    period: String? = nil, wish: String? = nil
  ) {
    let parser = parser ?? source.parser
    let run = run ?? ScriptRun(source)
    arguments = parser.arguments(of: run)
    workingDirectory = source.workingDirectory
    hasInput = source.mode != .once || !parser.conventions.closesInput
    environment = [:]
    mayGainPrivileges = source.isWrapped
    readerName = source.isWrapped ? "i3bar" : nil
    environment["ODOBAR_SOURCE"] = source.name
    if let interval = source.interval { environment["ODOBAR_INTERVAL"] = Self.plain(interval) }
    if let period { environment["ODOBAR_PERIOD"] = period }
    if let wish { environment["ODOBAR_SET"] = wish }
    for (name, value) in source.parameters {
      environment["ODOBAR_PARAM_\(Self.upperCase(name))"] = value
    }
    environment["BLOCK_NAME"] = source.name
    environment["BLOCK_INSTANCE"] = source.parameters["instance"] ?? ""
    environment["BLOCK_INTERVAL"] = source.interval.map { Self.plain($0) } ?? "once"
    environment.merge(parser.environment(of: run)) { _, own in own }
    environment.merge(source.environment) { _, own in own }
  }

  /// `environment` over that of the engine, as `NAME=value` entries.
  package func entries(over inherited: [String]) -> [String] {
    let kept = inherited.filter { entry in
      environment[String(entry.prefix { $0 != "=" })] == nil
    }
    return kept + environment.map { "\($0.key)=\($0.value)" }.sorted()
  }

  private static func plain(_ span: TimeSpan) -> String { ScriptRun.plain(span) }

  /// A name as shells take it for a variable's.
  private static func upperCase(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar -> Character in
        let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
        return isWord ? Character(scalar.properties.uppercaseMapping) : "_"
      })
  }
}
