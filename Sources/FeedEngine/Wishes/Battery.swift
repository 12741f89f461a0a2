/// A power supply of `/sys/class/power_supply`, by the texts of its files.
package struct Battery: Hashable, Sendable {
  /// It feeds the machine and is not being charged.
  package var isDischarging: Bool
  package var isLow: Bool

  /// nil for what is no battery, or feeds a mouse.
  ///
  /// - Parameter file: The text of a file of this name; nil where there is none.
  package init?(_ file: (String) -> String?) {
    guard file("type") == "Battery", file("scope") != "Device" else { return nil }
    isDischarging = file("status") == "Discharging"
    let level = file("capacity").flatMap { Double($0) }
    isLow =
      level.map { $0 <= Self.lowCharge } ?? false
      || ["Low", "Critical"].contains(file("capacity_level") ?? "")
  }

  /// In percent.
  private static let lowCharge = 20.0

  /// Whether what these batteries hold comes to an end.
  package static func isShort(_ batteries: [Battery]) -> Bool {
    batteries.contains(where: \.isDischarging) && batteries.allSatisfy(\.isLow)
  }
}
