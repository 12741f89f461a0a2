import FeedCore
import FeedSystem

/// Tells people what they are to know: on the standard error of each feed, and once where several
/// feeds have the same.
final class Reporter {
  /// A standard error, and how many feeds have it.
  private struct Place {
    let descriptor: Descriptor
    let isTerminal: Bool
    var users: Int
  }

  private var places: [FileIdentity: Place] = [:]
  /// Where the last feed was: hears what goes wrong when all is put away after it.
  private var lastPlace: Place?
  /// What draws in terminals makes room for a message there.
  var makeRoom: () -> Void = {}
  /// Whether something draws on the whole of a terminal: messages for terminals wait then.
  var hasToWait: () -> Bool = { false }
  private var held: [Diagnostic] = []
  private static let heldLimit = 32
  /// What is wrong with the config as it is: whoever comes later is told as well.
  private var standing: [Diagnostic] = []
  /// Nobody reads more, and a terminal would take long to show it.
  private static let standingLimit = 50
  private var printer = DiagnosticPrinter()

  /// Tells this place, too, from now on.
  func add(_ errors: Descriptor) {
    lastPlace = nil
    guard let identity = FileIdentity(of: errors) else { return }
    if places[identity] == nil {
      let isTerminal = Terminal.isTerminal(errors.number)
      let place = Place(
        descriptor: errors.reopenedForWriting(), isTerminal: isTerminal, users: 0)
      for diagnostic in standing { write(rendered(diagnostic, place), to: place) }
      places[identity] = place
    }
    places[identity]?.users += 1
  }

  /// One feed less has this standard error.
  func remove(_ errors: Descriptor) {
    guard let identity = FileIdentity(of: errors) else { return }
    places[identity]?.users -= 1
    guard let place = places[identity], place.users == 0 else { return }
    places[identity] = nil
    if places.isEmpty { lastPlace = place }
  }

  /// Takes over what is wrong with a config that was just read, with the texts to quote.
  func stand(_ diagnostics: [Diagnostic], _ printer: DiagnosticPrinter) {
    self.printer = printer
    standing = Array(diagnostics.prefix(Self.standingLimit))
    if diagnostics.count > standing.count {
      standing.append(
        Diagnostic("\(diagnostics.count - standing.count) more: 'odobar check' shows all"))
    }
    for diagnostic in standing { report(diagnostic) }
  }

  func report(_ diagnostic: Diagnostic) {
    let waits = hasToWait()
    if waits, held.count < Self.heldLimit, !held.contains(diagnostic) { held.append(diagnostic) }
    if !waits { makeRoom() }
    for place in places.values where !(waits && place.isTerminal) {
      write(rendered(diagnostic, place), to: place)
    }
    if let lastPlace { write(rendered(diagnostic, lastPlace), to: lastPlace) }
  }

  /// One line, with the program's name.
  func complain(_ text: String) { report(Diagnostic(text)) }

  /// Says what had to wait.
  func sayRest() {
    for place in places.values where place.isTerminal {
      for diagnostic in held { write(rendered(diagnostic, place), to: place) }
    }
    held = []
  }

  private func rendered(_ diagnostic: Diagnostic, _ place: Place) -> String {
    printer.rendered(diagnostic, forTerminal: place.isTerminal)
  }

  /// What a reader has no room for is dropped: nobody waits for it.
  private func write(_ text: String, to place: Place) {
    _ = try? place.descriptor.write(Array(text.utf8))
  }
}
