import FeedCore
import TestKit
import Testing

struct SpringTests {
  let table: MotionVectors.Springs

  init() throws { table = try MotionVectors.springs() }

  @Test func `duration and bounce are the physics of the reference`() {
    for unit in [table.snappy, table.quick] {
      let spring = Spring(duration: .seconds(unit.duration), bounce: unit.bounce)

      #expect(spring.stiffness.isClose(to: unit.stiffness, tolerance: 1e-4))
      #expect(spring.damping.isClose(to: unit.damping, tolerance: 1e-5))
      #expect(spring.dampingRatio.isClose(to: unit.ratio))
      for step in unit.steps {
        let state = spring.state(distance: -1, velocity: 0, after: Double(step.time) / 1000)
        #expect((1 + state.distance).isClose(to: step.x), "at \(step.time) ms")
        #expect(state.velocity.isClose(to: step.v), "at \(step.time) ms")
      }
    }
    #expect(Spring.snappy == Spring(duration: .milliseconds(500), bounce: 0.15))
  }

  @Test func `rests when the number shown can no longer change`() throws {
    #expect(table.rests.count == table.rest.count)
    for (target, milliseconds) in table.rests {
      let rest = Spring.snappy.restTime(
        distance: -Double(target), velocity: 0, tolerance: 0.5)
      #expect(Int64((rest * 1000).rounded(.up)) == milliseconds, "0 to \(target)")
    }
    let retarget = table.retarget
    let rest = Spring.snappy.restTime(
      distance: retarget.x - retarget.to, velocity: retarget.v, tolerance: 0.5)
    #expect((rest * 1000).rounded(.up) == retarget.rest)
  }

  @Test func `a new target keeps the speed`() throws {
    var settings = MotionSettings()
    settings.clamp = false
    let formatter = TestFormatter(fraction: 9)
    var board = Board(.real(0), style: SpringMotion(), settings: settings, formatter: formatter)
    board.set(.real(100), at: .zero)
    let start = Instant.milliseconds(table.retarget.time)
    let shown = board.shown(at: start)
    #expect(try #require(shown.number).double.isClose(to: table.retarget.x))
    #expect(shown.velocity.isClose(to: table.retarget.v))

    board.set(.real(table.retarget.to), at: start)

    for step in table.retarget.after {
      let state = board.shown(at: start + .milliseconds(step.time))
      #expect(try #require(state.number).double.isClose(to: step.x), "\(step.time) ms after")
      #expect(state.velocity.isClose(to: step.v), "\(step.time) ms after")
    }
  }

  @Test(arguments: [-0.5, 0, 0.15, 0.6])
  func `is the same in one stride and in many`(_ bounce: Double) {
    let spring = Spring(duration: .milliseconds(400), bounce: bounce)
    var state = (distance: -7.0, velocity: 30.0)
    for step in 1...60 {
      state = spring.state(distance: state.distance, velocity: state.velocity, after: 0.01)
      let direct = spring.state(distance: -7, velocity: 30, after: Double(step) / 100)
      #expect(state.distance.isClose(to: direct.distance, tolerance: 1e-9))
      #expect(state.velocity.isClose(to: direct.velocity, tolerance: 1e-9))
    }
  }

  @Test func `a clamped number never comes back from its target`() {
    var board = Board(.integer(0), style: SpringMotion())
    board.set(.integer(1_000_000), at: .zero)

    let seen = (0...1400).compactMap { board.number(at: .milliseconds($0)) }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(board.number(at: .milliseconds(950)) == .integer(1_000_000))
  }

  @Test(arguments: [-0.5, 0, 0.15, 0.8])
  func `the first crossing of the target is where the distance is nothing`(_ bounce: Double) {
    let spring = Spring(duration: .milliseconds(500), bounce: bounce)
    for (distance, velocity) in [(-1.0, 0.0), (1, 40), (-1, 90), (3, -200), (-2, -9), (5, -0.1)] {
      let crossing = spring.crossingTime(distance: distance, velocity: velocity)
      func isPast(_ seconds: Double) -> Bool {
        let now = spring.state(distance: distance, velocity: velocity, after: seconds)
        return now.distance * distance < 0
      }
      let found = (1...2000).first { isPast(Double($0) / 1000) }.map { Double($0) / 1000 }
      if let found, let crossing {
        #expect(crossing.isClose(to: found, tolerance: 1.01e-3))
      } else {
        #expect(found == nil && crossing == nil)
      }
    }
  }

  @Test func `the ends of Int64 stay between the values`() {
    var board = Board(.integer(.max - 1), style: SpringMotion())
    board.set(.integer(0), at: .zero)
    let early = board.number(at: .zero + TimeSpan(nanoseconds: 1))
    #expect(early == .integer(.max - 1))
  }

  @Test func `what differs by less than is shown needs no motion`() {
    var board = Board(.real(3.1), style: SpringMotion())
    board.set(.real(3.2), at: .zero)
    #expect(board.transition == nil)
  }

  @Test func `a spring that is none shows the target at the latest`() {
    for spring in [
      Spring(stiffness: 0, damping: 0), Spring(stiffness: -1, damping: 1),
      Spring(stiffness: 100, damping: 0), Spring(stiffness: .nan, damping: .nan),
    ] {
      for name in ["spring", "roll"] {
        var settings = MotionSettings()
        settings.spring = spring
        guard let style = Catalog<any MotionStyle>.motionStyles[name] else { continue }
        var board = Board(.integer(0), style: style, settings: settings)
        board.set(.integer(100), at: .zero)
        for time: Int64 in [0, 10, 100, 1000, 5000] {
          let number = board.number(at: .milliseconds(time))?.double ?? -1
          #expect((0...100).contains(number))
        }
        #expect(board.text(at: .milliseconds(5000)) == "100")
      }
    }
  }
}
