package import FeedConfig
import FeedCore

/// How a source's process is started.
package struct Launch: Hashable, Sendable {
  package var arguments: [String]
  /// In addition to the engine's own environment.
  package var environment: [String: String]
  package var workingDirectory: String

  /// What the config says of a source, with what odobar tells all of them.
  ///
  /// `wish` is a field that the run is to set, and to what: `level 55`.
  package init(_ source: SourceConfiguration, period: String? = nil, wish: String? = nil) {
    arguments = source.arguments
    workingDirectory = source.workingDirectory
    environment = source.environment
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
  }

  /// `environment` over that of the engine, as `NAME=value` entries.
  package func entries(over inherited: [String]) -> [String] {
    let kept = inherited.filter { entry in
      environment[String(entry.prefix { $0 != "=" })] == nil
    }
    return kept + environment.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// Seconds, without a fraction where there is none.
  private static func plain(_ span: TimeSpan) -> String {
    let quantity = Quantity.real(span.seconds).normalized
    if case .integer(let seconds) = quantity { return String(seconds) }
    return "\(span.seconds)"
  }

  /// A name as shells take it for a variable's.
  private static func upperCase(_ name: String) -> String {
    String(
      name.unicodeScalars.map { scalar -> Character in
        let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
        return isWord ? Character(scalar.properties.uppercaseMapping) : "_"
      })
  }
}
