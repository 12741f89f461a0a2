import Testing

/// The plugin `network`.
struct NetworkTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.setClock(hundredths: 10000)
  }

  /// Sets the bytes received and sent by each interface.
  private func setCounters(_ counters: KeyValuePairs<String, (String, String)>) throws {
    let lines = counters.map { "\($0): \($1.0) 1 0 0 0 0 0 0 \($1.1) 1 0 0 0 0 0 0" }
    try machine.write(
      (["Inter-| Receive", " face |bytes"] + lines).joined(separator: "\n"), to: "proc/net/dev")
  }

  /// Sets the default routes of IPv4, each with flags and metric, and none of IPv6.
  private func setRoutes(_ routes: [(String, String, Int)]) throws {
    let lines = routes.map { "\($0)\t00000000\t0101A8C0\t\($1)\t0\t0\t\($2)\t00000000\t0\t0\t0" }
    try machine.write(
      (["Iface\tDestination"] + lines).joined(separator: "\n"), to: "proc/net/route")
    try machine.write("", to: "proc/net/ipv6_route")
  }

  private func sys(_ name: String, is state: String) throws {
    try machine.write(state, to: "sys/class/net/\(name)/operstate")
  }

  @Test func `without a window there are no rates`() throws {
    #expect(try Session("network", on: machine).ask().line == "rx_total=5000000 tx_total=700000")
  }

  @Test func `rates are bytes by seconds`() throws {
    let session = try Session("network", on: machine)
    _ = try session.ask()

    try setCounters(["wlan0": ("5003000", "700015")])
    try machine.setClock(hundredths: 10150)

    #expect(try session.ask().line == "rx=2000 tx=10 rx_total=5003000 tx_total=700015")
  }

  @Test func `the first answer has rates if there was time to measure`() throws {
    let session = try Session("network", on: machine, parameters: ["interface": "wlan0"])
    _ = try session.ask("tick")
    try setCounters(["wlan0": ("5000100", "700000")])
    try machine.setClock(hundredths: 10005)
    #expect(try session.ask()["rx"] == nil)

    try machine.setClock(hundredths: 10010)

    #expect(try session.ask()["rx"] == 1000)
  }

  @Test func `the last rate stands for a tenth of a second`() throws {
    let session = try Session("network", on: machine)
    _ = try session.ask()
    try setCounters(["wlan0": ("5001000", "700000")])
    try machine.setClock(hundredths: 10100)
    #expect(try session.ask()["rx"] == 1000)

    try setCounters(["wlan0": ("5001500", "700000")])
    try machine.setClock(hundredths: 10109)
    #expect(try session.ask()["rx"] == 1000)

    try machine.setClock(hundredths: 10120)
    #expect(try session.ask()["rx"] == 2500)
  }

  @Test(arguments: [
    ("4294967000", "500"),  // 32 bits
    ("5000", "10"),  // reset
    ("0", "999999999999999999"),  // out of nowhere
  ])
  func `a counter that leaps makes a rate of zero`(_ before: String, _ after: String) throws {
    try setCounters(["wlan0": (before, "100")])
    let session = try Session("network", on: machine)
    _ = try session.ask()

    try setCounters(["wlan0": (after, "200")])
    try machine.setClock(hundredths: 10100)
    let answer = try session.ask()

    #expect(answer["rx"] == 0)
    #expect(answer["tx"] == 100)
  }

  @Test func `large counters are exact`() throws {
    try setCounters(["wlan0": ("9007199254740993", "0")])
    let session = try Session("network", on: machine)
    _ = try session.ask()

    try setCounters(["wlan0": ("9007199254740994", "0")])
    try machine.setClock(hundredths: 10100)

    #expect(try session.ask().line == "rx=1 tx=0 rx_total=9007199254740994 tx_total=0")
  }

  @Test func `takes the default route with the lowest metric`() throws {
    try setCounters([
      "wlan0": ("1", "1"), "eth0": ("2", "2"), "ppp0": ("3", "3"), "tun0": ("4", "4"),
    ])
    try setRoutes([
      ("wlan0", "0003", 600), ("eth0", "0003", 100), ("ppp0", "0002", 1), ("tun0", "0201", 1),
    ])

    #expect(try Session("network", on: machine).ask()["rx_total"] == 2)
  }

  @Test func `falls back on the route of IPv6`() throws {
    try machine.write("Iface\tDestination", to: "proc/net/route")

    #expect(try Session("network", on: machine).ask()["rx_total"] == 5_000_000)
  }

  @Test func `falls back on the first interface that is up`() throws {
    try setRoutes([])
    try setCounters(["lo": ("1", "1"), "a0": ("2", "2"), "tun0": ("3", "3"), "wlan0": ("4", "4")])
    try sys("a0", is: "unknown")
    #expect(try Session("network", on: machine).ask()["rx_total"] == 4)

    try sys("wlan0", is: "down")
    #expect(try Session("network", on: machine).ask()["rx_total"] == 2)

    try sys("a0", is: "down")
    let answer = try Session("network", on: machine).ask()
    #expect(answer.trouble == "no network interface is up")
  }

  @Test func `starts to measure anew on another interface`() throws {
    try setCounters(["wlan0": ("1000", "0"), "eth0": ("900000", "0")])
    let session = try Session("network", on: machine)
    _ = try session.ask()

    try setRoutes([("wlan0", "0003", 600), ("eth0", "0003", 100)])
    try machine.setClock(hundredths: 10100)
    #expect(try session.ask().line == "rx_total=900000 tx_total=0")

    try setCounters(["wlan0": ("5000", "0"), "eth0": ("900300", "0")])
    try machine.setClock(hundredths: 10200)
    #expect(try session.ask()["rx"] == 300)
  }

  @Test func `an interface can go and come back`() throws {
    let session = try Session("network", on: machine, parameters: ["interface": "wlan0"])
    _ = try session.ask()

    try setCounters(["eth0": ("1", "1")])
    try machine.setClock(hundredths: 10100)
    #expect(try session.ask().trouble == "no interface wlan0")

    try setCounters(["wlan0": ("7000000", "1")])
    try machine.setClock(hundredths: 10200)
    #expect(try session.ask().line == "rx_total=7000000 tx_total=1")
  }

  @Test(arguments: [
    ("eth9", "no interface eth9"), (#"a"b\"#, "no such interface"), ("wlan", "no interface wlan"),
  ])
  func `an interface that is not there is an error`(_ name: String, _ text: String) throws {
    let session = try Session("network", on: machine, parameters: ["interface": name])

    #expect(try session.ask().trouble == text)
  }

  @Test func `old kernels put no space after the name`() throws {
    try machine.write(
      "Inter-|\n face |\nwlan0:123 0 0 0 0 0 0 0 456 0 0 0 0 0 0 0", to: "proc/net/dev")

    #expect(try Session("network", on: machine).ask().line == "rx_total=123 tx_total=456")
  }

  @Test(arguments: ["", "x", "08.08", "1.5", "-1.00", "99999999999999999999.00"])
  func `without a clock there are no rates`(_ text: String) throws {
    try machine.write(text, to: "proc/uptime")
    let session = try Session("network", on: machine)
    _ = try session.ask()

    #expect(try session.ask().line == "rx_total=5000000 tx_total=700000")
  }

  @Test(arguments: ["wlan0: x 1 0 0 0 0 0 0 5", "wlan0:", "wlan0: 08 1 0 0 0 0 0 0 5", "::::"])
  func `rubbish is no counter`(_ text: String) throws {
    try machine.write(text, to: "proc/net/dev")

    #expect(try Session("network", on: machine).ask().trouble == "no interface wlan0")
  }

  @Test func `rubbish is no route`() throws {
    try machine.write("x\nwlan0\t00000000\t0\tZZ\t0\t0\t08\t00000000\n\n", to: "proc/net/route")
    try machine.write("0 0\n\n00", to: "proc/net/ipv6_route")
    try sys("wlan0", is: "up")

    #expect(try Session("network", on: machine).ask()["rx_total"] == 5_000_000)
  }
}
