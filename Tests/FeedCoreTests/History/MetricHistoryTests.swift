import FeedCore
import Testing

struct MetricHistoryTests {
  static func bucket(_ values: Double...) -> HistoryBucket {
    var bucket = HistoryBucket()
    var previous: Double?
    for value in values {
      bucket.add(value, after: previous)
      previous = value
    }
    return bucket
  }

  @Test func `a bucket knows all aggregates`() {
    let bucket = Self.bucket(3, 1, 8)
    #expect(HistoryAggregate.mean.value(of: bucket) == 4)
    #expect(HistoryAggregate.sum.value(of: bucket) == 12)
    #expect(HistoryAggregate.min.value(of: bucket) == 1)
    #expect(HistoryAggregate.max.value(of: bucket) == 8)
    #expect(HistoryAggregate.last.value(of: bucket) == 8)
    // From 3 to a new beginning at 1, and on to 8.
    #expect(HistoryAggregate.increase.value(of: bucket) == 8)
    for aggregate in HistoryAggregate.allCases {
      #expect(aggregate.value(of: HistoryBucket()) == nil)
    }
  }

  @Test func `parts that are put together are the whole`() {
    var random = SeededBits(seed: 5)
    for _ in 0..<200 {
      let values = (0..<20).map { _ in Double(Int64.random(in: -50...50, using: &random)) }
      var whole = HistoryBucket()
      var parts = [HistoryBucket(), HistoryBucket(), HistoryBucket()]
      let cut = [0, Int.random(in: 0...20, using: &random), 20].sorted()
      for (index, value) in values.enumerated() {
        let previous = index == 0 ? nil : values[index - 1]
        whole.add(value, after: previous)
        parts[index < cut[1] ? 0 : 2].add(value, after: previous)
      }
      var joined = HistoryBucket()
      for part in parts { joined.merge(part) }
      #expect(joined == whole)
    }
  }

  @Test func `sums of the largest numbers stay numbers`() {
    var bucket = Self.bucket(.greatestFiniteMagnitude)
    for _ in 0..<3 { bucket.merge(bucket) }
    #expect(bucket.sum.isFinite)
  }

  /// A history of one value a minute, from `start`.
  static func history(
    minutes: Int, from start: WallTime, in zone: LocalZone = .utc
  ) -> MetricHistory {
    var history = MetricHistory()
    for minute in 0..<minutes {
      history.add(bucket(Double(minute)), at: start + Int64(minute) * 60, .minute)
    }
    history.compact(in: zone)
    return history
  }

  @Test(arguments: PeriodSpanTests.zones)
  func `no history grows beyond its limits, and none loses a value before two years`(
    _ zone: LocalZone
  ) {
    let minutes = 100_000
    let start = PeriodSpanTests.wall(2024, 1, 1)
    let history = Self.history(minutes: minutes, from: start, in: zone)

    for resolution in HistoryRecord.Resolution.allCases {
      let count = history.entries(of: resolution).count
      #expect(count <= MetricHistory.limit(of: resolution))
    }
    let all = history.bucket(from: WallTime(seconds: 0), to: start + 200_000 * 60)
    #expect(all.count == UInt32(minutes))
    #expect(all.sum == Double(minutes) * Double(minutes - 1) / 2)
    #expect(all.minimum == 0)
    #expect(all.last == Double(minutes - 1))
    #expect(history.lastValue == Double(minutes - 1))
  }

  @Test(arguments: PeriodSpanTests.zones)
  func `compaction changes no sum of a local day`(_ zone: LocalZone) {
    let start = PeriodSpanTests.wall(2024, 3, 20)
    var fine = MetricHistory()
    for minute in 0..<40_000 {
      fine.add(Self.bucket(Double(minute % 97)), at: start + Int64(minute) * 60, .minute)
    }
    var coarse = fine
    coarse.compact(in: zone)
    for offset in 0..<27 {
      let date = CivilDate(year: 2024, month: 3, day: 20 + offset)
      let next = CivilDate(daysSince1970: date.daysSince1970 + 1)
      let (from, to) = (zone.start(of: date), zone.start(of: next))
      #expect(fine.bucket(from: from, to: to) == coarse.bucket(from: from, to: to))
    }
    let before = coarse
    coarse.compact(in: zone)
    #expect(coarse == before)
  }

  @Test func `compacting day by day comes to the same as all at once`() {
    let start = PeriodSpanTests.wall(2024, 1, 1)
    var daily = MetricHistory()
    for minute in 0..<20_000 {
      daily.add(Self.bucket(Double(minute)), at: start + Int64(minute) * 60, .minute)
      if minute % 1440 == 0 { daily.compact(in: .utc) }
    }
    daily.compact(in: .utc)
    #expect(daily == Self.history(minutes: 20_000, from: start))
  }

  @Test func `a clock that jumps ahead and back throws nothing away`() {
    let start = PeriodSpanTests.wall(2024, 1, 1)
    var history = Self.history(minutes: 1000, from: start)
    for minute in 0..<5 {
      history.add(
        Self.bucket(1), at: PeriodSpanTests.wall(2099, 1, 1) + Int64(minute) * 60, .minute)
    }
    history.compact(in: .utc)
    for minute in 1000..<1200 {
      history.add(Self.bucket(Double(minute)), at: start + Int64(minute) * 60, .minute)
    }
    history.compact(in: .utc)
    let all = history.bucket(from: start, to: start + 86_400)
    #expect(all.count == 1200)
  }

  @Test func `two buckets of one minute become one`() {
    var history = MetricHistory()
    let start = PeriodSpanTests.wall(2024, 1, 1)
    history.add(Self.bucket(1, 2), at: start, .minute)
    history.add(Self.bucket(9), at: start + 60, .minute)
    history.add(Self.bucket(5), at: start, .minute)
    #expect(history.entries(of: .minute).map(\.bucket.count) == [3, 1])
    #expect(history.bucket(from: start, to: start + 60).last == 5)
  }
}

struct HistoryBookTests {
  @Test func `a book is its records`() {
    let records = HistoryLogTests.records(60)
    let book = HistoryBook(records)
    #expect(HistoryBook(book.records) == book)
    #expect(book.records.count == 60)
    #expect(book.keys.count == 3)
  }

  @Test func `of metrics that are gone only some stay, the newest`() {
    var book = HistoryBook()
    for index in 0..<200 {
      book.add(
        HistoryRecord(
          key: HistoryKey("gone\(index)"), resolution: .day,
          start: WallTime(seconds: Int64(index)), bucket: MetricHistoryTests.bucket(1)))
    }
    book.add(
      HistoryRecord(
        key: HistoryKey("here"), resolution: .day, start: WallTime(seconds: 0),
        bucket: MetricHistoryTests.bucket(1)))
    book.compact(in: .utc, known: [HistoryKey("here")])
    #expect(book.keys.count == HistoryBook.strangerLimit + 1)
    #expect(book[HistoryKey("here")] != nil)
    #expect(book[HistoryKey("gone199")] != nil)
    #expect(book[HistoryKey("gone0")] == nil)
  }
}

struct HistoryRecorderTests {
  private static let key = HistoryKey("cpu")
  private static let start = WallTime(seconds: 1_700_000_040)

  @Test func `a minute is given once it is over`() {
    var recorder = HistoryRecorder()
    for second in 0..<50 {
      recorder.record(Double(second), of: Self.key, at: Self.start + Int64(second))
    }
    #expect(recorder.take(at: Self.start + 59).isEmpty)
    #expect(recorder.pending.count == 1)
    let records = recorder.take(at: Self.start + 60)
    #expect(records.map(\.bucket.count) == [50])
    #expect(records.map(\.start) == [Self.start])
    #expect(recorder.take(at: Self.start + 120).isEmpty)
  }

  @Test func `all that is recorded is given, whatever the clock does`() {
    var random = SeededBits(seed: 11)
    var recorder = HistoryRecorder()
    var records: [HistoryRecord] = []
    for index in 0..<2000 {
      let jump = Int64.random(in: -100_000...100_000, using: &random)
      let moment = Self.start + (index % 10 == 0 ? jump : Int64(index))
      recorder.record(1, of: HistoryKey("m\(index % 4)"), at: moment)
      if index % 7 == 0 { records += recorder.take(at: moment) }
    }
    records += recorder.takeAll()
    #expect(records.map { Int($0.bucket.count) }.reduce(0, +) == 2000)
    #expect(records.allSatisfy { $0.start.seconds % 60 == 0 })
    #expect(recorder.pending.isEmpty)
  }

  @Test func `a rise counts from what the value was before the program began`() {
    var recorder = HistoryRecorder()
    recorder.learn(100, of: Self.key)
    recorder.record(130, of: Self.key, at: Self.start)
    recorder.learn(0, of: Self.key)
    recorder.record(20, of: Self.key, at: Self.start)
    #expect(recorder.takeAll().map(\.bucket.increase) == [50])
  }

  @Test func `what is no number is not recorded, and what nobody takes is bounded`() {
    var recorder = HistoryRecorder()
    #expect(recorder.record(.nan, of: Self.key, at: Self.start) == nil)
    #expect(recorder.record(.infinity, of: Self.key, at: Self.start) == nil)
    #expect(recorder.pending.isEmpty)
    for minute in 0..<10_000 {
      recorder.record(1, of: Self.key, at: Self.start + Int64(minute) * 60)
    }
    #expect(recorder.takeAll().count == HistoryRecorder.closedLimit)
  }
}
