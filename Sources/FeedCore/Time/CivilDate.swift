/// A day of the Gregorian calendar, before its introduction, too.
package struct CivilDate: Hashable, Sendable {
  package var year: Int
  /// 1…12.
  package var month: Int
  /// 1…31.
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date so many days after 1 January 1970.
  ///
  /// *Source:* H. Hinnant, chrono-Compatible Low-Level Date Algorithms, `civil_from_days`.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1 January 1970; a month beyond 1…12 counts on into other years.
  ///
  /// *Source:* as above, `days_from_civil`.
  package var daysSince1970: Int {
    let months = year * 12 + month - 1
    let month = (months % 12 + 12) % 12 + 1
    var year = (months - (month - 1)) / 12
    if month <= 2 { year -= 1 }
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// 0 Monday … 6 Sunday.
  package var weekday: Int {
    // 1 January 1970 was a Thursday.
    let day = (daysSince1970 + 3) % 7
    return day < 0 ? day + 7 : day
  }
}
