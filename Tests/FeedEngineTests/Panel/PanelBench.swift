import FeedConfig
import FeedCore
import FeedEngine
import FeedOutput
import FeedPlugin
import Foundation
import Testing

/// What the JSON of a panel says.
struct PanelPicture: Decodable, Equatable {
  struct Row: Decodable, Equatable {
    struct Chart: Decodable, Equatable {
      struct Bar: Decodable, Equatable {
        let label: String
        let share: Double?
        let present: Bool?
      }

      let top: String
      let bottom: String
      let bars: [Bar]
    }

    let name: String
    let value: Double?
    let shown: Double?
    let text: String
    let label: String
    let kind: String
    let state: String
    let problem: String?
    let fraction: Double?
    let facts: [String: String]
    let chart: Chart?
  }

  let moving: Bool
  let progress: Double
  let period: String?
  let metrics: [Row]

  subscript(name: String) -> Row? { metrics.first { $0.name == name } }

  init(_ line: [UInt8]) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line))
  }
}

extension Bench {
  /// A panel of these metrics, opened at 0 on a Monday morning at six.
  static func panel(
    _ metrics: [MetricConfiguration], sources: [SourceConfiguration] = [],
    past: [HistoryRecord] = [], reduction: Reduction = .none, keepsHistory: Bool = true,
    isInteractive: Bool = false, _ change: (inout Configuration) -> Void = { _ in }
  ) throws -> Bench {
    var configuration = Configuration.of(metrics, sources: sources)
    configuration.panel.rows = metrics.map { PanelConfiguration.Row(metric: $0.name) }
    configuration.panel.keepsHistory = keepsHistory
    change(&configuration)
    var bench = Bench(
      Engine(
        configuration, limits: MotionLimits(reduction: reduction), runsSources: !sources.isEmpty))
    bench.wall = Self.monday + 6 * 3600
    bench.past = past
    let maker = try #require(Catalog.panelOutputs[isInteractive ? "ansi" : "json"])
    bench.send(.feedOpened(Bench.feed, .panel, maker(OutputSettings(colors: 0))), at: 0)
    if !sources.isEmpty { bench.send(.began, at: 0) }
    return bench
  }

  static let monday = Simulation.monday

  /// What is to be seen now, drawn or not.
  func panel() throws -> PanelPicture { try PanelPicture(try #require(truth())) }

  /// What was drawn last.
  func drawnPanel() throws -> PanelPicture { try PanelPicture(try #require(shots.last).line) }
}

extension HistoryRecord {
  /// One value at a time after the start of that Monday.
  static func hour(
    _ hour: Int64, _ metric: String, _ value: Double, increase: Double = 0
  )
    -> HistoryRecord
  {
    HistoryRecord(
      key: HistoryKey(metric), resolution: .hour, start: Bench.monday + hour * 3600,
      bucket: HistoryBucket(
        count: 1, sum: value, minimum: value, maximum: value, last: value, increase: increase))
  }
}
