import FeedCore

/// What the events do.
extension Supervision {
  mutating func begin(at now: Instant) {
    guard !isWanted else { return }
    isWanted = true
    silentAt = policy.silenceLimit.map { now + $0 }
    startAt = earliestStart(from: now)
  }

  mutating func stop(at now: Instant, _ steps: inout [Step]) {
    isWanted = false
    (startAt, due, silentAt) = (nil, nil, nil)
    (isRefreshQueued, isDemanded) = (false, false)
    isQuiet = false
    guard run != nil else { return }
    end(.stopped, at: now, &steps)
  }

  /// Asks or starts soon, unless that is to be done already.
  mutating func refresh(at now: Instant, _ steps: inout [Step]) {
    guard isWanted, !isRefreshQueued, !isDemanded else { return }
    refresh(at: refreshes.grant(at: now), now: now, &steps)
  }

  /// Asks or starts at `time`, or as soon after it as can be.
  mutating func refresh(at time: Instant, now: Instant, _ steps: inout [Step]) {
    guard isWanted else { return }
    guard let run else {
      isDemanded = true
      startAt = min(startAt ?? Instant(nanoseconds: .max), earliestStart(from: time))
      return
    }
    if run.canBeAsked(in: policy) {
      if time <= now { return ask(at: now, &steps) }
      isDemanded = true
      due = min(due ?? time, time)
    } else if policy.mode != .stream || run.ending != nil {
      isRefreshQueued = true
      queuedAt = min(queuedAt ?? time, time)
    }
  }

  mutating func attend(_ isAttended: Bool, at now: Instant) {
    guard isAttended != self.isAttended else { return }
    self.isAttended = isAttended
    // Nobody was asked meanwhile: that was no silence.
    if isAttended { silentAt = silentAt.map { max($0, now + (policy.silenceLimit ?? .zero)) } }
  }

  mutating func report(at now: Instant, _ steps: inout [Step]) {
    guard isWanted else { return }
    record.reported()
    silentAt = policy.silenceLimit.map { now + $0 }
    hear(at: now)
    if run?.firstReport == nil { run?.firstReport = now }
    // Only the exit tells whether a run that reports and exits was good.
    guard policy.mode != .once else { return }
    record.succeeded()
    if run?.ending == nil { expectNext(at: now, &steps) }
  }

  mutating func reject(_ reason: String, at now: Instant, _ steps: inout [Step]) {
    guard isWanted, run != nil else { return }
    hear(at: now)
    run?.rejection = reason
    guard policy.mode != .once else { return }
    if record.failed(reason, at: now) { steps.append(.note(reason)) }
    if policy.mode == .poll, run?.ending == nil { expectNext(at: now, &steps) }
  }

  /// A process that ends closes its output a moment before; one that lives on will never report.
  mutating func mute(at now: Instant) {
    guard policy.mode != .once, run?.ending == nil else { return }
    run?.muteAt = now + policy.grace
  }

  mutating func exit(_ status: ExitStatus, at now: Instant, _ steps: inout [Step]) {
    guard let ended = run else { return }
    guard isWanted, ended.ending == nil else {
      run = nil
      if isWanted { planRestart(of: ended, at: now) }
      return
    }
    if policy.mayEnd, policy.mode == .stream, ended.firstReport != nil,
      status.isAmong(policy.normalStatuses)
    {
      run = nil
      planRestart(of: ended, at: now)
    } else if let reason = failure(of: ended, status) {
      fail(reason, ended, at: now, &steps)
    } else {
      run = nil
      succeed(at: now)
    }
  }

  mutating func spawnFail(_ reason: String, at now: Instant, _ steps: inout [Step]) {
    guard let ended = run else { return }
    guard isWanted, ended.ending == nil else {
      run = nil
      if isWanted { planRestart(of: ended, at: now) }
      return
    }
    fail(reason, ended, at: now, &steps)
  }

  mutating func timeOut(at now: Instant, _ steps: inout [Step]) {
    let limit = policy.timeout
    let reason =
      switch policy.mode {
      case .once: "timed out after \(limit.phrase)"
      case .poll: "no answer within \(limit.phrase)"
      case .stream: "no report within \(((policy.interval ?? .zero) + limit).phrase)"
      }
    giveUp(reason, at: now, &steps)
  }

  mutating func giveUp(_ reason: String, at now: Instant, _ steps: inout [Step]) {
    noteFailure(reason, at: now, &steps)
    end(.givenUp, at: now, &steps)
  }

  mutating func start(at now: Instant, _ steps: inout [Step]) {
    startAt = nil
    (isRefreshQueued, isDemanded) = (false, false)
    complaint = ErrorTail()
    run = Run(startedAt: now)
    steps.append(.start)
    switch policy.mode {
    case .once:
      run?.timeoutAt = now + policy.timeout
      advanceDue(at: now)
    case .poll: ask(at: now, &steps)
    case .stream:
      run?.timeoutAt = policy.interval.map { now + $0 + policy.timeout }
      run?.quietAt = now + policy.quietLimit
    }
  }

  mutating func ask(at now: Instant, _ steps: inout [Step]) {
    (isRefreshQueued, isDemanded) = (false, false)
    run?.isAsked = true
    run?.timeoutAt = now + policy.timeout
    advanceDue(at: now)
    steps.append(.tick)
  }

  // MARK: - Parts of the above

  /// The process has written something.
  private mutating func hear(at now: Instant) {
    isQuiet = false
    run?.quietAt = nil
  }

  /// A process that goes on has answered or reported.
  private mutating func expectNext(at now: Instant, _ steps: inout [Step]) {
    guard run != nil else { return }
    run?.isAsked = false
    run?.timeoutAt =
      policy.mode == .stream ? policy.interval.map { now + $0 + policy.timeout } : nil
    guard policy.mode == .poll else { return }
    let queued = isRefreshQueued ? takeQueued(now) : nil
    if let queued, queued <= now { return ask(at: now, &steps) }
    skipMissedDues(at: now)
    if let queued { refresh(at: queued, now: now, &steps) }
  }

  /// Moves the due time on when it is over: at least half an interval from now.
  private mutating func advanceDue(at now: Instant) {
    guard due.map({ $0 <= now }) ?? true else { return }
    due = grid?.next(afterRunAt: now)
  }

  private mutating func skipMissedDues(at now: Instant) {
    guard let grid, let missed = due, missed < now else { return }
    due = grid.next(notBefore: now)
  }

  /// Not sooner after a failure than the shortest delay, whoever asks.
  private func earliestStart(from now: Instant) -> Instant {
    failedAt.map { max(now, $0 + Backoff.first) } ?? now
  }

  private mutating func end(_ ending: Run.Ending, at now: Instant, _ steps: inout [Step]) {
    let isFirst = run?.ending == nil
    run?.ending = ending
    run?.timeoutAt = nil
    run?.quietAt = nil
    run?.muteAt = nil
    guard isFirst else { return }
    run?.killAt = now + policy.grace
    steps.append(.signal(.terminate))
  }

  /// Why the end of a process is a failure; nil when it is none.
  private func failure(of run: Run, _ status: ExitStatus) -> String? {
    guard policy.mode == .once, status.isAmong(policy.normalStatuses) else {
      let isClean = status == .exited(0)
      return complaint.text ?? run.rejection ?? (isClean ? cleanEnd(of: run) : status.description)
    }
    return run.firstReport == nil ? run.rejection : nil
  }

  /// What to say of a process that was to run on and ended without a complaint.
  private func cleanEnd(of run: Run) -> String {
    policy.mode == .stream && policy.interval == nil && run.firstReport != nil
      ? "ended by itself: give it an interval to run it again and again" : "ended by itself"
  }

  private mutating func noteFailure(_ reason: String, at now: Instant, _ steps: inout [Step]) {
    failedAt = now
    if record.failed(reason, at: now) { steps.append(.note(reason)) }
  }

  private mutating func fail(
    _ reason: String, _ ended: Run, at now: Instant, _ steps: inout [Step]
  ) {
    noteFailure(reason, at: now, &steps)
    run = nil
    planRestart(of: ended, at: now)
  }

  private mutating func succeed(at now: Instant) {
    backoff.reset()
    failedAt = nil
    record.succeeded()
    startQueued(at: now)
    if startAt.map({ $0 > now }) ?? true { skipMissedDues(at: now) }
  }

  /// After a failure, or after the end that a stop asked for where the source is wanted again.
  private mutating func planRestart(of ended: Run, at now: Instant) {
    isQuiet = false
    defer { startQueued(at: now) }
    guard ended.ending != .stopped else {
      startAt = earliestStart(from: now)
      return
    }
    if let first = ended.firstReport, policy.mode != .once, now - first >= Backoff.steady {
      backoff.reset()
    }
    let delay = backoff.fail()
    failedAt = now
    if policy.mode != .once {
      startAt = now + delay
    } else if let grid {
      due = grid.next(notBefore: max(now + delay, ended.startedAt + grid.interval))
    }
  }

  /// When the refresh that came while the source was busy may be.
  private mutating func takeQueued(_ now: Instant) -> Instant {
    defer { (isRefreshQueued, queuedAt) = (false, nil) }
    return max(queuedAt ?? now, now)
  }

  /// Starts once more for a refresh that came during the run before.
  private mutating func startQueued(at now: Instant) {
    guard isRefreshQueued else { return }
    isDemanded = true
    let earliest = earliestStart(from: takeQueued(now))
    startAt = min(startAt ?? Instant(nanoseconds: .max), earliest)
  }
}
