import FeedCore
import Testing

struct HistoryLogTests {
  static func records(_ count: Int, seed: UInt64 = 1) -> [HistoryRecord] {
    var random = SeededBits(seed: seed)
    return (0..<count).map { index in
      let value = Double(Int64.random(in: -1000...1000, using: &random)) / 8
      return HistoryRecord(
        key: HistoryKey("metric\(index % 3)"),
        resolution: HistoryRecord.Resolution.allCases[index % 3],
        start: WallTime(seconds: Int64(index) * 60),
        bucket: HistoryBucket(
          count: UInt32(index + 1), sum: value * 3, minimum: value, maximum: value + 1,
          last: value, increase: 0.5))
    }
  }

  static func file(_ records: [HistoryRecord]) -> [UInt8] {
    HistoryLog.header + records.flatMap { HistoryLog.bytes(of: $0) }
  }

  @Test func `what is written is read`() {
    let records = Self.records(100)
    let file = Self.file(records)

    let contents = HistoryLog.read(file)

    #expect(contents.records == records)
    #expect(contents.damagedBytes == 0)
    #expect(!contents.isForeign)
    #expect(file.count == 101 * HistoryLog.recordSize)
    #expect(HistoryLog.header.count == HistoryLog.recordSize)
    #expect(String(decoding: HistoryLog.header.prefix(17), as: UTF8.self) == "odobar history 1\n")
  }

  @Test func `the bytes of a record do not change from version to version`() {
    let record = HistoryRecord(
      key: HistoryKey("cpu"), resolution: .hour, start: WallTime(seconds: 1_700_000_000),
      bucket: HistoryBucket(
        count: 3, sum: 6, minimum: 1, maximum: 3, last: 2, increase: 1))
    let hex = HistoryLog.bytes(of: record).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    // As Python's struct and zlib have it.
    #expect(
      hex == "6fb7010103000000c914b30c19faa8f500f15365" + "0000000000001840000000000000f03f"
        + "00000000000008400000000000000040000000000000f03f" + "399a1d76")
  }

  @Test func `a file cut at any byte loses only what is cut`() {
    let records = Self.records(9)
    let file = Self.file(records)
    for length in 0...file.count {
      let contents = HistoryLog.read(Array(file[..<length]))
      let whole = max(length / HistoryLog.recordSize - 1, 0)
      #expect(contents.records == Array(records[..<whole]), "\(length)")
      #expect(!contents.isForeign, "\(length)")
    }
  }

  @Test func `a bit that flips anywhere loses only its record`() {
    let records = Self.records(5)
    let file = Self.file(records)
    for index in file.indices {
      for bit in 0..<8 {
        var damaged = file
        damaged[index] ^= 1 << bit
        let contents = HistoryLog.read(damaged)
        let lost = index / HistoryLog.recordSize - 1
        let expected = records.enumerated().filter { $0.offset != lost }.map(\.element)
        #expect(contents.records == expected, "byte \(index), bit \(bit)")
        #expect(!contents.isForeign)
      }
    }
  }

  @Test func `bytes that are lost or come between move nothing else`() {
    let records = Self.records(8)
    let file = Self.file(records)
    var random = SeededBits(seed: 7)
    for _ in 0..<300 {
      let place = Int.random(in: HistoryLog.recordSize..<file.count, using: &random)
      let hurt = place / HistoryLog.recordSize - 1
      let others = records.enumerated().filter { $0.offset != hurt }.map(\.element)

      var shorter = file
      shorter.remove(at: place)
      #expect(HistoryLog.read(shorter).records == others)

      var longer = file
      longer.insert(UInt8.random(in: 0...255, using: &random), at: place)
      let found = HistoryLog.read(longer).records
      #expect(found == others || found == records)
    }
  }

  @Test func `what is appended after a torn record is found`() {
    let records = Self.records(4)
    let torn = Self.file(Array(records[..<2])).dropLast(13) + HistoryLog.bytes(of: records[2])
    #expect(HistoryLog.read(Array(torn)).records == [records[0], records[2]])
  }

  @Test func `noise is never taken for records, and takes no time`() {
    var random = SeededBits(seed: 3)
    let noise = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let contents = HistoryLog.read(noise)
    #expect(contents.records.isEmpty)
    #expect(contents.isForeign)
  }

  @Test func `other versions and other files are left alone`() {
    #expect(HistoryLog.read(Array("PNG, or whatever else it is".utf8)).isForeign)
    #expect(!HistoryLog.read([]).isForeign)
    #expect(!HistoryLog.read(HistoryLog.header).isForeign)
    #expect(!HistoryLog.read(Array(HistoryLog.header.prefix(5))).isForeign)
  }

  @Test func `numbers that make no sense are no record`() {
    var record = Self.records(1)[0]
    record.bucket.sum = .nan
    #expect(HistoryLog.read(Self.file([record])).records.isEmpty)
    record.bucket.sum = 1
    record.bucket.count = 0
    #expect(HistoryLog.read(Self.file([record])).records.isEmpty)
  }
}
