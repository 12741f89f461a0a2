// A program around FeedSystem, for tests that kill it, signal it or close its descriptors.

import FeedSystem
import Glibc

/// Writes a line at once.
func say(_ line: String) {
  var bytes = Array("\(line)\n".utf8)
  _ = write(1, &bytes, bytes.count)
}

/// Starts a shell with each script, tells all pids, and looks after them until standard input ends.
func guardChildren(_ scripts: [String]) throws {
  let signals = try Signals()
  let children = Children(adoptsOrphans: true)
  for script in scripts {
    let child = try children.spawn(
      Command(
        ["/bin/sh", "-c", script], environment: Environment.current.entries, output: .null,
        errors: .null))
    say("child \(child.pid)")
  }
  say("guardian \(children.guardianProcess ?? 0)")
  let input = StandardDescriptors.input()
  var poller = Poller()
  poller.watch(signals.descriptor.number, for: .readable)
  poller.watch(input.number, for: .readable)
  var typed: [UInt8] = []
  while try input.read(into: &typed) != .ended {
    try poller.wait(until: nil)
    let received = try signals.received()
    if received.contains(where: { $0.signal == .terminate }) { break }
    if received.contains(where: { $0.signal == .childEnded }) {
      for child in children.reap() { say("ended \(child.pid)") }
      say("guardian \(children.guardianProcess ?? 0)")
    }
  }
  // Longer than any test waits: what is gone by then went by SIGTERM.
  children.shutDown(patience: 120_000_000_000)
  say("done")
}

/// Tells the signals it gets until SIGTERM comes.
func listSignals() throws {
  let signals = try Signals()
  var poller = Poller()
  poller.watch(signals.descriptor.number, for: .readable)
  say("ready")
  while true {
    try poller.wait(until: nil)
    for received in try signals.received() {
      say(received.signal.description)
      if received.signal == .terminate { return }
    }
  }
}

/// Leaves a file that lists what 0, 1 and 2 are, after making sure of them.
func describeDescriptors(to path: String) throws {
  try StandardDescriptors.ensure()
  let names = (0...2).map { number in
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
    return String(
      decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
  let file = open(path, O_WRONLY | O_CREAT, 0o600)
  let text = names.joined(separator: "\n")
  _ = write(file, text, text.utf8.count)
  close(file)
}

/// Waits a few times for nothing, to be looked at with strace.
func waitForNothing() throws {
  var poller = Poller()
  for _ in 0..<3 { try poller.wait(until: MonotonicClock.now + 1_000_000) }
}

/// How many entries a folder of `/proc/self` has.
func countEntries(_ path: String) -> Int {
  guard let folder = opendir(path) else { return 0 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}

/// How many processes it has started and not reaped, the guardian aside.
func countChildren(_ children: Children) -> Int {
  var info = siginfo_t()
  // Nobody at all: ECHILD. Somebody who has not ended: 0, without a pid.
  children.shutDown()
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ? 0 : 1
}

/// Fails to start a program that is not there so many times.
func failToStart(times: Int) throws {
  let children = Children()
  let environment = Environment.current.entries
  let child = try children.spawn(Command(["true"], environment: environment))
  while child.status == nil { _ = children.reap() }
  child.closePipes()
  let before = countEntries("/proc/self/fd")
  var errors = 0
  for _ in 0..<times {
    do {
      _ = try children.spawn(Command(["no-such-program"], environment: environment))
    } catch {
      errors += error.cause.code == ENOENT ? 1 : 0
    }
  }
  say("errors \(errors)")
  say("descriptors \(countEntries("/proc/self/fd") - before)")
  say("processes \(countChildren(children))")
}

/// Starts children until descriptors run out, then ends one and starts another.
func exhaustDescriptors() throws {
  var limit = rlimit(rlim_cur: 32, rlim_max: 32)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  let children = Children()
  var started: [Child] = []
  do {
    while true {
      started.append(
        try children.spawn(Command(["sleep", "1000"], environment: Environment.current.entries)))
    }
  } catch {
    say("started \(started.count)")
    say(error.description)
  }
  for child in started.prefix(3) { child.closePipes() }
  _ = try children.spawn(Command(["sleep", "1000"], environment: Environment.current.entries))
  say("again 1")
  children.shutDown()
}

/// Runs children while a signal interrupts every call that can be interrupted.
func weatherStorm(times: Int) throws {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = { _ in }
  sigaction(SIGALRM, &action, nil)
  let interval = timeval(tv_sec: 0, tv_usec: 100)
  var timer = itimerval(it_interval: interval, it_value: interval)
  setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  let signals = try Signals()
  let children = Children()
  var poller = Poller()
  poller.watch(signals.descriptor.number, for: .readable)
  var correct = 0
  for number in 0..<times {
    let script = "echo \(number); exit \(number % 100)"
    let child = try children.spawn(
      Command(["/bin/sh", "-c", script], environment: Environment.current.entries))
    while child.status == nil {
      try poller.wait(until: nil)
      _ = try signals.received()
      _ = children.reap()
    }
    var bytes: [UInt8] = []
    _ = try child.output?.read(into: &bytes)
    let isExact = bytes == Array("\(number)\n".utf8) && child.status == .exited(number % 100)
    correct += isExact ? 1 : 0
  }
  say("correct \(correct)")
}

/// Starts children as fast as it can, each with an argument to know it by, until it is killed.
func startForEver(_ mark: String) throws {
  let children = Children()
  say("guardian \(children.guardianProcess ?? 0)")
  for number in 0... {
    let child = try children.spawn(
      Command(
        ["/bin/sh", "-c", "trap '' TERM; sleep 1000; exit", mark],
        environment: Environment.current.entries, input: .null, output: .null, errors: .null))
    if number == 5 { say("busy") }
    // As many as there are, and always one on its way.
    if number > 20 { child.signalGroup(.kill) }
    _ = children.reap()
  }
}

/// Asks a bus about itself, `METHOD ARGUMENT` each, and tells all that comes until it goes.
func talkToBus(_ words: [String]) throws {
  guard let bus = MessageBus(.session) else { return say("none") }
  var questions: [Int64] = []
  for word in words {
    let parts = word.split(separator: " ", maxSplits: 1).map(String.init)
    if parts[0] == "listen" {
      bus.listen(for: "type='signal',\(parts[1])")
      continue
    }
    let name = "org.freedesktop.DBus"
    let interface = parts[0] == "GetAll" ? "\(name).Properties" : name
    let question =
      parts.count > 1
      ? bus.ask(name, at: "/org/freedesktop/DBus", interface, parts[0], parts[1])
      : bus.ask(name, at: "/org/freedesktop/DBus", interface, parts[0])
    questions.append(question ?? -1)
  }
  var poller = Poller()
  while true {
    poller.watch(bus.number, for: bus.interest)
    try poller.wait(until: nil)
    for message in bus.messages() {
      let values = message.values.map { value in
        switch value {
        case .text(let text): text
        case .number(let number): "\(number)"
        }
      }.joined(separator: " ")
      switch message.kind {
      case .answer(let question):
        if let index = questions.firstIndex(of: question) { say("answer \(index) \(values)") }
      case .refusal(let question):
        if let index = questions.firstIndex(of: question) { say("refusal \(index)") }
      case .signal(let interface, let member):
        if member != "NameAcquired" { say("signal \(interface) \(member) \(values)") }
      }
    }
    if bus.isGone { return say("gone") }
  }
}

/// Tells the offset of the time zone and its changes in a stretch of time.
func listOffsets(from start: Int64, to end: Int64) {
  let (first, changes) = SystemZone.offsets(from: start, to: end)
  say("first \(first)")
  for change in changes { say("from \(change.from) \(change.offset)") }
  say("done")
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "guard": try guardChildren(Array(arguments.dropFirst()))
case "signals": try listSignals()
case "descriptors": try describeDescriptors(to: arguments.last ?? "")
case "fail": try failToStart(times: arguments.last.flatMap { Int($0) } ?? 0)
case "storm": try weatherStorm(times: arguments.last.flatMap { Int($0) } ?? 0)
case "churn": try startForEver(arguments.last ?? "")
case "exhaust": try exhaustDescriptors()
case "bus": try talkToBus(Array(arguments.dropFirst()))
case "offsets":
  let ends = arguments.dropFirst().compactMap { Int64($0) }
  listOffsets(from: ends.first ?? 0, to: ends.last ?? 0)
case "wait": try waitForNothing()
default: exit(64)
}
