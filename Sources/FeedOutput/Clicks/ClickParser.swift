import FeedData

/// Reads the clicks that a bar writes: lines of a JSON array that never ends.
///
/// i3bar and swaybar put the comma before an event, and the opening bracket on a line of its own;
/// others write bare objects. All of that is one and the same here.
package enum ClickParser {
  /// The click in a line without its newline; nil where there is none, or nothing that makes sense.
  package static func click(in line: [UInt8]) -> Click? {
    guard let object = object(in: line), let event = try? JSONReader.read(Array(object)),
      let button = event["button"]?.number.flatMap({ Int(exactly: $0) }), buttons.contains(button)
    else { return nil }
    return Click(
      name: event["name"]?.string, instance: event["instance"]?.string, button: button,
      modifiers: event["modifiers"]?.strings ?? [], x: event["x"]?.number, y: event["y"]?.number,
      relativeX: event["relative_x"]?.number, relativeY: event["relative_y"]?.number,
      outputX: event["output_x"]?.number, outputY: event["output_y"]?.number,
      width: event["width"]?.number, height: event["height"]?.number)
  }

  /// The object in a line without its newline, without what is around it.
  package static func object(in line: [UInt8]) -> ArraySlice<UInt8>? {
    let object = line.drop { openers.contains($0) }
    guard let end = object.lastIndex(of: UInt8(ascii: "}")),
      object[(end + 1)...].allSatisfy({ closers.contains($0) })
    else { return nil }
    return object[...end]
  }

  /// As many as the X protocol can tell apart.
  private static let buttons = 1...255
  private static let openers = Array(" \t\r,[".utf8)
  private static let closers = Array(" \t\r,]".utf8)
}

extension JSONValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }

  fileprivate var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  fileprivate var strings: [String] {
    guard case .array(let values) = self else { return [] }
    return values.compactMap(\.string)
  }
}
