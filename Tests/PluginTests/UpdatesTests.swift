import Foundation
import Glibc
import TestKit
import Testing

/// The plugin `updates`, with a stand-in for apt-get.
struct UpdatesTests {
  private static let answer = """
    Inst base-files [12.4+deb12u11] (12.4+deb12u15 Debian:12.15/oldstable [amd64])
    Inst libssl3 [3.0.1] (3.0.2 Debian:12.15/oldstable, Debian-Security:12/oldstable-security [amd64]) []
    Inst linux-image-6.1.0-40 (6.1.1 Debian-Security:12/oldstable-security [amd64])
    Inst bash [5.2] (5.3 Ubuntu:24.04/noble-security [amd64])
    Remv old [1.0]
    Conf base-files (12.4+deb12u15 Debian:12.15/oldstable [amd64])
    Conf libssl3 (3.0.2 Debian-Security:12/oldstable-security [amd64])
    """

  /// A machine whose packages have not changed for a while.
  private func machine(_ answer: String = answer) throws -> Machine {
    let machine = try Machine(nil)
    try machine.write(answer, to: "apt.txt")
    try machine.write("", to: "var/lib/dpkg/status")
    try machine.write("", to: "var/lib/apt/lists/one")
    try machine.write("", to: "etc/apt/sources.list.d/one")
    return machine
  }

  private func calls(_ machine: Machine) throws -> [Substring] {
    try String(contentsOf: machine.root.appending(path: "calls.txt"), encoding: .utf8)
      .split(separator: "\n")
  }

  @Test(arguments: Shell.installed)
  func `counts what can be newer, and what of it is for security`(_ shell: Shell) throws {
    let machine = try machine()
    let session = try Session("updates", on: machine, shell: shell.command)
    #expect(try session.ask().line == "upgradable=3 security=2 restart=0")
    try machine.write("", to: "run/reboot-required")
    #expect(try session.ask("tick week").line == "upgradable=3 security=2 restart=1")
    for line in ["", "set security 0", "tock"] { try session.send(line) }
    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(0) && stdout.isEmpty && stderr.isEmpty)
  }

  @Test func `with nothing to be done it says 0`() throws {
    #expect(
      try Session("updates", on: machine("")).ask().line == "upgradable=0 security=0 restart=0")
  }

  @Test(
    arguments: ["var/lib/dpkg/status", "var/lib/apt/lists/two", "etc/apt/sources.list.d/two"],
    Shell.installed)
  func `asks apt again when something has changed, and only then`(
    path: String, shell: Shell
  ) throws {
    let machine = try machine()
    let session = try Session("updates", on: machine, shell: shell.command)
    for _ in 1...50 { _ = try session.ask() }
    let before = try calls(machine).count
    #expect(before <= 2)

    try machine.write("Inst a [1] (2 x [amd64])", to: "apt.txt")
    // Twice: times of files are coarse, and the stamp may be of the same moment.
    try eventually("a new number") {
      try machine.write("", to: path)
      return try session.ask().line == "upgradable=1 security=0 restart=0"
    }
    #expect(try calls(machine).allSatisfy { $0 == "apt-get --simulate --quiet=2 dist-upgrade" })
  }

  @Test func `an answer costs no program when nothing has changed`() throws {
    let session = try Session("updates", on: machine())
    _ = try session.ask()
    let before = session.faultsOfChildren
    for _ in 1...50 { _ = try session.ask() }
    #expect(session.faultsOfChildren == before)
  }

  @Test func `leaves no file behind`() throws {
    let machine = try machine()
    let session = try Session(
      ["/bin/sh", PluginFile(name: "updates").file.path],
      environment: [
        "PATH": "\(Project.root.path)/Tests/Fixtures/bin:/usr/bin:/bin",
        "ODOBAR_ROOT": machine.root.path, "TMPDIR": machine.root.path,
      ])
    _ = try session.ask()
    let files = try FileManager.default.contentsOfDirectory(atPath: machine.root.path)
    #expect(files.sorted() == ["apt.txt", "calls.txt", "etc", "var"])
  }

  @Test func `when apt fails it ends in apt's own words`() throws {
    let machine = try Machine(nil)
    let (ending, stdout, stderr) = try Session("updates", on: machine).finish()
    #expect(ending == .exited(1) && stdout.isEmpty)
    #expect(stderr.hasPrefix("E: The package lists"))

    let without = try Session("updates", on: machine, path: machine.root.path)
    #expect(try without.finish().stderr == "apt-get is not installed\n")
  }
}
