import FeedCore
import TestKit
import Testing

struct OdometerTests {
  @Test func `a carry moves the next wheel only between 9 and 0`() throws {
    var settings = MotionSettings()
    settings.easing = .linear
    var board = Board(
      .integer(1998), style: Odometer(), settings: settings, duration: .seconds(2))
    board.set(.integer(2000), at: .zero)
    for row in try MotionVectors.odometer() {
      let now = Instant.zero + .seconds(row.value - 1998)
      #expect(board.text(at: now) == row.text)
      for (place, cell) in board.cells(at: now).reversed().enumerated() {
        #expect(cell == .wheel(at: try #require(row.wheels[String(place)])))
      }
    }
  }

  /// Minutes and seconds, which carry at 60, with a digit in the unit: `1:59/m2`.
  private struct ClockFormatter: Formatter {
    func readout(of value: Quantity, like target: Quantity) -> Readout {
      let seconds = Int(value.double.rounded())
      let text = "\(seconds / 60):\(seconds % 60 / 10)\(seconds % 10)/m2"
      return Readout(text.enumerated().map { Readout.Part($1, .token(0, $0)) })
    }

    func reservedWidth(for target: Quantity) -> Int { 0 }

    func resolution(for target: Quantity) -> Double { 1 }
  }

  @Test func `wheels carry as the format does, and units are no wheels`() {
    var settings = MotionSettings()
    settings.easing = .linear
    var board = Board(
      .integer(118), style: Odometer(), settings: settings, duration: .seconds(2),
      formatter: ClockFormatter())
    board.set(.integer(120), at: .zero)

    #expect(board.text(at: .milliseconds(1000)) == "1:59/m2")
    let cells = board.cells(at: .milliseconds(1250))
    #expect(
      cells.prefix(4) == [
        .turning(from: "1", to: "2", progress: 0.25, direction: 1), Cell(":"),
        .turning(from: "5", to: "0", progress: 0.25, direction: 1), .wheel(at: 9.25),
      ])
    #expect(cells.suffix(3) == [Cell("/"), Cell("m"), Cell("2")])
  }

  @Test func `digits and sign cross zero in one frame`() {
    var settings = MotionSettings()
    settings.easing = .linear
    var board = Board(
      .integer(1), style: Odometer(), settings: settings, duration: .milliseconds(1000))
    board.set(.integer(-1), at: .zero)

    let seen = stride(from: Int64(0), through: 1000, by: 10).map {
      board.text(at: .milliseconds($0))
    }
    #expect(Set(seen) == ["1", "0", "-1"])
  }

  @Test func `a readout that hides decimals starts and ends with wheels at rest`() {
    var board = Board(.real(3.4), style: Odometer())
    board.set(.real(7.6), at: .zero)

    #expect(board.cells(at: .zero + TimeSpan(nanoseconds: 1000))[0].progress < 0.01)
    let last = board.cells(at: .zero + TimeSpan(nanoseconds: 749_999_000))[0]
    #expect(last.progress > 0.99 || last == Cell("8"))
  }

  @Test func `wheels turn back to a number that was just left`() {
    var settings = MotionSettings()
    settings.easing = .linear
    var board = Board(
      .integer(1998), style: Odometer(), settings: settings, duration: .seconds(1))
    board.set(.integer(1999), at: .zero)
    board.set(.integer(1998), at: .milliseconds(400))

    #expect(board.cells(at: .milliseconds(400))[3].progress.isClose(to: 0.4))
    #expect(board.cells(at: .milliseconds(900))[3].progress.isClose(to: 0.2))
    #expect(board.text(at: .milliseconds(1400)) == "1998")
  }
}
