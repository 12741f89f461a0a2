import TestKit
import Testing

/// The plugin `battery`.
struct BatteryTests {
  /// A machine with these batteries, each with these files.
  private func machine(_ batteries: [[String: String]]) throws -> Machine {
    let machine = try Machine(nil)
    for (number, files) in batteries.enumerated() {
      for (name, value) in files.merging(["type": "Battery"], uniquingKeysWith: { own, _ in own }) {
        try machine.write(value, to: "sys/class/power_supply/BAT\(number)/\(name)")
      }
    }
    return machine
  }

  @Test func `tells level, power and time left`() throws {
    let answer = try Session("battery", on: Machine()).ask()

    #expect(answer.line == "level=62.5 power=7.25 remaining=14896 charging=0")
  }

  @Test func `while charging the time is until full`() throws {
    let machine = try Machine()
    try machine.write("Charging", to: "sys/class/power_supply/BAT0/status")
    try machine.write("36000000", to: "sys/class/power_supply/BAT0/power_now")

    let answer = try Session("battery", on: machine).ask()

    #expect(answer.line == "level=62.5 power=36.00 remaining=1800 charging=1")
  }

  @Test(arguments: ["Full", "Not charging", "Unknown"])
  func `at rest there is no time left`(_ status: String) throws {
    let machine = try Machine()
    try machine.write(status, to: "sys/class/power_supply/BAT0/status")
    try machine.write("0", to: "sys/class/power_supply/BAT0/power_now")

    #expect(try Session("battery", on: machine).ask().line == "level=62.5 power=0.00 charging=0")
  }

  @Test func `charge and current become energy and power by the voltage`() throws {
    let machine = try machine([
      [
        "status": "Discharging", "charge_now": "2000000", "charge_full": "4000000",
        "current_now": "-1000000", "voltage_now": "12000000",
      ]
    ])

    let answer = try Session("battery", on: machine).ask()

    #expect(answer.line == "level=50.0 power=12.00 remaining=7200 charging=0")
  }

  @Test func `batteries are weighed by their energy`() throws {
    let machine = try machine([
      [
        "status": "Discharging", "energy_now": "10000000", "energy_full": "20000000",
        "power_now": "10000000",
      ],
      ["status": "Unknown", "energy_now": "60000000", "energy_full": "60000000", "power_now": "0"],
    ])

    let answer = try Session("battery", on: machine).ask()

    #expect(answer.line == "level=87.5 power=10.00 remaining=25200 charging=0")
  }

  @Test func `one battery can be named`() throws {
    let full = ["status": "Full", "energy_now": "5", "energy_full": "5"]
    let machine = try machine([full, ["status": "Full", "energy_now": "1", "energy_full": "5"]])

    let session = try Session("battery", on: machine, parameters: ["battery": "BAT1"])

    #expect(try session.ask()["level"] == 20)
  }

  @Test func `where energy is not told the capacity counts`() throws {
    let machine = try machine([
      ["status": "Discharging", "energy_now": "1", "energy_full": "0", "capacity": "40"],
      ["status": "Discharging", "capacity": "81"],
    ])

    #expect(try Session("battery", on: machine).ask().line == "level=60.5 charging=0")
  }

  @Test func `a battery that tells nothing has no level`() throws {
    let machine = try machine([["status": "Unknown"]])

    #expect(try Session("battery", on: machine).ask().line == "charging=0")
  }

  @Test func `a worn battery is not more than full`() throws {
    let machine = try machine([["status": "Full", "energy_now": "52", "energy_full": "50"]])

    #expect(try Session("battery", on: machine).ask()["level"] == 100)
  }

  @Test func `the first moment at the plug tells no time`() throws {
    let machine = try machine([
      [
        "status": "Charging", "energy_now": "10000000", "energy_full": "50000000",
        "power_now": "9000",
      ]
    ])

    #expect(try Session("battery", on: machine).ask().line == "level=20.0 power=0.01 charging=1")
  }

  @Test(arguments: [["scope": "Device"], ["type": "UPS"], ["present": "0"], ["type": ""]])
  func `what does not power the machine is no battery`(_ files: [String: String]) throws {
    let machine = try machine([
      files.merging(["capacity": "50"], uniquingKeysWith: { own, _ in own })
    ])

    let (ending, stdout, stderr) = try Session("battery", on: machine).finish()

    #expect(ending == .exited(1))
    #expect(stdout.isEmpty)
    #expect(stderr == "no battery in /sys/class/power_supply\n")
  }

  @Test func `a battery can be taken out and put back`() throws {
    let machine = try Machine()
    let session = try Session("battery", on: machine)
    _ = try session.ask()
    try machine.write("0", to: "sys/class/power_supply/BAT0/present")
    #expect(try session.ask().trouble == "no battery in /sys/class/power_supply")

    try machine.write("1", to: "sys/class/power_supply/BAT0/present")

    #expect(try session.ask()["level"] == 62.5)
  }

  @Test(arguments: ["", "x", "08", "99999999999999999999", "1e3", "-"])
  func `rubbish is left out`(_ text: String) throws {
    let machine = try Machine()
    for file in ["power_now", "energy_now", "voltage_now"] {
      try machine.write(text, to: "sys/class/power_supply/BAT0/\(file)")
    }

    #expect(try Session("battery", on: machine).ask().line == "level=62.0 charging=0")
  }
}
