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
  let children = Children()
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
  children.shutDown()
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
    return String(decoding: buffer.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
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

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "guard": try guardChildren(Array(arguments.dropFirst()))
case "signals": try listSignals()
case "descriptors": try describeDescriptors(to: arguments.last ?? "")
case "wait": try waitForNothing()
default: exit(64)
}
