import TestKit
import Testing

/// The plugin `temperature`.
struct TemperatureTests {
  @Test func `takes the hottest spot of the processor`() throws {
    #expect(try Session("temperature", on: Machine()).ask().line == "celsius=53.3")
  }

  @Test(arguments: ["k10temp", "zenpower", "cpu_thermal"])
  func `knows processors by the name of their sensor`(_ name: String) throws {
    let machine = try Machine(nil)
    try machine.write("nvme", to: "sys/class/hwmon/hwmon0/name")
    try machine.write("80000", to: "sys/class/hwmon/hwmon0/temp1_input")
    try machine.write(name, to: "sys/class/hwmon/hwmon1/name")
    try machine.write("40000", to: "sys/class/hwmon/hwmon1/temp1_input")

    #expect(try Session("temperature", on: machine).ask()["celsius"] == 40)
  }

  @Test(arguments: ["x86_pkg_temp", "cpu-thermal", "cpu0-thermal", "TCPU"])
  func `falls back on the thermal zones`(_ type: String) throws {
    let machine = try Machine(nil)
    try machine.write("acpitz", to: "sys/class/thermal/thermal_zone0/type")
    try machine.write("90000", to: "sys/class/thermal/thermal_zone0/temp")
    try machine.write(type, to: "sys/class/thermal/thermal_zone1/type")
    try machine.write("61449", to: "sys/class/thermal/thermal_zone1/temp")

    #expect(try Session("temperature", on: machine).ask()["celsius"] == 61.4)
  }

  @Test(arguments: [("nvme", 91.9), ("acpitz", 27.8), ("x86_pkg_temp", 54)])
  func `takes any sensor by name`(_ sensor: String, _ celsius: Double) throws {
    let session = try Session("temperature", on: Machine(), parameters: ["sensor": sensor])

    #expect(try session.ask()["celsius"] == celsius)
  }

  @Test func `a sensor that is not there is an error`() throws {
    let session = try Session("temperature", on: Machine(), parameters: ["sensor": "nv*"])

    let (ending, stdout, stderr) = try session.finish()

    #expect(ending == .exited(1))
    #expect(stdout.isEmpty)
    #expect(stderr == "no sensor in /sys/class/hwmon or /sys/class/thermal is named nv*\n")
  }

  @Test(arguments: [
    ("-500", "-0.5"), ("-1250", "-1.3"), ("-20", "0.0"), ("0", "0.0"), ("49", "0.0"),
    ("50", "0.1"), ("99950", "100.0"),
  ])
  func `rounds to tenths on both sides of zero`(_ millidegrees: String, _ text: String) throws {
    let machine = try Machine(nil)
    try machine.write("coretemp", to: "sys/class/hwmon/hwmon0/name")
    try machine.write(millidegrees, to: "sys/class/hwmon/hwmon0/temp1_input")

    #expect(try Session("temperature", on: machine).ask().line == "celsius=\(text)")
  }

  @Test(arguments: ["", "x", "08", "255000", "--5", "99999999999999999999"])
  func `rubbish is passed over`(_ text: String) throws {
    let machine = try Machine()
    try machine.write(text, to: "sys/class/hwmon/hwmon2/temp1_input")

    #expect(try Session("temperature", on: machine).ask()["celsius"] == 53.3)
  }
}
