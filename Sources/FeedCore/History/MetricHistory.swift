/// The past of one metric: minutes for about a day, hours for two months, days for two years.
///
/// Bounded by number, not by age, so that no jump of the clock throws anything away: the oldest
/// minutes become an hour when there are too many, the oldest hours a day, the oldest days go.
package struct MetricHistory: Hashable, Sendable {
  /// A bucket at its place in time.
  package struct Entry: Hashable, Sendable {
    package var start: WallTime
    package var bucket: HistoryBucket
  }

  /// As many buckets of each length are kept.
  package static func limit(of resolution: HistoryRecord.Resolution) -> Int {
    switch resolution {
    case .minute: 1440
    case .hour: 1488
    case .day: 732
    }
  }

  /// From the oldest, each start once.
  private var minutes: [Entry] = []
  private var hours: [Entry] = []
  private var days: [Entry] = []

  package init() {}

  package var isEmpty: Bool { minutes.isEmpty && hours.isEmpty && days.isEmpty }

  /// The start of the newest bucket.
  package var newest: WallTime? {
    [minutes.last, hours.last, days.last].compactMap { $0?.start }.max()
  }

  /// The newest value of all.
  package var lastValue: Double? {
    [minutes.last, hours.last, days.last].compactMap(\.self).max { $0.start < $1.start }?
      .bucket.last
  }

  package func entries(of resolution: HistoryRecord.Resolution) -> [Entry] {
    switch resolution {
    case .minute: minutes
    case .hour: hours
    case .day: days
    }
  }

  // MARK: Growing

  /// Takes in a bucket; one that is there already takes it in as the later part of it.
  ///
  /// - Complexity: O(1) for the newest, else O(*n*).
  package mutating func add(
    _ bucket: HistoryBucket, at start: WallTime, _ resolution: HistoryRecord.Resolution
  ) {
    switch resolution {
    case .minute: Self.add(bucket, at: start, to: &minutes)
    case .hour: Self.add(bucket, at: start, to: &hours)
    case .day: Self.add(bucket, at: start, to: &days)
    }
  }

  private static func add(
    _ bucket: HistoryBucket, at start: WallTime, to entries: inout [Entry]
  ) {
    var low = 0
    var high = entries.count
    if let last = entries.last, last.start < start { low = high }
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start < start { low = middle + 1 } else { high = middle }
    }
    if low < entries.count, entries[low].start == start {
      entries[low].bucket.merge(bucket)
    } else {
      entries.insert(Entry(start: start, bucket: bucket), at: low)
    }
  }

  // MARK: Shrinking

  /// Makes coarser buckets of the oldest ones until no limit is passed.
  ///
  /// All minutes of an hour go into it at once, and all hours of a day, by local time.
  package mutating func compact(in zone: LocalZone) {
    Self.move(&minutes, into: &hours, limit: Self.limit(of: .minute)) { zone.startOfHour(at: $0) }
    Self.move(&hours, into: &days, limit: Self.limit(of: .hour)) { start in
      zone.start(of: zone.date(at: start))
    }
    days.removeFirst(max(days.count - Self.limit(of: .day), 0))
  }

  private static func move(
    _ fine: inout [Entry], into coarse: inout [Entry], limit: Int,
    _ home: (WallTime) -> WallTime
  ) {
    guard fine.count > limit else { return }
    var moved = fine.count - limit
    // The rest of the last one's hour or day goes with it.
    let last = home(fine[moved - 1].start)
    while moved < fine.count, home(fine[moved].start) == last { moved += 1 }
    for entry in fine[..<moved] { add(entry.bucket, at: home(entry.start), to: &coarse) }
    fine.removeFirst(moved)
  }

  // MARK: Asking

  /// All that was between `start` and `end`, the buckets that begin there, as one.
  package func bucket(from start: WallTime, to end: WallTime) -> HistoryBucket {
    var all: [Entry] = []
    for entries in [days, hours, minutes] {
      let first = Self.index(of: start, in: entries)
      all += entries[first..<max(Self.index(of: end, in: entries), first)]
    }
    // The newest value is the last of them in time, whatever its bucket's length.
    all.sort { $0.start < $1.start }
    return all.reduce(into: HistoryBucket()) { $0.merge($1.bucket) }
  }

  /// How many entries begin before `moment`.
  private static func index(of moment: WallTime, in entries: [Entry]) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].start < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
