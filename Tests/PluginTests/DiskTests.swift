import TestKit
import Testing

/// The plugin `disk`.
///
/// The session puts a stand-in for `df` first in PATH: it tells what the machine has in `df.txt`.
struct DiskTests {
  @Test func `tells sizes in bytes`() throws {
    let answer = try Session("disk", on: Machine()).ask()

    #expect(
      answer.values == [
        "free": 35_840_000_000, "used": 61_440_000_000, "total": 102_400_000_000,
        "used_percent": 63.2,
      ])
  }

  @Test(arguments: ["/home", "/media/my stick", "/media/50% *", "/-k", "/media/$(exit 1)"])
  func `takes any path`(_ path: String) throws {
    let machine = try Machine()
    try machine.write("", to: "\(path)/file")

    #expect(try Session("disk", on: machine, parameters: ["path": path]).ask()["free"] != nil)
  }

  @Test func `a path that is not there is an error`() throws {
    let session = try Session("disk", on: Machine(), parameters: ["path": "/media/gone"])

    let (ending, stdout, stderr) = try session.finish()

    #expect(ending == .exited(1))
    #expect(stdout.isEmpty)
    #expect(stderr.hasPrefix("no such path: "))
    #expect(stderr.hasSuffix("/media/gone\n"))
  }

  @Test func `a path that goes away is an error until it is back`() throws {
    let machine = try Machine()
    let session = try Session("disk", on: machine, parameters: ["path": "/home"])
    #expect(try session.ask()["free"] != nil)

    try machine.remove("home")
    #expect(try session.ask().trouble == "df does not tell the size of this path")

    try machine.write("", to: "home/file")
    #expect(try session.ask()["free"] != nil)
  }

  @Test(arguments: [
    ("//nas/my share     1000  600  300  67% /mnt/nas", 614_400.0, 307_200.0, 66.7),
    ("/dev/with 2 parts 1000 600 300 67% /mnt/1 2 3 4%", 614_400, 307_200, 66.7),
    ("/dev/sda1 1000 980 -20 103% /", 1_003_520, 0, 100),
    ("/dev/sda1 1000 0 1000 0% /", 0, 1_024_000, 0),
  ])
  func `finds the sizes by their shape`(
    _ row: String, _ used: Double, _ free: Double, _ percent: Double
  ) throws {
    let machine = try Machine()
    try machine.write(
      "Filesystem 1024-blocks Used Available Capacity Mounted on\n\(row)", to: "df.txt")

    let answer = try Session("disk", on: machine).ask()

    #expect(answer["used"] == used)
    #expect(answer["free"] == free)
    #expect(answer["used_percent"] == percent)
  }

  @Test func `a file system without room has no percentage`() throws {
    let machine = try Machine()
    try machine.write("Filesystem 1024-blocks Used\nproc 0 0 0 - /proc", to: "df.txt")

    #expect(try Session("disk", on: machine).ask().line == "free=0 used=0 total=0")
  }

  @Test(arguments: ["", "Filesystem", "a b c d e f", "/dev/x 99999999999999999999 08 1 1% /"])
  func `rubbish is no size`(_ text: String) throws {
    let machine = try Machine()
    try machine.write(text, to: "df.txt")

    #expect(try Session("disk", on: machine).ask().trouble != nil)
  }
}
