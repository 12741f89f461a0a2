import FeedSystem

/// A message bus that the loop listens to: hands each answer to who asked, and each signal on.
final class BusClient {
  typealias Value = MessageBus.Value

  private let bus: MessageBus
  private let watches: Watches
  private var questions: [Int64: ([Value]?) -> Void] = [:]
  /// Called with interface, name and values of a signal.
  var whenSignalled: (String, String, [Value]) -> Void = { _, _, _ in }

  /// Nil where there is no such bus.
  init?(_ kind: MessageBus.Kind, _ watches: Watches) {
    guard let bus = MessageBus(kind) else { return nil }
    self.bus = bus
    self.watches = watches
    watches.watch(bus.number, for: bus.interest) { [unowned self] _ in receive() }
  }

  /// Somebody waits for an answer.
  var isAsking: Bool { !questions.isEmpty && !bus.isGone }

  deinit { if !bus.isGone { watches.forget(bus.number) } }

  /// Calls a method of a service that runs; `answer` gets its values, or nil for an error.
  func ask(
    _ service: String, at path: String, _ interface: String, _ method: String, _ first: String,
    _ second: String, answer: @escaping ([Value]?) -> Void
  ) {
    guard let question = bus.ask(service, at: path, interface, method, first, second) else {
      return
    }
    questions[question] = answer
    watches.change(bus.number, to: bus.interest)
  }

  /// Asks for a property of an object.
  func get(
    _ property: String, of interface: String, _ service: String, at path: String,
    answer: @escaping (Value) -> Void
  ) {
    ask(service, at: path, Self.properties, "Get", interface, property) { values in
      if let value = values?.first { answer(value) }
    }
  }

  /// Wants to hear when a service comes or goes, and what its objects say of their properties.
  func listen(for rule: String) {
    bus.listen(for: "type='signal',\(rule)")
    watches.change(bus.number, to: bus.interest)
  }

  /// The interface by which objects tell their properties.
  static let properties = "org.freedesktop.DBus.Properties"

  /// The rule for the coming and going of a service.
  static func owner(of service: String) -> String {
    "sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(service)'"
  }

  private func receive() {
    for message in bus.messages() {
      switch message.kind {
      case .answer(let question): questions.removeValue(forKey: question)?(message.values)
      case .refusal(let question): questions.removeValue(forKey: question)?(nil)
      case .signal(let interface, let member): whenSignalled(interface, member, message.values)
      }
    }
    // With the session mostly; what was said last holds.
    if bus.isGone { return watches.forget(bus.number) }
    watches.change(bus.number, to: bus.interest)
  }
}

extension MessageBus.Value {
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}
