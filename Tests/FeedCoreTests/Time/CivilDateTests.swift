import FeedCore
import Foundation
import Testing

struct CivilDateTests {
  @Test func `days and dates are each other's inverse over two thousand years`() {
    var last = CivilDate(daysSince1970: -400_001)
    for days in -400_000...400_000 {
      let date = CivilDate(daysSince1970: days)
      #expect(date.daysSince1970 == days)
      let isNext = date.day == last.day + 1 && date.month == last.month && date.year == last.year
      #expect(isNext || date.day == 1)
      last = date
    }
  }

  @Test(arguments: [
    (CivilDate(year: 1970, month: 1, day: 1), 0, 3),
    (CivilDate(year: 2000, month: 2, day: 29), 11_016, 1),
    (CivilDate(year: 2024, month: 12, day: 31), 20_088, 1),
    (CivilDate(year: 1969, month: 12, day: 31), -1, 2),
  ])
  func `known days`(_ date: CivilDate, _ days: Int, _ weekday: Int) {
    #expect(date.daysSince1970 == days)
    #expect(date.weekday == weekday)
  }

  @Test func `months count on into other years`() {
    for month in -30...30 {
      let date = CivilDate(year: 2024, month: month, day: 1)
      let normal = CivilDate(daysSince1970: date.daysSince1970)
      #expect(normal.day == 1)
      #expect(normal.year * 12 + normal.month == 2024 * 12 + month)
    }
  }
}
