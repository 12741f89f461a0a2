import TestKit
import Testing

/// The plugin `memory`.
struct MemoryTests {
  @Test func `tells used, available and swapped bytes`() throws {
    let answer = try Session("memory", on: Machine()).ask()

    #expect(
      answer.values == [
        "used": 6_144_000_000, "available": 10_240_000_000, "total": 16_384_000_000,
        "used_percent": 37.5, "swap_used": 1_024_000_000, "swap_total": 8_192_000_000,
      ])
  }

  @Test func `follows the machine`() throws {
    let machine = try Machine()
    let session = try Session("memory", on: machine)
    #expect(try session.ask()["used_percent"] == 37.5)

    try machine.write("MemTotal: 1000 kB\nMemAvailable: 250 kB", to: "proc/meminfo")

    #expect(
      try session.ask().line == "used=768000 available=256000 total=1024000 used_percent=75.0")
  }

  @Test func `old kernels do not tell what is available`() throws {
    let machine = try Machine(nil)
    try machine.write(
      """
      MemTotal:  1000 kB
      MemFree:    100 kB
      Buffers:     50 kB
      Cached:     250 kB
      SwapCached:   7 kB
      SwapTotal:    0 kB
      SwapFree:     0 kB
      """, to: "proc/meminfo")

    let answer = try Session("memory", on: machine).ask()

    #expect(answer["available"] == 409_600)
    #expect(answer["used_percent"] == 60)
    #expect(answer["swap_used"] == 0)
    #expect(answer["swap_total"] == 0)
  }

  @Test func `never tells less than nothing`() throws {
    let machine = try Machine(nil)
    try machine.write(
      "MemTotal: 100 kB\nMemAvailable: 200 kB\nSwapTotal: 10 kB\nSwapFree: 20 kB",
      to: "proc/meminfo")

    let answer = try Session("memory", on: machine).ask()

    #expect(answer["used"] == 0)
    #expect(answer["swap_used"] == 0)
  }

  @Test(arguments: [
    "", "MemTotal:", "MemTotal: 010 kB\nMemFree: 5 kB", "MemTotal: $((1/0)) kB",
    "MemTotal: 99999999999999999999 kB\nMemAvailable: 1 kB", "MemAvailable: 100 kB",
  ])
  func `rubbish is no memory`(_ text: String) throws {
    let machine = try Machine(nil)
    try machine.write(text, to: "proc/meminfo")

    let (ending, stdout, stderr) = try Session("memory", on: machine).finish()

    #expect(ending == .exited(1))
    #expect(stdout.isEmpty)
    #expect(stderr == "no memory sizes in /proc/meminfo\n")
  }
}
