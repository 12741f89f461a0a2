import FeedCore
import Testing

struct PeriodSpanTests {
  /// Berlin in 2024: an hour ahead, two from 31 March to 27 October, each time at 01:00 UTC.
  static let berlin = LocalZone(
    offset: 3600,
    changes: [
      .init(from: WallTime(seconds: 1_711_846_800), offset: 7200),
      .init(from: WallTime(seconds: 1_729_990_800), offset: 3600),
    ])
  /// A zone that skips midnight: Santiago on 8 September 2024, from −4 to −3 hours at 04:00 UTC.
  static let santiago = LocalZone(
    offset: -14_400, changes: [.init(from: WallTime(seconds: 1_725_768_000), offset: -10_800)])
  /// Five and three quarter hours ahead.
  static let kathmandu = LocalZone(offset: 20_700)

  static let zones = [LocalZone.utc, berlin, santiago, kathmandu]

  static func wall(
    _ year: Int, _ month: Int, _ day: Int, hour: Int64 = 0, minute: Int64 = 0
  )
    -> WallTime
  {
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    return WallTime(seconds: Int64(days) * 86_400 + hour * 3600 + minute * 60)
  }

  static let lengths: [Double] = [300, 3600, 7200, 86_400, 172_800, 604_800, 2_592_000, 31_536_000]
  static let spans: [PeriodSpan] =
    PeriodSpan.named.map(\.span) + lengths.map { PeriodSpan.last(.seconds($0)) }
    + [.last(PeriodSpan.limits.upperBound)]

  @Test(arguments: spans)
  func `slots follow each other without a gap, and one of them is now`(_ span: PeriodSpan) throws {
    for zone in Self.zones {
      for day in stride(from: 19_700, to: 20_100, by: 1) {
        let now = WallTime(seconds: Int64(day) * 86_400 + Int64(day * 7919 % 86_400))
        let slots = span.slots(at: now, in: zone)
        #expect(!slots.isEmpty && slots.count <= 60)
        for (slot, next) in zip(slots, slots.dropFirst()) { #expect(slot.end == next.start) }
        #expect(slots.allSatisfy { $0.start < $0.end && !$0.label.isEmpty })
        #expect(slots.count { $0.start <= now && now < $0.end } == 1)
      }
    }
  }

  @Test func `a day has 24 hours, but where clocks change`() {
    let ordinary = PeriodSpan.day.slots(at: Self.wall(2024, 5, 14, hour: 10), in: Self.berlin)
    #expect(ordinary.map(\.label).first == "00")
    #expect(ordinary.map(\.label).last == "23")
    #expect(ordinary.count == 24)
    #expect(ordinary.first?.start == Self.wall(2024, 5, 13, hour: 22))

    let spring = PeriodSpan.day.slots(at: Self.wall(2024, 3, 31, hour: 10), in: Self.berlin)
    #expect(spring.map(\.label).prefix(4) == ["00", "01", "03", "04"])
    #expect(spring.count == 23)

    let autumn = PeriodSpan.day.slots(at: Self.wall(2024, 10, 27, hour: 10), in: Self.berlin)
    #expect(autumn.map(\.label).prefix(5) == ["00", "01", "02", "02", "03"])
    #expect(autumn.count == 25)
  }

  @Test func `a day without a midnight begins with its first hour`() {
    let slots = PeriodSpan.day.slots(at: Self.wall(2024, 9, 8, hour: 20), in: Self.santiago)
    #expect(slots.first?.start == WallTime(seconds: 1_725_768_000))
    #expect(slots.first?.label == "01")
    #expect(slots.count == 23)
  }

  @Test func `a week begins on Monday, a month on its first, a year in January`() {
    let now = Self.wall(2024, 2, 29, hour: 12)
    let week = PeriodSpan.week.slots(at: now, in: .utc)
    #expect(week.map(\.label) == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    #expect(week.first?.start == Self.wall(2024, 2, 26))
    let month = PeriodSpan.month.slots(at: now, in: .utc)
    #expect(month.count == 29)
    #expect(month.last?.label == "29")
    let year = PeriodSpan.year.slots(at: now, in: .utc)
    #expect(year.map(\.label).first == "Jan")
    #expect(year.last?.end == Self.wall(2025, 1, 1))
  }

  @Test func `so long up to now ends with the present part`() {
    let now = Self.wall(2024, 5, 14, hour: 10, minute: 17)
    let hours = PeriodSpan.last(.seconds(86_400)).slots(at: now, in: .utc)
    #expect(hours.count == 24)
    #expect(hours.first?.label == "11")
    #expect(hours.last?.label == "10")
    let days = PeriodSpan.last(.seconds(7 * 86_400)).slots(at: now, in: .utc)
    #expect(days.map(\.label) == ["Wed", "Thu", "Fri", "Sat", "Sun", "Mon", "Tue"])
    let months = PeriodSpan.last(.seconds(365 * 86_400)).slots(at: now, in: .utc)
    #expect(months.map(\.label).last == "May")
    #expect(months.first?.start == Self.wall(2023, 5, 1))
    let minutes = PeriodSpan.last(.seconds(3600)).slots(at: now, in: .utc)
    #expect(minutes.map(\.label).last == ":15")
    #expect(minutes.count == 12)
  }

  @Test func `local hours begin where local clocks strike`() {
    let now = Self.wall(2024, 5, 14, hour: 10, minute: 17)
    #expect(Self.kathmandu.startOfHour(at: now) == Self.wall(2024, 5, 14, hour: 10, minute: 15))
  }
}
