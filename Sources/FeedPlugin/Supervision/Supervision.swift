package import FeedCore

/// When one source is started, asked, restarted and killed: a state machine without I/O.
///
/// Every event comes with its time and gives steps to carry out in order; `deadline` is when
/// `.wake` is wanted next. Due times lie on a grid that all sources share and that no other event
/// moves. Lines that a process wrote are to be handed in before its exit.
package struct Supervision: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    /// The source is wanted: it starts at once, and from now on when it is due.
    case begin
    /// Nothing happened but time.
    case wake
    /// At least one good report has come.
    case reported
    /// All that came could not be understood, and why.
    case rejected(String)
    /// It has closed its output: nothing will come of it any more.
    case muted
    case exited(ExitStatus)
    /// `.start` could not be carried out.
    case spawnFailed(String)
    /// A person or a program wants a new value now; many in a row are given fewer.
    case refresh
    /// There is something to tell the source: it is asked, or run, at once.
    case request
    /// Somebody looks at what the source says, or nobody does any longer: then it is neither asked
    /// nor started when that is due.
    case attended(Bool)
    /// The source is no longer wanted.
    case stop
  }

  package enum Step: Hashable, Sendable {
    case start
    /// A question is to be written to a `poll` source.
    case tick
    /// Goes to the whole process group.
    case signal(Signal)
    /// A failure, for the log; one that repeats itself is told once.
    case note(String)
  }

  package enum Signal: Hashable, Sendable {
    case terminate
    case kill
  }

  /// Lateness from which on the machine or the engine must have slept.
  static let longestLateness = TimeSpan.seconds(1)

  package let policy: SupervisionPolicy
  let grid: DueGrid?
  /// It is started when it is due.
  package internal(set) var isWanted = false
  var run: Run?
  /// When a `once` source is to be started, or a `poll` source to be asked; on the grid.
  var due: Instant?
  /// A start off the grid: the first one, a restart, a refresh.
  var startAt: Instant?
  /// A refresh came while the source could not be asked; it may be at `queuedAt`.
  var isRefreshQueued = false
  var queuedAt: Instant?
  /// The next question or start is wanted, whether or not anybody looks.
  var isDemanded = false
  /// Somebody looks.
  package internal(set) var isAttended = true
  var refreshes = RefreshBudget()
  var backoff = Backoff()
  /// The last failure, until a success.
  var failedAt: Instant?
  var record = HealthRecord()
  /// When the source counts as silent unless it reports.
  var silentAt: Instant?
  /// A stream that has run for a while and never reported.
  var isQuiet = false
  var complaint = ErrorTail()
  private var latest: Instant

  /// Counts due times from `origin`, which is the same for all sources.
  package init(_ policy: SupervisionPolicy, origin: Instant = .zero) {
    self.policy = policy
    grid = policy.interval.map { DueGrid(origin: origin, interval: $0) }
    latest = origin
  }

  package var health: SourceHealth { record.health }

  /// How often the source has failed; whoever waits for an answer sees by it that none will come.
  package var failureCount: Int { record.failureCount }

  /// A process exists or is being started.
  package var isRunning: Bool { run != nil }

  /// When it will next be started or asked by itself; nil for one that runs on or is over.
  package var nextDue: Instant? {
    guard isWanted else { return nil }
    if run != nil { return policy.mode == .stream ? nil : due }
    guard let startAt else { return policy.mode == .once ? due : nil }
    return policy.mode == .once ? due.map { min($0, startAt) } ?? startAt : startAt
  }

  /// What could help with a source that does nothing wrong and nothing at all.
  package var hint: String? {
    guard isQuiet else { return nil }
    return "no output for \(policy.quietLimit.phrase) while it runs: is its output buffered?"
  }

  /// When `.wake` is wanted, always later than the last event; nil when nothing will happen by
  /// itself.
  package var deadline: Instant? {
    var first = isWanted && isAttended && !record.isSilent ? silentAt : nil
    func consider(_ time: Instant?) {
      if let time { first = min(first ?? time, time) }
    }
    if let run {
      consider(run.timeoutAt)
      consider(run.killAt)
      consider(run.quietAt)
      consider(run.muteAt)
      if run.canBeAsked(in: policy), isServed { consider(due) }
    } else if isWanted, isServed {
      consider(startAt)
      if policy.mode == .once { consider(due) }
    }
    return first
  }

  /// Takes what the process wrote to its standard error; its last line names a failure.
  package mutating func complained(_ chunk: [UInt8]) { complaint.append(chunk) }

  /// Takes an event; time never goes back.
  package mutating func handle(_ event: Event, at time: Instant) -> [Step] {
    let now = max(time, latest)
    latest = now
    forgiveSleep(until: now)
    var steps: [Step] = []
    switch event {
    case .begin: begin(at: now)
    case .wake: break
    case .reported: report(at: now, &steps)
    case .rejected(let reason): reject(reason, at: now, &steps)
    case .muted: mute(at: now)
    case .exited(let status): exit(status, at: now, &steps)
    case .spawnFailed(let reason): spawnFail(reason, at: now, &steps)
    case .refresh: refresh(at: now, &steps)
    case .request: refresh(at: now, now: now, &steps)
    case .attended(let isAttended): attend(isAttended, at: now)
    case .stop: stop(at: now, &steps)
    }
    elapse(to: now, &steps)
    return steps
  }

  /// A process is not blamed for time in which nobody could listen to it.
  private mutating func forgiveSleep(until now: Instant) {
    guard let deadline, now - deadline > Self.longestLateness else { return }
    let lost = now - deadline
    func postpone(_ time: inout Instant?) {
      time = time.map { max($0 + lost, now + Self.longestLateness) }
    }
    postpone(&silentAt)
    guard var run else { return }
    postpone(&run.timeoutAt)
    postpone(&run.quietAt)
    postpone(&run.muteAt)
    self.run = run
  }

  /// Does all that is due.
  private mutating func elapse(to now: Instant, _ steps: inout [Step]) {
    if isDue(run?.timeoutAt, now) { timeOut(at: now, &steps) }
    if isDue(run?.muteAt, now) { giveUp("closed its output and runs on", at: now, &steps) }
    if isDue(run?.killAt, now) {
      run?.killAt = nil
      steps.append(.signal(.kill))
    }
    if isDue(run?.quietAt, now) {
      run?.quietAt = nil
      isQuiet = true
    }
    if let run {
      if run.canBeAsked(in: policy), isServed, isDue(due, now) { ask(at: now, &steps) }
    } else if isWanted, isServed, isDue(startAt, now) || (policy.mode == .once && isDue(due, now)) {
      start(at: now, &steps)
    }
    if isWanted, isAttended, !record.isSilent, isDue(silentAt, now) {
      record.fellSilent(for: policy.silenceLimit ?? .zero, at: now)
    }
  }

  /// It is asked and started when that is due.
  private var isServed: Bool { isAttended || isDemanded }

  private func isDue(_ time: Instant?, _ now: Instant) -> Bool { time.map { $0 <= now } ?? false }
}

extension Supervision {
  /// One life of the process.
  struct Run: Hashable, Sendable {
    enum Ending: Hashable {
      case givenUp
      case stopped
    }

    let startedAt: Instant
    var firstReport: Instant?
    var rejection: String?
    /// A question is open.
    var isAsked = false
    var timeoutAt: Instant?
    var quietAt: Instant?
    /// It has closed its output, and is given up if it has not ended by then.
    var muteAt: Instant?
    /// It was asked to end.
    var ending: Ending?
    var killAt: Instant?

    func canBeAsked(in policy: SupervisionPolicy) -> Bool {
      policy.mode == .poll && !isAsked && ending == nil
    }
  }
}
