import FeedSystem

/// The power profile that the machine's daemon tells, from now on.
///
/// Interface: power-profiles-daemon's, under its present name and that before version 0.20, which
/// others (tlp-pd, tuned-ppd) speak as well.
final class PowerProfile {
  private static let services = [
    "org.freedesktop.UPower.PowerProfiles", "net.hadess.PowerProfiles",
  ]
  private static let profile = "ActiveProfile"

  private let bus: BusClient
  private let noteSaver: (Bool) -> Void

  /// Nil where there is no system bus.
  init?(_ watches: Watches, noteSaver: @escaping (Bool) -> Void) {
    guard let bus = BusClient(.system, watches) else { return nil }
    self.bus = bus
    self.noteSaver = noteSaver
    bus.whenSignalled = { [unowned self] in take($1, $2) }
    for service in Self.services {
      bus.listen(
        for: "interface='\(BusClient.properties)',member='PropertiesChanged',arg0='\(service)'")
      bus.listen(for: BusClient.owner(of: service))
      ask(service)
    }
  }

  /// Not everything has been answered yet.
  var isAsking: Bool { bus.isAsking }

  private func ask(_ service: String) {
    let path = "/" + service.split(separator: ".").joined(separator: "/")
    bus.get(Self.profile, of: service, service, at: path) { [unowned self] in take($0) }
  }

  private func take(_ member: String, _ values: [BusClient.Value]) {
    if member == "NameOwnerChanged" {
      if let service = values.first?.text, values.last?.text?.isEmpty == false { ask(service) }
    } else if let index = values.firstIndex(of: .text(Self.profile)), index + 1 < values.count {
      take(values[index + 1])
    }
  }

  private func take(_ value: BusClient.Value) {
    if let name = value.text { noteSaver(name == "power-saver") }
  }
}
