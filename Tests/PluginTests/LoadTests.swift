import TestKit
import Testing

/// The plugins `load` and `uptime`.
struct LoadTests {
  @Test func `passes the averages on as they are`() throws {
    #expect(try Session("load", on: Machine()).ask().line == "one=0.08 five=1.50 fifteen=12.03")
  }

  @Test(arguments: ["", "0.1 0.2", "0,1 0,2 0,3", "a b c", "1. .2 3", "1.2.3 1 1", "-1 0 0"])
  func `rubbish is no load`(_ text: String) throws {
    let machine = try Machine(nil)
    try machine.write(text, to: "proc/loadavg")

    let (ending, _, stderr) = try Session("load", on: machine).finish()

    #expect(ending == .exited(1))
    #expect(stderr == "no load averages in /proc/loadavg\n")
  }

  @Test func `uptime is in whole seconds`() throws {
    let machine = try Machine()
    let session = try Session("uptime", on: machine)
    #expect(try session.ask().line == "seconds=5000")

    try machine.setClock(hundredths: 500_199)

    #expect(try session.ask().line == "seconds=5001")
  }

  @Test(arguments: ["", "x", "-5.00 1.00", ".5"])
  func `rubbish is no uptime`(_ text: String) throws {
    let machine = try Machine(nil)
    try machine.write(text, to: "proc/uptime")

    let (ending, _, stderr) = try Session("uptime", on: machine).finish()

    #expect(ending == .exited(1))
    #expect(stderr == "no time in /proc/uptime\n")
  }
}
