import Foundation
import TestKit
import Testing

/// What desktops and machines want of motion, asked for and noticed while the program runs.
struct DesktopMotionTests {
  /// A program with a number that is on its way for five seconds.
  private final class Mover {
    let sandbox: Sandbox
    let program: RunningProgram

    init(_ sandbox: Sandbox, _ arguments: [String] = [], moves: Bool = true) throws {
      self.sandbox = sandbox
      program = try sandbox.start(["json"] + arguments)
      try program.line { try Widget($0)["n"]?.value == .whole(1) }
      if moves { try move(to: 1_000_000) }
    }

    /// Gives the number a far target; returns when it is on its way.
    func move(to target: Int) throws {
      try sandbox.write("\(target)\n", to: "config/odobar/number")
      try program.line { try Widget($0)["n"]?.value == .whole(Int64(target)) }
      _ = try program.line { try Widget($0).moving }
    }

    /// Waits for the number to be at its target, long before the motion would end.
    func expectSettled(_ what: String, at target: Int64 = 1_000_000) throws {
      let clock = ContinuousClock.now
      try program.line(within: 4) {
        let widget = try Widget($0)
        return !widget.moving && widget["n"]?.shown == .whole(target)
      }
      #expect(ContinuousClock.now - clock < .seconds(4), "\(what)")
    }

    /// Sees the number on its way, frame after frame.
    func expectMoving() throws {
      _ = try program.linesSoFar()
      for _ in 0..<12 { #expect(try Widget(program.line()).moving) }
    }

    /// Whether the next target is there at once.
    func jumps(to target: Int64) throws -> Bool {
      try sandbox.write("\(target)\n", to: "config/odobar/number")
      let line = try program.line { try Widget($0)["n"]?.value == .whole(target) }
      let widget = try Widget(line)
      return !widget.moving && widget["n"]?.shown == .whole(target)
    }

    /// Waits until targets are there at once, or until they are not.
    func expect(_ what: String, jumps: Bool) throws {
      var target: Int64 = 2_000_000
      try eventually(what) {
        target += 1_000_000
        return try self.jumps(to: target) == jumps
      }
    }
  }

  private func sandbox(_ motion: String = "") throws -> Sandbox {
    let sandbox = try Sandbox(
      config: """
        motion: {style: count, duration: 5s, initial: none\(motion)}
        sources: {s: {command: "while :; do cat number; sleep 0.05; done"}}
        metrics: {n: {source: s, format: integer}}
        """)
    try sandbox.write("1\n", to: "config/odobar/number")
    return sandbox
  }

  /// A home on a bus of its own.
  private func desk(_ motion: String = "") throws -> (Sandbox, PrivateBus) {
    let bus = try PrivateBus()
    let sandbox = try sandbox(motion)
    sandbox.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    sandbox.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
    return (sandbox, bus)
  }

  private static let desktop = Project.root.appending(path: "Tests/Fixtures/bus/desktop.py")

  @Test(arguments: [
    ["reduced-motion=1"], ["reduced-motion=1", "version=1"], ["enable-animations=0"],
    ["enable-animations=0", "version=1"], ["power-saver-enabled=1"],
    ["profile=power-saver"], ["profile=power-saver", "daemon=old"],
  ])
  func `what the desktop wants is asked for when the first frame is out`(
    _ wishes: [String]
  ) throws {
    let (sandbox, bus) = try desk()
    let desktop = try bus.serve(Self.desktop, wishes)
    let mover = try Mover(sandbox, moves: false)
    try mover.expect("less motion by \(wishes)", jumps: true)
    _ = desktop
  }

  @Test(arguments: [
    ("reduced-motion", "0", "1"), ("enable-animations", "1", "0"),
    ("power-saver-enabled", "0", "1"), ("profile", "balanced", "power-saver"),
  ])
  func `a change of mind settles what is in flight, and lets it fly again`(
    _ key: String, _ full: String, _ less: String
  ) throws {
    let (sandbox, bus) = try desk()
    let desktop = try bus.serve(Self.desktop, ["\(key)=\(full)"])
    let mover = try Mover(sandbox)
    try mover.expectMoving()

    try desktop.write("\(key)=\(less)\n")

    try mover.expectSettled(key)
    try desktop.write("\(key)=\(full)\n")
    try mover.expect("motion again", jumps: false)
  }

  @Test func `a portal that comes later is asked then`() throws {
    let (sandbox, bus) = try desk()
    let mover = try Mover(sandbox)
    try mover.expectMoving()
    let desktop = try bus.serve(Self.desktop, ["reduced-motion=1"])
    try mover.expectSettled("the portal")
    _ = desktop
  }

  @Test(arguments: [
    ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n"),
    ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n"),
    ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n"),
  ])
  func `files of settings are read, and read again when they change`(
    _ file: String, _ text: String
  ) throws {
    let sandbox = try sandbox()
    let mover = try Mover(sandbox)
    try mover.expectMoving()

    try sandbox.write(text, to: "config/\(file)")

    try mover.expectSettled(file)
    try sandbox.write("1\n", to: "config/odobar/number")
    let again = try Mover(sandbox, moves: false)
    #expect(try again.jumps(to: 5))
  }

  @Test func `gsettings is asked when its database changes`() throws {
    let sandbox = try sandbox()
    try sandbox.writeProgram(
      """
      #!/bin/sh
      [ "$2" = org.gnome.desktop.interface ] || exit 1
      echo "$2 enable-animations $(cat "$HOME/animations")"
      """, to: "bin/gsettings")
    sandbox.environment["PATH"] = "\(sandbox.folder.path)/bin:/usr/bin:/bin"
    try sandbox.write("true\n", to: "animations")
    try sandbox.write("", to: "config/dconf/user")
    let mover = try Mover(sandbox)
    try mover.expectMoving()

    try sandbox.write("false\n", to: "animations")
    try sandbox.write("changed", to: "config/dconf/user")

    try mover.expectSettled("gsettings")
  }

  @Test func `a battery that comes to its end ends motion`() throws {
    let sandbox = try sandbox()
    sandbox.environment["ODOBAR_ROOT"] = sandbox.folder.path + "/machine"
    for (name, text) in ["type": "Battery", "status": "Discharging", "capacity": "9"] {
      try sandbox.write("\(text)\n", to: "machine/sys/class/power_supply/BAT0/\(name)")
    }
    let mover = try Mover(sandbox)
    try mover.expectSettled("the battery")
  }

  @Test(arguments: [
    (", power_saver: ignore", [], "power-saver-enabled=1"),
    (", reduced: never", [], "reduced-motion=1"), ("", ["--motion", "full"], "reduced-motion=1"),
  ])
  func `who has decided is not overruled`(
    _ motion: String, _ options: [String], _ wish: String
  ) throws {
    let (sandbox, bus) = try desk(motion)
    let desktop = try bus.serve(Self.desktop, [wish])
    let mover = try Mover(sandbox, options)
    try mover.expectMoving()
    _ = desktop
  }

  @Test func `reduced_style is for people, not for machines`() throws {
    let (sandbox, bus) = try desk(", reduced_style: fade")
    let desktop = try bus.serve(Self.desktop, ["reduced-motion=1"])
    let mover = try Mover(sandbox)
    try mover.expectSettled("people")
    #expect(try !mover.jumps(to: 7))
    // A fade, not the five seconds of the config.
    try mover.expectSettled("the fade", at: 7)
    try desktop.write("reduced-motion=0\n")
    try desktop.write("enable-animations=0\n")
    try mover.expect("no animation", jumps: true)
  }

  @Test func `the end of the session's bus is no end of the program`() throws {
    let (sandbox, bus) = try desk()
    let desktop = try bus.serve(Self.desktop, ["reduced-motion=0"])
    let mover = try Mover(sandbox)
    try mover.expectMoving()
    bus.stop()
    try mover.expectMoving()
    _ = desktop
  }

  @Test(arguments: [
    (["REDUCED_MOTION": "1"], "motion: reduced ($REDUCED_MOTION is set)"),
    (["TEXTUAL_ANIMATIONS": "none"], "motion: reduced ($TEXTUAL_ANIMATIONS is none)"),
    (["SSH_TTY": "/dev/pts/3"], "motion: full (10 frames a second over SSH)"),
    ([:], "motion: full"),
  ])
  func `check tells how much motion there is, and why`(
    _ environment: [String: String], _ expected: String
  ) throws {
    let sandbox = try sandbox()
    sandbox.environment.merge(environment) { $1 }
    let run = try sandbox.run(["check", "--verbose"])
    #expect(run.status == 0)
    #expect(run.lines.contains(expected), "\(run.output)")
  }

  @Test func `check asks the desktop, too`() throws {
    let (sandbox, bus) = try desk()
    let desktop = try bus.serve(Self.desktop, ["enable-animations=0"])
    let run = try sandbox.run(["check", "-v"])
    #expect(run.lines.contains("motion: reduced (GNOME enable-animations is off)"), "\(run.output)")
    _ = desktop
  }
}
