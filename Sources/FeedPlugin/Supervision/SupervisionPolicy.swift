package import FeedCore

/// How a source runs.
package enum RunMode: String, Hashable, Sendable, CaseIterable {
  /// Started each interval, reports, exits.
  case once
  /// Started once, reports whenever it likes.
  case stream
  /// Started once, answers the lines that the engine writes to it each interval.
  case poll
}

/// When a source is started, asked, given up and killed.
package struct SupervisionPolicy: Hashable, Sendable {
  package var mode: RunMode
  /// The pace, at least 10 ms.
  ///
  /// `once`: from start to start; nil runs it a single time. `poll`: from question to question;
  /// nil asks a single time. `stream`: what it promises; nil promises nothing.
  package var interval: TimeSpan?
  /// How long to wait before the process is given up, at least 10 ms.
  ///
  /// `once`: from the start to the exit. `poll`: from the question to the answer. `stream`: how
  /// much later than `interval` a report may come.
  package var timeout: TimeSpan
  /// Between the request to end and the kill.
  package var grace: TimeSpan
  /// Exit statuses of a `once` source that are no failure.
  package var normalStatuses: Set<Int32>
  /// A `stream` that has reported may end with a normal status: it is started again, as after a
  /// failure, but that is none.
  package var mayEnd = false

  package init(
    mode: RunMode, interval: TimeSpan?, timeout: TimeSpan = .seconds(10),
    grace: TimeSpan = .seconds(1), normalStatuses: Set<Int32> = [0]
  ) {
    self.mode = mode
    self.interval = interval.map { max($0, .milliseconds(10)) }
    self.timeout = max(timeout, .milliseconds(10))
    self.grace = max(grace, .zero)
    self.normalStatuses = normalStatuses
  }

  /// A source that has not reported for this long is stale, however healthy it looks.
  var silenceLimit: TimeSpan? { interval.map { max($0 + $0 + $0, timeout) } }

  /// A stream that has never reported for this long is hinted at.
  var quietLimit: TimeSpan { max(silenceLimit ?? .zero, timeout) }
}

/// How a process ended.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)

  /// Whether it ended by itself, with one of these.
  package func isAmong(_ codes: Set<Int32>) -> Bool {
    if case .exited(let code) = self { codes.contains(code) } else { false }
  }

  package var description: String {
    switch self {
    case .exited(let status): "exited with \(status)"
    case .signalled(let signal): "killed by signal \(signal)"
    }
  }
}
