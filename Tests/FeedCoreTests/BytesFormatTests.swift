import FeedCore
import Testing

struct BytesFormatTests {
  @Test(
    arguments: [
      (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1.0 kB"), (1499, "1.5 kB"), (9949, "9.9 kB"),
      (9950, "10 kB"), (9960, "10 kB"), (12_480_000, "12 MB"), (999_499, "999 kB"),
      (999_500, "1.0 MB"), (999_600, "1.0 MB"), (1_000_000, "1.0 MB"), (1_050_000, "1.0 MB"),
      (1_150_000, "1.2 MB"), (999_500_000, "1.0 GB"), (-1500, "-1.5 kB"), (-999_600, "-1.0 MB"),
      (Int64.max, "9.2 EB"), (Int64.min, "-9.2 EB"),
    ] as [(Int64, String)])
  func `chooses the decimal unit after rounding`(value: Int64, text: String) throws {
    #expect(try makeFormat("bytes").text(.integer(value)) == text)
  }

  @Test(
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_047_552, "1023 KiB"),
      (1_048_166, "1.0 MiB"), (1_048_063, "1023 KiB"), (1_048_064, "1.0 MiB"),
      (1 << 30, "1.0 GiB"), (10 << 20, "10 MiB"), (Int64.max, "8.0 EiB"), (-2048, "-2.0 KiB"),
    ] as [(Int64, String)])
  func `chooses the binary unit after rounding`(value: Int64, text: String) throws {
    #expect(try makeFormat("bytes", "binary").text(.integer(value)) == text)
  }

  @Test(
    arguments: [(1024, "1.0 KB"), (1_048_166, "1.0 MB"), (16 << 30, "16 GB")] as [(Int64, String)])
  func `names powers of 1024 as memory does`(value: Int64, text: String) throws {
    #expect(try makeFormat("bytes", "memory").text(.integer(value)) == text)
  }

  @Test func `appends the rate`() throws {
    let format = try makeFormat("bytes", "binary") { $0.per = "second" }

    #expect(format.text(.integer(12_480_000)) == "12 MiB/s")
    #expect(format.text(.real(0)) == "0 B/s")
  }

  @Test func `fixes the decimals where the config does`() throws {
    let format = try makeFormat("bytes") { $0.fraction = 2 }

    #expect(format.text(.integer(12_480_000)) == "12.48 MB")
    #expect(format.text(.integer(999_996)) == "1.00 MB")
    #expect(format.text(.integer(12)) == "12 B")
    #expect(format.reservedWidth(for: .integer(12)) == "999.99 MB".count)
  }

  @Test func `never writes a tenth beyond ten`() throws {
    let format = try makeFormat("bytes")
    for thousandths in stride(from: 9900, through: 10_100, by: 2) {
      let text = format.text(.integer(Int64(thousandths) * 1000))
      #expect(text == "10 MB" || text == "9.9 MB", "\(thousandths)")
    }
  }

  @Test(arguments: 1...5)
  func `never writes a thousand of a decimal unit`(power: Int) throws {
    let format = try makeFormat("bytes")
    let unit = (0..<power).reduce(Int64(1)) { product, _ in product * 1000 }
    for offset in -200...200 {
      let value = unit / 2 * 1999 + Int64(offset) * max(unit / 500, 1)
      let text = format.text(.integer(value))
      #expect(!text.hasPrefix("1000"), "\(value)")
      #expect(text.hasPrefix("999 ") || text.hasPrefix("1.0 "), "\(value): \(text)")
    }
  }

  @Test(arguments: 1...5)
  func `never writes 1024 of a binary unit`(power: Int) throws {
    let format = try makeFormat("bytes", "binary")
    let unit = Int64(1) << (10 * power)
    for offset in -200...200 {
      let value = unit / 2 * 2047 + Int64(offset) * max(unit / 1024, 1)
      let text = format.text(.integer(value))
      #expect(text.hasPrefix("1023 ") || text.hasPrefix("1.0 "), "\(value): \(text)")
    }
  }

  @Test func `takes unit and decimals from the target`() throws {
    let format = try makeFormat("bytes")
    let twelve = Quantity.integer(12_480_000)
    let one = Quantity.integer(1_200_000)

    #expect(format.text(.integer(0), like: twelve) == "0 MB")
    #expect(format.text(.integer(7_000_000), like: twelve) == "7 MB")
    #expect(format.text(.integer(0), like: one) == "0.0 MB")
    #expect(format.text(.integer(12_480_000), like: one) == "12.5 MB")
    #expect(format.text(.integer(-900_000), like: one) == "-0.9 MB")
    #expect(format.text(.real(2e30), like: one) == "2000000000000 EB")
  }

  @Test func `reserves room for every unit`() throws {
    #expect(try makeFormat("bytes").reservedWidth(for: .integer(1)) == 6)
    #expect(try makeFormat("bytes").reservedWidth(for: .integer(-1)) == 7)
    #expect(try makeFormat("bytes", "binary").reservedWidth(for: .integer(1)) == 8)
    #expect(
      try makeFormat("bytes", "binary") { $0.per = "second" }.reservedWidth(for: .integer(1)) == 10)
  }

  @Test func `tells the worth of the last digit`() throws {
    #expect(try makeFormat("bytes").resolution(for: .integer(1_200_000)) == 100_000)
    #expect(try makeFormat("bytes").resolution(for: .integer(12_000_000)) == 1_000_000)
    #expect(try makeFormat("bytes").resolution(for: .integer(12)) == 1)
    #expect(try makeFormat("bytes", "binary").resolution(for: .integer(20 << 10)) == 1024)
  }

  @Test func `keys the unit from the right`() throws {
    let readout = try makeFormat("bytes") { $0.per = "second" }
      .readout(of: .integer(1_200_000), like: .integer(1_200_000))

    #expect(readout.text == "1.2 MB/s")
    #expect(
      readout.parts.map(\.key) == [
        .integer(0), .decimalPoint, .fraction(0), .suffix(4), .suffix(3), .suffix(2), .suffix(1),
        .suffix(0),
      ])
  }
}
