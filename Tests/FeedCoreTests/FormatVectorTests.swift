import FeedCore
import TestKit
import Testing

/// The table of formats that the vectors count with.
struct FormatVectorTests {
  @Test func `sizes are written as file managers do`() throws {
    let format = try makeFormat("file_size") { $0.locale = .american }
    for row in try MotionVectors.formats().bytes {
      #expect(format.text(.integer(row.number)) == row.text)
      #expect(format.text(Quantity.real(Double(row.number)).normalized) == row.text)
    }
  }

  @Test func `whole numbers are rounded, ties away from zero, and grouped`() throws {
    let format = try makeFormat("integer") { $0.locale = .american }
    for row in try MotionVectors.formats().integer {
      #expect(format.text(.real(row.number)) == row.text)
    }
  }

  @Test func `amounts keep four decimals, without groups where the locale has none`() throws {
    let format = try makeFormat("currency", "USD") { $0.fraction = 4 }
    for row in try MotionVectors.formats().currency {
      // The minus comes before the sign of the currency here.
      let text = row.text.hasPrefix("$-") ? "-$" + row.text.dropFirst(2) : row.text
      #expect(format.text(.real(row.number)) == text)
    }
  }

  @Test func `a size on its way is in the unit of its target`() throws {
    let format = try makeFormat("file_size")
    #expect(format.text(.integer(268_435_456), like: .integer(536_870_912)) == "268.4 MB")
    #expect(format.text(.integer(0), like: .integer(536_870_912)) == "0.0 MB")
    #expect(format.text(.real(0.4)) == "Zero KB")
    #expect(format.text(.real(.nan)) == "–")
    #expect(format.reservedWidth(for: .integer(1_000_000_000)) == "999.99 GB".count)
  }
}
