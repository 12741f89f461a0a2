import FeedSystem
import Foundation
import TestKit
import Testing

struct MessageBusTests {
  private func host(_ bus: PrivateBus, _ arguments: String...) throws -> Host {
    try Host(["bus"] + arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  @Test(arguments: ["unix:path=/nonexistent", "autolaunch:", "", "tcp:"])
  func `where there is no bus there is none, at once`(_ address: String) throws {
    let host = try Host(
      ["bus", "GetId"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": "/nonexistent"])
    #expect(try host.line() == "none")
  }

  @Test func `a question gets its answer, or a refusal`() throws {
    let bus = try PrivateBus()
    let host = try host(bus, "GetNameOwner org.freedesktop.DBus", "GetNameOwner org.odobar.Nobody")
    #expect(try host.line() == "answer 0 org.freedesktop.DBus")
    #expect(try host.line() == "refusal 1")
  }

  @Test func `values come out of all containers`() throws {
    let bus = try PrivateBus()
    let host = try host(bus, "GetAll org.freedesktop.DBus", "NameHasOwner org.freedesktop.DBus")
    let line = try host.line()
    #expect(line.hasPrefix("answer 0 "))
    #expect(line.contains("Features") && line.contains("Interfaces"))
    #expect(line.contains("org.freedesktop.DBus.Monitoring"))
    #expect(try host.line() == "answer 1 1.0")
  }

  @Test func `a service that does not run is not started, and its coming is told`() throws {
    let bus = try PrivateBus()
    let host = try host(bus, "listen member='NameOwnerChanged',arg0='org.odobar.Test'", "GetId")
    _ = try host.line()
    let owner = try Host(
      ["bus", "RequestName org.odobar.Test"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    // Without its flags the request is wrong; a mistake of one client is nobody else's.
    #expect(try owner.line() == "refusal 0")
    let script = Project.root.appending(path: "Tests/Fixtures/bus/name.py")
    let service = try bus.serve(script, ["org.odobar.Test"])
    let line = try host.line()
    #expect(line.hasPrefix("signal org.freedesktop.DBus NameOwnerChanged org.odobar.Test  :"))
    service.signal(SIGKILL)
    #expect(try host.line().hasPrefix("signal org.freedesktop.DBus NameOwnerChanged"))
  }

  @Test func `the end of the bus is the end of the connection, not of the program`() throws {
    let bus = try PrivateBus()
    let host = try host(bus, "GetId")
    #expect(try host.line().hasPrefix("answer 0 "))
    bus.stop()
    #expect(try host.line() == "gone")
  }
}
