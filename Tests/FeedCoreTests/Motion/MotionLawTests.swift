import FeedCore
import Testing

/// What holds for every style of the catalog, whatever happens and whenever one looks.
struct MotionLawTests {
  /// A number of boards with random settings, each given random values at random times.
  private func run(
    _ name: String, seed: UInt64, _ check: (inout Generator, inout Board, Change) throws -> Void
  ) throws {
    var generator = Generator(seed: seed)
    for _ in 0..<40 {
      var board = try generator.board(name)
      var now = Instant.zero
      for _ in 0..<4 {
        now = now + .milliseconds(Int64.random(in: 0...900, using: &generator))
        let change = Change(old: board, new: generator.quantity(), now: now)
        guard change.new != board.number else { continue }
        try check(&generator, &board, change)
      }
    }
  }

  /// A value and all that was seen before it.
  struct Change {
    let old: Board
    let new: Quantity
    let now: Instant

    func apply(to board: inout Board) { board.set(new, at: now) }
  }

  static let styles = Catalog<any MotionStyle>.motionStyles.names

  @Test(arguments: styles)
  func `starts from what is shown`(_ name: String) throws {
    try run(name, seed: 1) { _, board, change in
      change.apply(to: &board)

      guard let transition = board.transition else { return }
      let now = change.now
      let before = change.old.cells(at: now).map(\.visible)
      let after = board.cells(at: now).map(\.visible)
      #expect(transition.start == now)
      #expect(transition.end > now)
      #expect(trimmed(before) == trimmed(after))
      #expect(isSame(board.number(at: now), change.old.number(at: now)))
      #expect(board.cells(at: now + .milliseconds(-1)) == board.cells(at: now))
    }
  }

  @Test(arguments: styles)
  func `ends exactly on the target, however late one looks`(_ name: String) throws {
    try run(name, seed: 2) { generator, board, change in
      change.apply(to: &board)

      let end = max(board.transition?.end ?? change.now, change.now)
      let late = TimeSpan.milliseconds(Int64.random(in: 0...100_000_000, using: &generator))
      for now in [end, end + TimeSpan(nanoseconds: 1), end + late] {
        #expect(board.cells(at: now) == Row.cells(board.row))
        #expect(isSame(board.number(at: now), change.new))
        #expect(board.transition?.progress(at: now) ?? 1 == 1)
        #expect(isSame(board.shown(at: now).number, change.new))
        #expect(board.shown(at: now).velocity == 0)
        #expect(board.shown(at: now).wheels.isEmpty)
      }
    }
  }

  @Test(arguments: styles)
  func `keeps its width until the end`(_ name: String) throws {
    try run(name, seed: 3) { generator, board, change in
      change.apply(to: &board)

      guard let transition = board.transition else { return }
      let width = max(change.old.cells(at: change.now).count, board.row.count)
      let widths = generator.times(of: transition).map { board.cells(at: $0).count }
      #expect(widths.allSatisfy { $0 == width }, "\(widths)")
    }
  }

  @Test(arguments: styles)
  func `progress of all kinds stays between 0 and 1`(_ name: String) throws {
    try run(name, seed: 4) { generator, board, change in
      change.apply(to: &board)

      guard let transition = board.transition else { return }
      for now in generator.times(of: transition) {
        #expect((0...1).contains(transition.progress(at: now)))
        let cells = board.cells(at: now)
        #expect(cells.allSatisfy { (0...1).contains($0.progress) })
        #expect(cells.allSatisfy { $0.isMoving || $0.progress == 0 })
      }
    }
  }

  @Test(arguments: styles)
  func `numbers go one way between two values`(_ name: String) throws {
    try run(name, seed: 5) { generator, board, change in
      change.apply(to: &board)

      guard let transition = board.transition,
        let from = change.old.number(at: change.now), from.isFinite, change.new.isFinite
      else { return }
      let times = generator.times(of: transition).sorted() + [transition.end]
      let seen = [from] + times.compactMap { board.number(at: $0) }
      let isOneWay = zip(seen, seen.dropFirst()).allSatisfy { earlier, later in
        from <= change.new ? earlier <= later : earlier >= later
      }
      #expect(isOneWay, "\(seen)")
    }
  }

  @Test(arguments: ["roll", "odometer"])
  func `wheels caught between two digits turn on from there`(_ name: String) throws {
    var caught = 0
    try run(name, seed: 7) { _, board, change in
      let before = change.old.cells(at: change.now)

      change.apply(to: &board)

      guard board.transition != nil else { return }
      let after = board.cells(at: change.now)
      for (place, (old, new)) in zip(before.reversed(), after.reversed()).enumerated() {
        guard let next = old.next, next.digit != nil, old.glyph.digit != nil,
          Row.glyph(board.row, at: place).digit != nil
        else { continue }
        #expect(new.glyph == old.glyph && new.next == old.next)
        #expect(new.progress.isClose(to: old.progress, tolerance: 1e-9))
        caught += 1
      }
    }
    #expect(caught > 20)
  }

  @Test(arguments: styles)
  func `how often one looks changes nothing`(_ name: String) throws {
    for rate: Int64 in [7, 24, 60] {
      var generator = Generator(seed: 6)
      for _ in 0..<20 {
        let untouched = try generator.board(name)
        var (often, seldom) = (untouched, untouched)
        var now = Instant.zero
        for _ in 0..<4 {
          let next = now + .milliseconds(Int64.random(in: 0...900, using: &generator))
          while now < next {
            often.retire(at: now)
            _ = often.cells(at: now)
            now = now + TimeSpan(nanoseconds: 1_000_000_000 / rate)
          }
          now = next
          let value = generator.quantity()
          often.set(value, at: now)
          seldom.set(value, at: now)
        }
        for _ in 0..<5 {
          let now = now + .milliseconds(Int64.random(in: 0...1500, using: &generator))
          #expect(often.cells(at: now) == seldom.cells(at: now))
          #expect(isSame(often.number(at: now), seldom.number(at: now)))
        }
      }
    }
  }

  @Test(arguments: styles)
  func `the ends of Int64 and what is no number are no special case`(_ name: String) throws {
    let style = try #require(Catalog<any MotionStyle>.motionStyles[name])
    let ends: [Quantity] = [
      .integer(.min), .integer(.max), .integer(0), .integer(.max - 1), .real(.nan),
      .real(.infinity), .real(-.infinity), .real(-1.7e308), .real(1.7e308),
      .real(.leastNonzeroMagnitude),
      .real(-0.0),
    ]
    for from in [nil] + ends.map(Optional.some) {
      for to in ends {
        var board = Board(from, style: style, formatter: TestFormatter(fraction: 2))
        board.set(to, at: .zero)
        for time: Int64 in [0, 1, 50, 150, 210, 300, 420, 750, 1199, 5000] {
          let now = Instant.milliseconds(time)
          let isSound =
            !board.cells(at: now).isEmpty
            && (0...1).contains(board.transition?.progress(at: now) ?? 1)
          #expect(isSound)
          guard let from, from.isFinite, to.isFinite else { continue }
          let number = try #require(board.number(at: now))
          let isBetween = number >= min(from, to) && number <= max(from, to)
          #expect(isBetween, "\(from) to \(to): \(number)")
        }
        #expect(isSame(board.number(at: .milliseconds(5001)), to))
      }
    }
  }

  @Test(arguments: styles)
  func `equal values and no time need no motion`(_ name: String) throws {
    let style = try #require(Catalog<any MotionStyle>.motionStyles[name])
    var still = Board(.integer(5), style: style)
    still.set(.integer(5), at: .zero)
    #expect(still.transition == nil)

    for duration in [TimeSpan.zero, .milliseconds(-5)] {
      var board = Board(.integer(5), style: style, duration: duration)
      board.set(.integer(6), at: .zero)
      #expect(board.transition == nil)
    }
  }

  /// Stands for a transition that is interrupted.
  private final class Interrupted: Transition {
    let start = Instant.zero
    let end = Instant.milliseconds(1000)

    func number(at now: Instant) -> Quantity? { .integer(1) }

    func cells(at now: Instant) -> [Cell] { [Cell("1")] }

    func progress(at now: Instant) -> Double { 0.5 }
  }

  @Test(arguments: styles)
  func `what is interrupted is not kept`(_ name: String) throws {
    let style = try #require(Catalog<any MotionStyle>.motionStyles[name])
    var transition: (any Transition)?
    weak var kept: Interrupted?
    do {
      let interrupted = Interrupted()
      kept = interrupted
      transition = style.transition(
        for: FeedCore.Change(
          from: interrupted.shown(at: .zero), interrupted: interrupted, target: .integer(2),
          row: ["2"], formatter: TestFormatter(), settings: MotionSettings(),
          duration: .milliseconds(400), start: .zero))
    }
    #expect(kept == nil)
    #expect((transition == nil) == (name == "none"))
  }

  private func trimmed(_ row: [Character]) -> [Character] { Array(row.drop { $0 == Cell.blank }) }

  private func isSame(_ left: Quantity?, _ right: Quantity?) -> Bool {
    left == right || (left?.double.isNaN == true && right?.double.isNaN == true)
  }
}

/// Random numbers that are the same on each run (splitmix64).
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }

  mutating func quantity() -> Quantity {
    switch Int.random(in: 0..<8, using: &self) {
    case 0: .integer(pick([.min, .max, .min + 1, .max - 1, 0, -1, 1 << 53, (1 << 53) + 1]))
    case 1: .integer(Int64.random(in: .min ... .max, using: &self))
    case 2: .integer(pick([9, 10, 99, 100, 999, 1000, -9, -10]))
    case 3: .real(Double.random(in: -1000...1000, using: &self))
    case 4: .real(pick([0.5, -0.25, 1e18, -1e20, 3.14159, .nan, .infinity, -.infinity]))
    default: .integer(Int64.random(in: -2000...2000, using: &self))
    }
  }

  /// Goes back before it starts, and beyond the target before it ends.
  private static let swinging = Easing.bezier(x1: 0.5, y1: -0.6, x2: 0.5, y2: 1.6)

  /// A board of the style `name`, at rest.
  mutating func board(_ name: String) throws -> Board {
    var settings = MotionSettings()
    settings.trend = pick(MotionSettings.Trend.allCases)
    settings.continuous = pick([true, false])
    settings.presence = pick([.atSwap, .fade])
    settings.stagger = .milliseconds(pick([0, 0, 30]))
    settings.easing = pick([nil, Self.swinging] + Easing.catalog.entries.map(\.choice))
    settings.spring = pick([nil, nil, Spring(duration: .milliseconds(300), bounce: 0.4)])
    let formatter = TestFormatter(
      minimumDigits: pick([1, 1, 5]), fraction: pick([0, 0, 2]), width: pick([0, 0, 6]))
    return Board(
      quantity(), style: try #require(Catalog<any MotionStyle>.motionStyles[name]),
      settings: settings,
      duration: pick([nil, .milliseconds(200), .seconds(2)]), formatter: formatter)
  }

  /// Some moments before the end of a transition.
  mutating func times(of transition: any Transition) -> [Instant] {
    let length = (transition.end - transition.start).nanoseconds
    return [transition.start]
      + (0..<8).map { _ in
        transition.start
          + TimeSpan(nanoseconds: Int64.random(in: 0..<max(length, 1), using: &self))
      }
  }
}
