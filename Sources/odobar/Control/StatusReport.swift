import FeedCore
import FeedEngine
import FeedOutput
import FeedSystem

/// What `odobar status` says of one engine.
struct StatusReport {
  private let status: EngineStatus
  private let config: String
  /// In nanoseconds.
  private let uptime: Int64
  private let visitors: [FeedID: Visitor]

  init(_ status: EngineStatus, config: String, uptime: Int64, _ visitors: [Visitor]) {
    self.status = status
    self.config = config
    self.uptime = uptime
    self.visitors = Dictionary(
      visitors.compactMap { visitor in visitor.feed.map { ($0, visitor) } },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: For people

  var text: String {
    var lines = [
      "engine \(Program.process), odobar \(Help.version), up \(Self.phrase(uptime))",
      "config \(config)",
    ]
    if let problem = status.problem {
      lines += ["  \(problem)", "  the config before it is still in use"]
    }
    lines.append("feeds")
    lines += table(
      status.feeds.map { feed in
        let visitor = visitors[feed.id]
        return [
          visitor?.request?.output ?? "?", Self.phrase(feed.subject),
          visitor.map { "pid \($0.process)" } ?? "",
          feed.isBlocked ? "its reader does not read" : feed.isPaused ? "paused" : "",
        ]
      })
    lines.append("sources")
    lines += table(
      status.sources.map { source in
        [
          source.name, source.state, source.mode,
          source.age.map { "said \(Self.phrase($0.nanoseconds)) ago" } ?? "has said nothing",
          source.due.map { "due in \(Self.phrase($0.nanoseconds))" }
            ?? (source.isRunning ? "runs" : "does not run"),
          source.starts == 1 ? "started once" : "started \(source.starts) times",
          source.problem ?? "",
        ]
      })
    return lines.map { $0 + "\n" }.joined()
  }

  private func table(_ rows: [[String]]) -> [String] {
    guard let columns = rows.map(\.count).max() else { return ["  none"] }
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var line = "  " + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func phrase(_ subject: FeedSubject) -> String {
    switch subject {
    case .bar(let name): name ?? "the first bar"
    case .metric(let name), .either(let name): name
    case .panel: "the panel"
    case .metrics(let names): names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
  }

  private static func phrase(_ nanoseconds: Int64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    switch seconds {
    case ..<1: return "\(nanoseconds / 1_000_000) ms"
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min \(seconds % 60) s"
    case ..<86_400: return "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: return "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
    }
  }

  // MARK: For programs

  /// One object on one line; times in seconds.
  var json: String {
    let feeds = status.feeds.map { feed in
      let visitor = visitors[feed.id]
      return Self.object([
        ("output", visitor?.request.map { String(json: $0.output) }),
        ("shows", String(json: Self.phrase(feed.subject))),
        ("pid", visitor.map { String($0.process) }), ("blocked", String(feed.isBlocked)),
        ("paused", String(feed.isPaused)),
      ])
    }
    let sources = status.sources.map { source in
      Self.object([
        ("name", String(json: source.name)), ("state", String(json: source.state)),
        ("mode", String(json: source.mode)), ("running", String(source.isRunning)),
        ("starts", String(source.starts)), ("age", Self.seconds(source.age)),
        ("due", Self.seconds(source.due)), ("problem", source.problem.map { String(json: $0) }),
      ])
    }
    return Self.object([
      ("pid", String(Program.process)), ("version", String(json: Help.version)),
      ("build", String(json: Program.build)), ("config", String(json: config)),
      ("problem", status.problem.map { String(json: $0) }),
      ("uptime", Self.seconds(TimeSpan(nanoseconds: uptime))),
      ("feeds", "[\(feeds.joined(separator: ", "))]"),
      ("sources", "[\(sources.joined(separator: ", "))]"),
    ])
  }

  private static func object(_ members: [(String, String?)]) -> String {
    let texts = members.map { "\"\($0.0)\": \($0.1 ?? "null")" }
    return "{\(texts.joined(separator: ", "))}"
  }

  /// With three decimals.
  private static func seconds(_ span: TimeSpan?) -> String? {
    guard let milliseconds = span.map({ $0.nanoseconds / 1_000_000 }) else { return nil }
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000).\(fraction)"
  }
}
