import FeedConfig
import FeedCore
import FeedPlugin

/// What a user wants a field of a source to be, until the source says what it is.
///
/// It is shown at once. Reports of the time before it was told are older than the wish: they do
/// not make the number jump back.
struct Wish: Sendable {
  let field: String
  var value: Quantity
  /// What the source was told last; nil while it has not been told.
  var told: Quantity?
  /// Not told before: steps until then are told as one.
  var due: Instant
  /// The source is to be asked or started for it.
  var isRequested = false
  /// Until when what a stream reports may be of the time before it was told.
  var end: Instant?

  /// A stream that has been told reports within this time, or not because of it.
  static let patience = TimeSpan.seconds(1)

  var isTold: Bool { told == value }
}

extension Source {
  /// Whether a stepper may set a field: its manifest says so, or there is none to say anything.
  func canSet(_ field: String) -> Bool {
    let fields = configuration.fields
    return fields.first { $0.declares(field) }?.isSettable ?? fields.isEmpty
  }

  /// Takes in what a user wants, to be told at `due`; what comes to nothing is forgotten.
  mutating func wish(_ field: String, _ value: Quantity, from due: Instant) {
    guard let index = wishes.firstIndex(where: { $0.field == field }) else {
      wishes.append(Wish(field: field, value: value, due: due))
      return
    }
    // While steps go on, the first that was not told sets the time.
    if wishes[index].isTold { wishes[index].due = due }
    wishes[index].value = value
    if wishes[index].told == nil, fields[field] == .number(value) { wishes.remove(at: index) }
  }

  func hasDueWish(at now: Instant) -> Bool {
    wishes.contains { !$0.isTold && !$0.isRequested && $0.due <= now }
  }

  /// When something is next to be done about wishes.
  var wishDeadline: Instant? {
    wishes.compactMap { wish in
      if wish.isTold { return wish.end }
      return wish.isRequested ? nil : wish.due
    }.min()
  }

  /// What is due is told with the next question, or with the next start.
  mutating func request() {
    for index in wishes.indices where !wishes[index].isTold { wishes[index].isRequested = true }
  }

  /// The next wish to tell, as `FIELD VALUE`; it counts as told.
  mutating func tell(at now: Instant) -> String? {
    let next = wishes.firstIndex { !$0.isTold && ($0.isRequested || $0.due <= now) }
    guard let next else { return nil }
    wishes[next].told = wishes[next].value
    wishes[next].isRequested = false
    if configuration.mode == .stream { wishes[next].end = now + Wish.patience }
    return "\(wishes[next].field) \(wishes[next].value.plain)"
  }

  /// Whether a report about a field is news, or older than what a user wants; news end a wish.
  mutating func takes(_ reading: Reading, as field: String, at now: Instant) -> Bool {
    guard let index = wishes.firstIndex(where: { $0.field == field }) else { return true }
    let wish = wishes[index]
    guard wish.isTold else { return false }
    if let end = wish.end, now < end, reading != .number(wish.value) { return false }
    wishes.remove(at: index)
    return true
  }

  /// Takes out the fields of wishes that were told and that an answer says nothing of.
  mutating func takeUnanswered() -> [String] { takeWishes { $0.isTold && $0.end == nil } }

  /// Takes out the fields of wishes that a stream has not confirmed in time.
  mutating func takeOverdue(at now: Instant) -> [String] {
    takeWishes { wish in wish.isTold && wish.end.map { $0 <= now } ?? false }
  }

  /// Takes out the fields of wishes.
  mutating func takeWishes(where isTaken: (Wish) -> Bool = { _ in true }) -> [String] {
    let taken = wishes.filter(isTaken).map(\.field)
    if !taken.isEmpty { wishes.removeAll(where: isTaken) }
    return taken
  }
}
