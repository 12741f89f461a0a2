package import FeedCore

/// What a protocol says of the scripts that speak it, beside how their lines are read.
package struct ScriptConventions: Hashable, Sendable {
  /// What becomes of a click on what a script shows, unless the config says.
  package enum Clicks: Hashable, Sendable {
    /// Nothing.
    case ignored
    /// The script is told: by its environment in a new run, or by a line where it runs on.
    case told
  }

  /// Its main field is a text, which metrics show as it is.
  package var isText = false
  /// The pace of those that run once, where neither config nor script says; nil: they run on.
  package var interval: TimeSpan?
  package var timeout: TimeSpan?
  /// A script that runs once finds its standard input empty.
  package var closesInput = false
  package var clicks = Clicks.ignored
  /// Fields are chosen by names and labels among many.
  package var selectsSeries = false

  package init() {}

  /// Those of scripts that print a text for a bar.
  static let text: ScriptConventions = {
    var conventions = ScriptConventions()
    conventions.isText = true
    conventions.closesInput = true
    return conventions
  }()
}

/// What the config says of one source that its parser has to know.
package struct ReportOptions: Hashable, Sendable {
  package var parameters: [String: String]
  /// The source's texts are Pango markup.
  package var isMarkup: Bool
  /// The fields that metrics show, as the config names them.
  package var wanted: [String]

  package init(
    parameters: [String: String] = [:], isMarkup: Bool = false, wanted: [String] = []
  ) {
    self.parameters = parameters
    self.isMarkup = isMarkup
    self.wanted = wanted
  }
}

/// A press of a button on what a script shows.
package struct ScriptClick: Hashable, Sendable {
  /// As X counts them.
  package var button: Int
  /// Where it was, by i3bar's names: `x`, `relative_x`, `width`.
  package var places: [String: Double]
  /// As X names them.
  package var modifiers: [String]

  package init(button: Int, places: [String: Double] = [:], modifiers: [String] = []) {
    self.button = button
    self.places = places
    self.modifiers = modifiers
  }
}

/// One run of a script, as its environment may tell of it.
package struct ScriptRun: Hashable, Sendable {
  /// The source's name.
  package var name: String
  /// The program and its arguments.
  package var arguments: [String]
  package var interval: TimeSpan?
  package var mode: RunMode
  package var parameters: [String: String]
  /// What the script said last that it wants to find.
  package var variables: [String: String] = [:]
  package var click: ScriptClick?
  /// How often it was started, this time included.
  package var count = 1

  package init(
    name: String, arguments: [String], interval: TimeSpan? = nil, mode: RunMode = .once,
    parameters: [String: String] = [:]
  ) {
    self.name = name
    self.arguments = arguments
    self.interval = interval
    self.mode = mode
    self.parameters = parameters
  }

  /// Seconds, without a fraction where there is none.
  package static func plain(_ span: TimeSpan) -> String {
    let quantity = Quantity.real(span.seconds).normalized
    if case .integer(let seconds) = quantity { return String(seconds) }
    return "\(span.seconds)"
  }

  /// The command line as a person wrote it.
  package var command: String {
    arguments.count == 3 && arguments[..<2] == ["/bin/sh", "-c"]
      ? arguments[2] : arguments.joined(separator: " ")
  }

  /// The file that a command runs, where its words tell it: none of them is for a shell.
  package static func file(of arguments: [String]) -> String? {
    var words = arguments
    if arguments.count == 3, arguments[..<2] == ["/bin/sh", "-c"] {
      guard !arguments[2].contains(where: { "|&;<>()$`\\\"'*?[#\n".contains($0) }) else {
        return nil
      }
      words = arguments[2].split(separator: " ").map(String.init)
    }
    return words.first { $0.contains("/") || $0.contains(".") }
  }
}
