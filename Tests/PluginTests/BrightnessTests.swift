import Foundation
import TestKit
import Testing

/// The plugin `brightness`.
struct BrightnessTests {
  private static let folder = "sys/class/backlight"

  /// A machine with these backlights: now, at most, and how they are controlled.
  private func machine(
    _ lights: [String: (now: Int, most: Int, type: String)] = [
      "intel_backlight": (600, 1200, "raw")
    ]
  ) throws -> Machine {
    let machine = try Machine(nil)
    for (name, light) in lights {
      try machine.write("\(light.now)", to: "\(Self.folder)/\(name)/brightness")
      try machine.write("\(light.most)", to: "\(Self.folder)/\(name)/max_brightness")
      try machine.write(light.type, to: "\(Self.folder)/\(name)/type")
    }
    return machine
  }

  private func raw(_ machine: Machine, _ name: String = "intel_backlight") -> String? {
    try? String(
      contentsOf: machine.root.appending(path: "\(Self.folder)/\(name)/brightness"),
      encoding: .utf8)
  }

  @Test(arguments: Shell.installed)
  func `tells the level, and sets it`(_ shell: Shell) throws {
    let machine = try machine()
    let session = try Session("brightness", on: machine, shell: shell.command)
    #expect(try session.ask().line == "level=50")
    #expect(try session.ask("set level 55").line == "level=55")
    #expect(raw(machine) == "660\n")
    #expect(try session.ask("tick week").line == "level=55")
    for line in ["set contrast 5", "", "tock", "*"] { try session.send(line) }
    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(0) && stdout.isEmpty && stderr.isEmpty)
  }

  @Test func `answers ticks without forking`() throws {
    let session = try Session("brightness", on: machine())
    for _ in 1...50 { _ = try session.ask() }
    _ = try session.ask("set level 20")
    #expect(session.faultsOfChildren == 0)
  }

  @Test(arguments: [100, 255, 400, 1515, 96_000])
  func `what is set is what is told, for every percent`(most: Int) throws {
    let machine = try machine(["b": (most, most, "raw")])
    let session = try Session("brightness", on: machine)
    for percent in (0...100).shuffled().prefix(40) {
      #expect(try session.ask("set level \(percent)")["level"] == Double(percent))
    }
  }

  @Test(arguments: [1, 7, 15])
  func `few steps are all come by, up and down`(most: Int) throws {
    let machine = try machine(["b": (most, most, "raw")])
    let session = try Session("brightness", on: machine)
    for (sign, end) in [(-5.0, 0.0), (5, 100)] {
      var level = try #require(try session.ask()["level"])
      var seen: Set<Double> = [level]
      for _ in 0..<40 where level != end {
        level = try #require(
          try session.ask("set level \(min(max(level + sign, 0), 100))")["level"])
        seen.insert(level)
      }
      #expect(level == end && seen.count == most + 1)
    }
  }

  @Test func `rounding does not put the screen out`() throws {
    let machine = try machine(["b": (3, 7, "raw")])
    let session = try Session("brightness", on: machine)
    #expect(try session.ask("set level 1")["level"] == 14)
    #expect(try session.ask("set level 0")["level"] == 0)
  }

  @Test(arguments: ["abc", "", "-5", "1000", "5;reboot", "$(exit)", "007"])
  func `a wish that makes no sense changes nothing, and is answered`(_ wish: String) throws {
    let machine = try machine()
    let session = try Session("brightness", on: machine)
    #expect(try session.ask("set level \(wish)").line == "level=50")
    #expect(raw(machine) == "600\n")
  }

  @Test func `takes the firmware's light, or the one that is named`() throws {
    let lights = [
      "amdgpu_bl0": (10, 100, "raw"), "acpi_video0": (20, 100, "firmware"),
      "thinkpad": (30, 100, "platform"),
    ]
    #expect(try Session("brightness", on: machine(lights)).ask()["level"] == 20)
    #expect(
      try Session("brightness", on: machine(lights), parameters: ["device": "amdgpu_bl0"]).ask()[
        "level"]
        == 10)
  }

  @Test(arguments: [nil, "gone"])
  func `without a light it says so`(device: String?) throws {
    let session = try Session(
      "brightness", on: device == nil ? machine([:]) : machine(),
      parameters: device.map { ["device": $0] } ?? [:])
    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(1) && stdout.isEmpty)
    #expect(stderr.contains("backlight in /sys/class/backlight"))
  }

  @Test func `an error is one line of JSON when the light goes away`() throws {
    let machine = try machine()
    let session = try Session("brightness", on: machine)
    _ = try session.ask()
    try machine.remove("sys")
    #expect(try session.ask().trouble == "the backlight is silent")
    #expect(try session.ask("set level 50").trouble == "the backlight is silent")
  }

  @Test(arguments: [true, false])
  func `where the file cannot be written others are asked to`(hasLogind: Bool) throws {
    let machine = try machine(["b": (1, 99_999_999, "raw")])
    let file = machine.root.appending(path: "\(Self.folder)/b/brightness")
    try FileManager.default.removeItem(at: file)
    // A file with a number that not even root can write.
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: "/proc/sys/kernel/ngroups_max")
    if !hasLogind { try machine.write("", to: "no-logind") }

    let session = try Session("brightness", on: machine)
    #expect(try session.ask("set level 25").line == "level=0")

    let calls = try String(contentsOf: machine.root.appending(path: "calls.txt"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let logind =
      "busctl call --quiet org.freedesktop.login1 /org/freedesktop/login1/session/auto "
      + "org.freedesktop.login1.Session SetBrightness ssu backlight b 25000000"
    #expect(
      calls == (hasLogind ? [logind] : [logind, "brightnessctl --quiet --device=b set 25000000"]))
  }
}
