import FeedEngine
import FeedSystem

/// The settings of the desktop that its portal tells, from now on.
///
/// Interfaces: org.freedesktop.portal.Settings and org.freedesktop.portal.PowerProfileMonitor of
/// xdg-desktop-portal. A portal that does not run is not started: it is asked when it comes.
final class DesktopPortal {
  /// A key of the portal's settings.
  private enum Setting: CaseIterable {
    case reducedMotion
    case animations

    var place: (namespace: String, key: String) {
      switch self {
      case .reducedMotion: ("org.freedesktop.appearance", "reduced-motion")
      case .animations: ("org.gnome.desktop.interface", "enable-animations")
      }
    }
  }

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let settings = "org.freedesktop.portal.Settings"
  private static let power = "org.freedesktop.portal.PowerProfileMonitor"
  private static let saver = "power-saver-enabled"

  private let bus: BusClient
  private let wantsPower: Bool
  private let note: (MotionSurvey.Source, MotionSurvey.Wish?, String) -> Void
  private let noteSaver: (Bool) -> Void

  /// Nil where there is no session bus.
  init?(
    _ watches: Watches, wantsPower: Bool,
    note: @escaping (MotionSurvey.Source, MotionSurvey.Wish?, String) -> Void,
    noteSaver: @escaping (Bool) -> Void
  ) {
    guard let bus = BusClient(.session, watches) else { return nil }
    self.bus = bus
    self.wantsPower = wantsPower
    self.note = note
    self.noteSaver = noteSaver
    bus.whenSignalled = { [unowned self] in take($0, $1, $2) }
    for setting in Setting.allCases {
      bus.listen(
        for: "path='\(Self.path)',interface='\(Self.settings)',member='SettingChanged',"
          + "arg0='\(setting.place.namespace)'")
    }
    bus.listen(for: BusClient.owner(of: Self.service))
    if wantsPower {
      bus.listen(
        for: "path='\(Self.path)',interface='\(BusClient.properties)',"
          + "member='PropertiesChanged',arg0='\(Self.power)'")
    }
    ask()
  }

  /// Not everything has been answered yet.
  var isAsking: Bool { bus.isAsking }

  private func ask() {
    for setting in Setting.allCases { ask(for: setting, "ReadOne") }
    guard wantsPower else { return }
    bus.get(Self.saver, of: Self.power, Self.service, at: Self.path) { [unowned self] in
      if let number = $0.number { noteSaver(number != 0) }
    }
  }

  /// Portals of the first version have `Read` alone.
  private func ask(for setting: Setting, _ method: String) {
    let (namespace, key) = setting.place
    bus.ask(Self.service, at: Self.path, Self.settings, method, namespace, key) {
      [unowned self] values in
      if let value = values?.first {
        take(setting, value)
      } else if method == "ReadOne" {
        ask(for: setting, "Read")
      }
    }
  }

  private func take(_ interface: String, _ member: String, _ values: [BusClient.Value]) {
    switch member {
    case "SettingChanged":
      guard values.count == 3 else { return }
      for setting in Setting.allCases
      where values[0].text == setting.place.namespace && values[1].text == setting.place.key {
        take(setting, values[2])
      }
    case "NameOwnerChanged":
      if values.last?.text?.isEmpty == false { ask() }
    case "PropertiesChanged":
      guard let index = values.firstIndex(of: .text(Self.saver)), index + 1 < values.count,
        let number = values[index + 1].number
      else { return }
      noteSaver(number != 0)
    default: break
    }
  }

  private func take(_ setting: Setting, _ value: BusClient.Value) {
    guard let number = value.number else { return }
    switch setting {
    case .reducedMotion:
      // 0 is no preference; what is not known yet is none either.
      note(.portal, number == 1 ? .less : nil, "the desktop portal asks for reduced motion")
    case .animations:
      note(.gnome, number == 0 ? .off : nil, "GNOME enable-animations is off")
    }
  }
}
