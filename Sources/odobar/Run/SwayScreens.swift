import FeedData
import FeedSystem

/// What sway says of its screens.
///
/// Source: sway-ipc(7), the messages of type 3 (`GET_OUTPUTS`).
enum SwayScreens {
  /// Whether all screens that are on have the scale 1; nil when sway does not say.
  static func areUnscaled(socket path: String) -> Bool? {
    let reply = LocalService.answer(
      from: path, to: magic + word(0) + word(3), within: patience, isWhole: isWhole)
    guard let reply, case .array(let screens)? = try? JSONReader.read(Array(reply[headLength...]))
    else { return nil }
    return screens.allSatisfy { screen in
      guard screen["active"] == .bool(true) else { return true }
      return screen["scale"] == .real(1) || screen["scale"] == .integer(1)
    }
  }

  /// A compositor that is well answers in a fraction of this.
  private static let patience: Int64 = 100_000_000
  private static let magic = Array("i3-ipc".utf8)
  /// The magic, the length of what follows, and its type.
  private static let headLength = magic.count + 8

  /// A number in the machine's own order.
  private static func word(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }

  private static func isWhole(_ reply: [UInt8]) -> Bool {
    guard reply.count >= headLength else { return false }
    let length = reply[magic.count..<magic.count + 4].withUnsafeBytes {
      $0.loadUnaligned(as: UInt32.self)
    }
    return reply.count >= headLength + Int(length)
  }
}
