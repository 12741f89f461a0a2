/// The file format of the history: a header, and records of one size, each with its checksum.
///
/// Records are only ever appended; one that is torn or damaged is skipped, and reading goes on at
/// the next good one, wherever that begins. Numbers are little-endian.
///
/// A record: magic (2 bytes), resolution, version, count (4), key (8), start (4), sum, minimum,
/// maximum, last and increase (8 each), CRC-32 of all before it (4).
package enum HistoryLog {
  /// The size of a record, and of the header.
  package static let recordSize = 64
  private static let version: UInt8 = 1
  private static let magic: [UInt8] = [0x6f, 0xb7]
  private static let title = "odobar history "

  /// What a file holds.
  package struct Contents: Hashable, Sendable {
    package var records: [HistoryRecord] = []
    /// Bytes that belong to no good record.
    package var damagedBytes = 0
    /// The file is of another version, or something else: it is to be left alone.
    package var isForeign = false

    package init() {}
  }

  /// What a new file begins with.
  package static var header: [UInt8] {
    var bytes = Array("\(title)\(version)\n".utf8)
    bytes += Array(repeating: UInt8(ascii: " "), count: recordSize - 5 - bytes.count)
    bytes.append(UInt8(ascii: "\n"))
    return sealed(bytes)
  }

  /// A record as bytes.
  package static func bytes(of record: HistoryRecord) -> [UInt8] {
    let bucket = record.bucket
    var bytes = magic
    bytes.reserveCapacity(recordSize)
    bytes += [record.resolution.rawValue, version]
    append(bucket.count, to: &bytes)
    append(record.key.number, to: &bytes)
    append(UInt32(clamping: record.start.seconds), to: &bytes)
    for number in [bucket.sum, bucket.minimum, bucket.maximum, bucket.last, bucket.increase] {
      append(number.bitPattern, to: &bytes)
    }
    return sealed(bytes)
  }

  /// All good records of a file, in its order.
  package static func read(_ bytes: [UInt8]) -> Contents {
    var contents = Contents()
    var offset = 0
    if let version = headerVersion(bytes) {
      contents.isForeign = version != self.version
      guard !contents.isForeign else { return contents }
      offset = recordSize
    }
    while offset < bytes.count {
      if let record = record(in: bytes, at: offset) {
        contents.records.append(record)
        offset += recordSize
      } else {
        contents.damagedBytes += 1
        offset += 1
      }
    }
    // What has neither the beginning of a header nor a single record was not written by us.
    contents.isForeign =
      contents.damagedBytes == bytes.count
      && !bytes.prefix(title.utf8.count).elementsEqual(title.utf8.prefix(bytes.count))
    return contents
  }

  /// The version that a whole header tells; nil where there is none.
  private static func headerVersion(_ bytes: [UInt8]) -> UInt8? {
    guard bytes.count >= recordSize, bytes.starts(with: title.utf8),
      isSealed(bytes[..<recordSize])
    else { return nil }
    let number = bytes[title.utf8.count...].prefix { $0 != UInt8(ascii: "\n") }
    return UInt8(String(decoding: number, as: UTF8.self)) ?? .max
  }

  private static func record(in bytes: [UInt8], at offset: Int) -> HistoryRecord? {
    guard bytes.count - offset >= recordSize, bytes[offset] == magic[0],
      bytes[offset + 1] == magic[1], bytes[offset + 3] == version,
      let resolution = HistoryRecord.Resolution(rawValue: bytes[offset + 2]),
      isSealed(bytes[offset..<offset + recordSize])
    else { return nil }
    let numbers = (0..<5).map { index in
      Double(bitPattern: number(in: bytes, at: offset + 20 + 8 * index))
    }
    let count: UInt32 = number(in: bytes, at: offset + 4)
    let start: UInt32 = number(in: bytes, at: offset + 16)
    // What is sealed and still makes no sense is no record, either.
    guard count > 0, numbers.allSatisfy(\.isFinite), numbers[1] <= numbers[2] else { return nil }
    return HistoryRecord(
      key: HistoryKey(number: number(in: bytes, at: offset + 8)), resolution: resolution,
      start: WallTime(seconds: Int64(start)),
      bucket: HistoryBucket(
        count: count, sum: numbers[0], minimum: numbers[1], maximum: numbers[2],
        last: numbers[3], increase: numbers[4]))
  }

  private static func append<Number: FixedWidthInteger & UnsignedInteger>(
    _ number: Number, to bytes: inout [UInt8]
  ) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func number<Number: FixedWidthInteger & UnsignedInteger>(
    in bytes: [UInt8], at offset: Int
  ) -> Number {
    (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(bytes[offset + $1]) << (8 * $1) }
  }

  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var sealed = bytes
    append(CRC32.of(bytes[...]), to: &sealed)
    return sealed
  }

  private static func isSealed(_ bytes: ArraySlice<UInt8>) -> Bool {
    let body = bytes.dropLast(4)
    let crc: UInt32 = number(in: Array(bytes.suffix(4)), at: 0)
    return CRC32.of(body) == crc
  }
}

/// The checksum of Ethernet and zip.
///
/// *Source:* ITU-T V.42, 8.1.1.6.2, with the reflected polynomial 0xedb88320.
private enum CRC32 {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
