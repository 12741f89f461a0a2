/// How a readout goes from what is on screen to a new target: one of the catalog of styles.
package protocol MotionStyle: Sendable {
  /// What `duration` is when the config says nothing.
  var defaultDuration: TimeSpan { get }

  /// The way from what is shown to the new target; nil when there is nothing to move.
  func transition(for change: Change) -> (any Transition)?
}

/// A readout on its way: a pure function of time, sampled whenever somebody looks.
///
/// Law: at `end` and after it, `cells(at:)` is the target's row at rest and `number(at:)` the
/// target itself; nothing before `start` differs from `start`.
package protocol Transition: Sendable {
  var start: Instant { get }
  var end: Instant { get }

  /// The number on screen, for readouts that are numbers.
  func number(at now: Instant) -> Quantity?

  /// The row of cells, from the left.
  func cells(at now: Instant) -> [Cell]

  /// How far a gauge beside the number is on its way, 0…1.
  func progress(at now: Instant) -> Double

  /// What a new target starts from.
  func shown(at now: Instant) -> Shown
}

extension Transition {
  package func shown(at now: Instant) -> Shown {
    Shown(row: cells(at: now).map(\.visible), number: number(at: now))
  }
}

/// What is on screen at the moment of a change.
package struct Shown: Sendable {
  /// One glyph a place, from the left.
  package var row: [Character]
  package var number: Quantity?
  /// Of the number, a second; springs carry it on.
  package var velocity: Double
  /// Positions of wheels that are between two digits, by place from the right.
  package var wheels: [Int: Double]

  package init(
    row: [Character], number: Quantity?, velocity: Double = 0, wheels: [Int: Double] = [:]
  ) {
    self.row = row
    self.number = number
    self.velocity = velocity
    self.wheels = wheels
  }
}

/// A new target, and all that a style needs to plan the way to it.
package struct Change: Sendable {
  package var from: Shown
  /// The transition that this one interrupts.
  package var interrupted: (any Transition)?
  package var target: Quantity?
  /// The target's row, padded to the width that is reserved for it.
  package var row: [Character]
  package var formatter: any Formatter
  package var settings: MotionSettings
  package var duration: TimeSpan
  package var start: Instant

  package init(
    from: Shown, interrupted: (any Transition)? = nil, target: Quantity?, row: [Character],
    formatter: any Formatter, settings: MotionSettings, duration: TimeSpan, start: Instant
  ) {
    self.from = from
    self.interrupted = interrupted
    self.target = target
    self.row = row
    self.formatter = formatter
    self.settings = settings
    self.duration = duration
    self.start = start
  }

  /// This without the transition it interrupts: kept, one would hold all that ever went before.
  package var detached: Change {
    var copy = self
    copy.interrupted = nil
    return copy
  }

  /// How many places the row has on its way: the wider of old and new.
  package var width: Int { max(from.row.count, row.count) }

  /// The row of `number` on its way: in the target's unit, and where that does not fit in its own,
  /// or without decimals.
  ///
  /// What does not fit at all is not shown: what was there before stays until it does. What swings
  /// beyond old and new is shown as it is: `clamp` holds it back.
  package func row(of number: Quantity, like target: Quantity) -> [Character] {
    func text(of number: Quantity, like model: Quantity) -> [Character] {
      formatter.readout(of: number, like: model).parts.map(\.character)
    }
    if settings.unit == .live { return Row.padded(text(of: number, like: number), to: width) }
    let common = text(of: number, like: target)
    guard common.count > width else { return Row.padded(common, to: width) }
    let own = text(of: number, like: number)
    if own.count <= width { return Row.padded(own, to: width) }
    let rounded = Quantity.real(number.double.rounded(.toNearestOrEven)).normalized
    let whole = text(of: rounded, like: rounded)
    if whole.count <= width { return Row.padded(whole, to: width) }
    let old = from.number ?? target
    let isBetween = min(old, target) <= number && number <= max(old, target)
    if isBetween { return startRow }
    return own.count < common.count ? own : common
  }

  /// The same as cells at rest.
  package func cells(of number: Quantity, like target: Quantity) -> [Cell] {
    let model = settings.unit == .live ? number : target
    let parts = formatter.readout(of: number, like: model).parts
    guard parts.count <= width || settings.unit == .live else {
      return Row.cells(row(of: number, like: target))
    }
    var cells: [Cell] = []
    cells.reserveCapacity(max(parts.count, width))
    for _ in parts.count..<max(parts.count, width) { cells.append(Cell(Cell.blank)) }
    for part in parts { cells.append(Cell(part.character)) }
    return cells
  }

  /// Whether whole numbers stay whole on their way: where no decimals of theirs are shown.
  package var isWhole: Bool { target.map { formatter.resolution(for: $0) >= 1 } ?? true }

  /// The row that is shown before the motion.
  package var startRow: [Character] { Row.padded(from.row, to: width) }

  /// −1, 0 or 1: which way the number goes.
  package var direction: Int {
    guard let target, let number = from.number else { return 1 }
    return number.direction(to: target)
  }
}

/// Rows of glyphs, aligned at the right.
package enum Row {
  /// `row` with blanks at the left until it has `width` places; never cut.
  package static func padded(_ row: [Character], to width: Int) -> [Character] {
    guard row.count < width else { return row }
    return Array(repeating: Cell.blank, count: width - row.count) + row
  }

  /// The glyph at `place` from the right; blank beyond the left end.
  package static func glyph(_ row: [Character], at place: Int) -> Character {
    place < row.count ? row[row.count - 1 - place] : Cell.blank
  }

  package static func cells(_ row: [Character]) -> [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(row.count)
    for glyph in row { cells.append(Cell(glyph)) }
    return cells
  }
}
