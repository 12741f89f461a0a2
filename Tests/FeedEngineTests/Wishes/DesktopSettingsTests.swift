import FeedEngine
import Testing

@Suite
struct DesktopSettingsTests {
  @Test(arguments: [
    ("[Settings]\ngtk-enable-animations=0\n", MotionSurvey.Wish.off),
    ("[Settings]\n gtk-enable-animations = false \n", .off),
    ("[Settings]\r\ngtk-enable-animations=False\r\n", .off),
    ("[Settings]\ngtk-interface-reduced-motion=reduce\ngtk-enable-animations=0\n", .less),
    ("[Settings]\ngtk-enable-animations=0\ngtk-enable-animations=1\n", nil),
    ("[Settings]\ngtk-enable-animations=1\n", nil),
    ("[Settings]\n#gtk-enable-animations=0\n", nil),
    ("[Other]\ngtk-enable-animations=0\n[Settings]\n", nil),
    ("gtk-enable-animations=0", nil), ("[Settings", nil), ("=\n[]\n=", nil), ("", nil),
  ])
  func `GTK's settings switch animations off`(_ text: String, _ wish: MotionSurvey.Wish?) {
    #expect(DesktopSettings.gtk(text, named: "gtk-4.0/settings.ini")?.wish == wish)
  }

  @Test(arguments: [
    ("[KDE]\nAnimationDurationFactor=0\n", 0), ("[KDE]\nAnimationDurationFactor=0.5\n", 0.5),
    ("[General]\nx=1\n\n[KDE]\nLookAndFeel=x\nAnimationDurationFactor=2\n", 2),
    ("[KDE][$i]\nAnimationDurationFactor=2\n", 2),
    ("[KDE]\nAnimationDurationFactor=1e300\n", 10), ("[KDE]\nAnimationDurationFactor=-1\n", nil),
    ("[KDE]\nAnimationDurationFactor=nan\n", nil), ("[KDE]\nAnimationDurationFactor=\n", nil),
    ("[General]\nAnimationDurationFactor=0\n", nil),
  ])
  func `KDE's factor is a number from 0`(_ text: String, _ factor: Double?) {
    #expect(DesktopSettings.kdeDurationFactor(text) == factor)
  }

  @Test(arguments: [
    ("org.gnome.desktop.interface enable-animations false", "GNOME enable-animations is off"),
    ("org.cinnamon.desktop.interface enable-animations false", "Cinnamon enable-animations is off"),
    (
      """
      org.gnome.desktop.interface accent-color 'blue'
      org.gnome.desktop.interface enable-animations false
      io.elementary.settings-daemon.a11y reduced-motion true
      """, "elementary reduced-motion is set"
    ),
    ("org.gnome.desktop.a11y.interface reduced-motion 'reduce'", "GNOME reduced-motion is set"),
    ("org.gnome.desktop.a11y.interface reduced-motion 'no-preference'", nil),
    ("org.gnome.desktop.interface enable-animations true", nil),
    ("No such schema “org.gnome.desktop.interface”", nil), ("", nil),
  ])
  func `gsettings tells a key a line`(_ text: String, _ reason: String?) {
    #expect(DesktopSettings.gsettings(text)?.reason == reason)
  }

  private func battery(_ files: [String: String]) -> Battery? { Battery { files[$0] } }

  @Test func `a battery is what feeds the machine`() throws {
    let low = try #require(
      battery(["type": "Battery", "status": "Discharging", "capacity": "12"]))
    let full = try #require(battery(["type": "Battery", "status": "Full", "capacity": "100"]))
    let critical = try #require(
      battery(["type": "Battery", "status": "Discharging", "capacity_level": "Critical"]))
    let charging = try #require(
      battery(["type": "Battery", "status": "Charging", "capacity": "5"]))
    #expect(battery(["type": "Mains", "online": "1"]) == nil)
    #expect(battery(["type": "Battery", "scope": "Device", "capacity": "3"]) == nil)
    #expect(battery([:]) == nil)

    #expect(Battery.isShort([low]) && Battery.isShort([critical, low]))
    // A second battery that is full is power enough.
    #expect(!Battery.isShort([low, full]) && !Battery.isShort([charging]) && !Battery.isShort([]))
  }
}
