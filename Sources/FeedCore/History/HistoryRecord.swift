/// One bucket of one metric, as it is kept in a file.
package struct HistoryRecord: Hashable, Sendable {
  /// How long a bucket is.
  package enum Resolution: UInt8, Hashable, Sendable, CaseIterable {
    case minute
    case hour
    case day
  }

  /// Names the metric.
  package var key: HistoryKey
  package var resolution: Resolution
  /// The bucket's first moment.
  package var start: WallTime
  package var bucket: HistoryBucket

  package init(
    key: HistoryKey, resolution: Resolution, start: WallTime, bucket: HistoryBucket
  ) {
    self.key = key
    self.resolution = resolution
    self.start = start
    self.bucket = bucket
  }
}

/// Stands for a metric's name in a record: a hash, so that all records have one size.
///
/// *Source:* G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a, 64 bits.
package struct HistoryKey: Hashable, Sendable, Comparable {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }

  package init(_ name: String) {
    number = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }

  package static func < (left: HistoryKey, right: HistoryKey) -> Bool {
    left.number < right.number
  }
}
