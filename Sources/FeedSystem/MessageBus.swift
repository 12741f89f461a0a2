import CLinux

/// A connection to D-Bus: asks and listens, and never waits.
///
/// The library behind it (sd-bus) is loaded with the first connection, so that it costs nothing
/// where there is no bus, and need not be there.
package final class MessageBus {
  /// Whose bus it is.
  package enum Kind: Hashable, Sendable {
    /// That of the person who is logged in.
    case session
    /// That of the machine.
    case system
  }

  /// A number of whatever type, a flag too, or a string.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Double)
  }

  /// Something that came.
  package struct Message: Hashable, Sendable {
    /// What it is.
    package enum Kind: Hashable, Sendable {
      /// To the question of this number.
      case answer(Int64)
      /// To the question of this number: an error.
      case refusal(Int64)
      case signal(interface: String, member: String)
    }

    package let kind: Kind
    /// Its values in order, out of all containers.
    package let values: [Value]
  }

  /// The connection is at its end: the number is no descriptor of this bus any more.
  package private(set) var isGone = false
  private let bus: OpaquePointer
  /// To be polled for `interest`: then ask for `messages()`.
  package let number: Int32

  /// Begins to connect; nil where there is no such bus, or no library.
  package init?(_ kind: Kind) {
    var bus: OpaquePointer?
    guard odobar_bus_open(kind == .system ? 1 : 0, &bus) == 0, let bus else { return nil }
    self.bus = bus
    number = odobar_bus_descriptor(bus)
  }

  deinit { odobar_bus_close(bus) }

  /// What to wait for now; it changes with each call.
  package var interest: Interest {
    odobar_bus_wants_to_write(bus) == 0 ? .readable : [.readable, .writable]
  }

  /// Calls a method, of two strings at most, of a service that runs; one that does not is not
  /// started.
  ///
  /// - Returns: The number of the question; nil if it cannot be sent.
  package func ask(
    _ service: String, at path: String, _ interface: String, _ method: String,
    _ arguments: String...
  ) -> Int64? {
    let question = odobar_bus_ask(
      bus, service, path, interface, method, arguments.first, arguments.dropFirst().first)
    return question < 0 ? nil : question
  }

  /// Wants the signals that a rule of the bus describes: `type='signal',member='…'`.
  package func listen(for rule: String) {
    _ = ask(
      "org.freedesktop.DBus", at: "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", rule)
  }

  /// All that has come; look at `isGone` then.
  package func messages() -> [Message] {
    var messages: [Message] = []
    while !isGone {
      let result = odobar_bus_receive(bus)
      if result < 0 { isGone = true }
      guard result > 0 else { break }
      guard let message = taken() else { continue }
      // The library itself says so, in the name of a bus that is there no more.
      if message.kind == .signal(interface: Self.local, member: "Disconnected") {
        isGone = true
      } else {
        messages.append(message)
      }
    }
    return messages
  }

  private static let local = "org.freedesktop.DBus.Local"

  private func taken() -> Message? {
    let kind: Message.Kind
    switch odobar_message_kind_of(bus) {
    case odobar_message_answer: kind = .answer(odobar_message_question(bus))
    case odobar_message_refusal: kind = .refusal(odobar_message_question(bus))
    case odobar_message_signal:
      kind = .signal(
        interface: odobar_message_interface(bus).map { String(cString: $0) } ?? "",
        member: odobar_message_member(bus).map { String(cString: $0) } ?? "")
    default: return nil
    }
    return Message(kind: kind, values: values())
  }

  private func values() -> [Value] {
    var values: [Value] = []
    while true {
      var text: UnsafePointer<CChar>?
      var number = 0.0
      switch odobar_message_next(bus, &text, &number) {
      case odobar_value_text: values.append(.text(text.map { String(cString: $0) } ?? ""))
      case odobar_value_number: values.append(.number(number))
      default: return values
      }
    }
  }
}
