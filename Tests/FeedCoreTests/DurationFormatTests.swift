import FeedCore
import Testing

struct DurationFormatTests {
  @Test(
    arguments: [
      (.integer(0), "0s"), (.integer(42), "42s"), (.real(0.25), "250ms"), (.real(0.9996), "1s"),
      (.real(0.0004), "0s"), (.real(59.4), "59s"), (.real(59.6), "1m 00s"),
      (.integer(303), "5m 03s"),
      (.real(3599.6), "1h 00m"), (.integer(3900), "1h 05m"), (.integer(3930), "1h 06m"),
      (.integer(3990), "1h 06m"), (.integer(86_399), "1d 00h"), (.integer(273_600), "3d 04h"),
      (.integer(-303), "-5m 03s"), (.real(-0.25), "-250ms"), (.real(-0.0001), "0s"),
      (.integer(.max), "106751991167300d 16h"), (.real(1e300), "1e300s"),
      (.integer(3600), "1h 00m"),
    ] as [(Quantity, String)])
  func `shows the two largest units`(value: Quantity, text: String) throws {
    #expect(try makeFormat("duration").text(value) == text)
  }

  @Test func `takes the units from the target`() throws {
    let format = try makeFormat("duration")

    #expect(format.text(.integer(0), like: .integer(303)) == "0m 00s")
    #expect(format.text(.integer(7200), like: .integer(303)) == "120m 00s")
    #expect(format.text(.integer(0), like: .real(0.25)) == "0ms")
    #expect(format.text(.real(41.7), like: .integer(42)) == "42s")
    #expect(format.text(.real(1e300), like: .integer(42)) == "1e300s")
  }

  @Test func `keeps the keys of a unit whichever stands beside it`() throws {
    let format = try makeFormat("duration")
    let alone = format.readout(of: .integer(9), like: .integer(9)).parts
    let pair = format.readout(of: .integer(69), like: .integer(69)).parts

    #expect(pair.map(\.character) == Array("1m 09s"))
    #expect(Array(pair.suffix(2)) == alone)
    #expect(Set(pair.map(\.key)).count == pair.count)
  }

  @Test func `reserves room for every unit below a hundred days`() throws {
    let format = try makeFormat("duration")

    #expect(format.reservedWidth(for: .integer(5)) == 7)
    #expect(format.reservedWidth(for: .integer(-5)) == 8)
    #expect(format.reservedWidth(for: .integer(8_640_000)) == "100d 00h".count)
  }

  @Test(
    arguments: [
      (.real(0.5), 0.001), (.integer(5), 1), (.integer(65), 1), (.integer(3700), 60),
      (.integer(90_000), 3600),
    ] as [(Quantity, Double)])
  func `tells the worth of the last digit`(target: Quantity, worth: Double) throws {
    #expect(try makeFormat("duration").resolution(for: target) == worth)
  }
}
