import Foundation
import TestKit
import Testing

/// The plugin `volume`, with stand-ins for the programs that it asks.
struct VolumeTests {
  enum Tool: String, CaseIterable {
    case pactl
    case wpctl

    /// The folder with the stand-in and nothing else.
    var folder: String {
      Project.root.appending(path: "Tests/Fixtures/\(self == .pactl ? "pulse" : "wire")").path
    }

    /// With what the last call of a look begins.
    var look: String { self == .pactl ? "get-sink-mute" : "get-volume" }

    /// How often the plugin looks before it is told of anything: with `pactl` also when it listens.
    var looksAtStart: Int { self == .pactl ? 2 : 1 }

    var setVolume: String {
      self == .pactl
        ? "set-sink-volume @DEFAULT_SINK@ 55%" : "set-volume @DEFAULT_AUDIO_SINK@ 55%"
    }
  }

  private struct Report: Decodable, Equatable {
    var level: Int
    var muted: Int?
    var state: String?
  }

  private func report(_ line: String) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(line.utf8))
  }

  private func machine(_ sink: String = "45 0") throws -> (Machine, events: EventPipe) {
    let machine = try Machine(nil)
    try machine.write(sink, to: "sink.txt")
    return (machine, try machine.makeEvents())
  }

  private func session(
    _ tool: Tool, on machine: Machine, parameters: [String: String] = [:], shell: [String] = []
  ) throws -> Session {
    try Session("volume", on: machine, parameters: parameters, shell: shell, path: tool.folder)
  }

  private func text(_ name: String, of machine: Machine) -> String {
    (try? String(contentsOf: machine.root.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// How often the plugin has looked by now.
  private func looks(_ tool: Tool, on machine: Machine) -> Int {
    text("calls.txt", of: machine).split(separator: "\n").count { $0.hasPrefix(tool.look) }
  }

  /// Waits until the plugin has looked so often.
  private func wait(forLook count: Int, _ tool: Tool, on machine: Machine) throws {
    try eventually("look \(count)") { looks(tool, on: machine) >= count }
  }

  @Test(arguments: Tool.allCases, Shell.installed)
  func `tells what there is, sets what is wanted, and ends with its input`(
    _ tool: Tool, _ shell: Shell
  ) throws {
    let (machine, _) = try machine()
    let session = try session(tool, on: machine, shell: shell.command)
    #expect(try report(session.line()) == Report(level: 45, muted: 0))

    try session.send("set level 55")
    #expect(try report(session.line()) == Report(level: 55, muted: 0))
    try session.send("set muted 1")
    #expect(try report(session.line()) == Report(level: 55, muted: 1, state: "disabled"))

    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(0) && stdout.isEmpty && stderr.isEmpty)
    #expect(text("calls.txt", of: machine).contains(tool.setVolume + "\n"))
    #expect(text("sink.txt", of: machine) == "55 1\n")
  }

  @Test(arguments: Tool.allCases)
  func `reports a change by others, once`(_ tool: Tool) throws {
    let (machine, events) = try machine()
    let session = try session(tool, on: machine)
    #expect(try report(session.line()).level == 45)

    func change(_ sink: String, _ event: String) throws {
      try machine.write(sink, to: "sink.txt")
      try events.send(event)
    }
    try change("60 0", "Event 'change' on sink #0")
    #expect(try report(session.line()) == Report(level: 60, muted: 0))
    try events.send("Event 'change' on sink #0")
    // A look is two questions: it is not to see half of what changes next.
    try wait(forLook: tool.looksAtStart + 2, tool, on: machine)
    try change("7 1", "Event 'change' on server #-1")
    #expect(try report(session.line()) == Report(level: 7, muted: 1, state: "disabled"))
  }

  @Test func `what changes before changes are told is not lost`() throws {
    let (machine, events) = try machine()
    let session = try session(.pactl, on: machine)
    _ = try session.line()
    try wait(forLook: 2, .pactl, on: machine)
    // Nobody tells of this: the subscription may take until the next event, whatever that is.
    try machine.write("46 0", to: "sink.txt")
    try events.send("Event 'remove' on client #9")
    #expect(try report(session.line()).level == 46)
  }

  @Test func `looks only when the sink or the server may have changed`() throws {
    let (machine, events) = try machine()
    let session = try session(.pactl, on: machine)
    _ = try session.line()
    try events.send("Event 'new' on client #9")
    try wait(forLook: 3, .pactl, on: machine)
    for what in ["sink-input #3", "client #9", "source #1", "card #2", "module #1"] {
      try events.send("Event 'new' on \(what)")
    }
    try machine.write("50 0", to: "sink.txt")
    try events.send("Event 'change' on sink #0")
    #expect(try report(session.line()).level == 50)
    #expect(looks(.pactl, on: machine) == 4)
  }

  @Test(arguments: Tool.allCases, [0, 5, 9, 10, 99, 100, 101, 153])
  func `reads every volume`(_ tool: Tool, level: Int) throws {
    let (machine, _) = try machine("\(level) 1")
    #expect(try report(session(tool, on: machine).line()).level == level)
  }

  @Test(arguments: Tool.allCases)
  func `a wish that makes no sense changes nothing, and is answered`(_ tool: Tool) throws {
    let (machine, _) = try machine()
    let session = try session(tool, on: machine)
    _ = try session.line()
    for wish in [
      "level abc", "level", "level -5", "level 1.2.3", "level 5;reboot", "pitch 5", "level $(exit)",
    ] {
      try session.send("set \(wish)")
      #expect(try report(session.line()) == Report(level: 45, muted: 0), "\(wish)")
    }
    for line in ["tick", "", "sett level 3", "*"] { try session.send(line) }
    try session.send("set level 45.7")
    _ = try session.line()
    #expect(
      text("calls.txt", of: machine).split(separator: "\n").count { $0.hasPrefix("set-") } == 1)
  }

  @Test(arguments: Tool.allCases)
  func `speaks of the sink that is named`(_ tool: Tool) throws {
    let (machine, _) = try machine()
    let session = try session(tool, on: machine, parameters: ["sink": "56"])
    _ = try session.line()
    let calls = text("calls.txt", of: machine)
    #expect(calls.contains(" 56\n") && !calls.contains("DEFAULT"))
  }

  @Test(arguments: Tool.allCases)
  func `without a sound server it says so`(_ tool: Tool) throws {
    let machine = try Machine(nil)
    let (ending, stdout, stderr) = try session(tool, on: machine).finish()
    #expect(ending == .exited(1) && stdout.isEmpty)
    #expect(stderr.hasSuffix("is a sound server running?\n"))
  }

  @Test func `without a program to ask it says so`() throws {
    let (machine, _) = try machine()
    let session = try Session("volume", on: machine, path: machine.root.path)
    let (ending, _, stderr) = try session.finish()
    #expect(ending == .exited(1) && stderr == "neither pactl nor wpctl is installed\n")
  }

  @Test func `when the sound server goes it ends, and says why`() throws {
    let (machine, events) = try machine()
    let session = try session(.pactl, on: machine)
    _ = try session.line()
    try events.send("quit")
    let (ending, _, stderr) = try session.finish(closing: false)
    #expect(ending == .exited(1) && stderr == "the sound server is gone\n")
  }
}
