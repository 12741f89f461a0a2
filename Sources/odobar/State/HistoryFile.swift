import FeedCore
import FeedSystem

/// The file in which the past of a config's metrics is kept, and who may write it.
///
/// Of all feeds of a config one writes, whichever is first; the others only read. Nothing that goes
/// wrong here hurts a feed: it is told once.
final class HistoryFile {
  private let folder: StateFolder
  private let known: Set<HistoryKey>
  private let zone: LocalZone
  /// Who is told what goes wrong.
  var complain: (Diagnostic) -> Void = { _ in }
  private var lock: FileLock?
  private var hasComplained = false
  /// The file is none of ours.
  private var isForeign = false
  /// How long it may become before it is compacted; nil: it has not been looked at.
  private var sizeLimit: Int?

  private static let name = "history"
  /// Longer than any that this program writes.
  private static let readLimit = 1 << 26

  init(_ folder: StateFolder, known: Set<HistoryKey>, zone: LocalZone) {
    self.folder = folder
    self.known = known
    self.zone = zone
  }

  /// All that has been kept; nothing where nothing can be read.
  func records() -> [HistoryRecord] {
    do throws(FileReadError) {
      return try contents().records
    } catch {
      tell("cannot read '\(folder.path)/\(Self.name)': \(error)")
      return []
    }
  }

  /// Appends records, if it is this process that writes.
  func append(_ records: [HistoryRecord]) {
    guard !isForeign else { return }
    do throws(SystemCallError) {
      try folder.make()
      guard try takeLock() else { return }
      if sizeLimit == nil { try compact() }
      guard !isForeign else { return }
      let size = try folder.append(
        records.flatMap { HistoryLog.bytes(of: $0) }, to: Self.name, header: HistoryLog.header)
      if let sizeLimit, size > sizeLimit { try compact() }
    } catch {
      tell("cannot write '\(folder.path)/\(Self.name)': \(error.reason)")
    }
  }

  private func takeLock() throws(SystemCallError) -> Bool {
    if lock == nil { lock = try FileLock("\(folder.path)/\(Self.name).lock") }
    return lock != nil
  }

  private func contents() throws(FileReadError) -> HistoryLog.Contents {
    guard let bytes = try folder.contents(of: Self.name, limit: Self.readLimit) else {
      return HistoryLog.Contents()
    }
    let contents = HistoryLog.read(bytes)
    if contents.isForeign {
      isForeign = true
      tell(
        "'\(folder.path)/\(Self.name)' is of another version, or no history: it is left alone",
        hint: "move it away to begin a new one")
    }
    return contents
  }

  /// Replaces the file by one with coarser buckets, where there are enough to be made coarser.
  private func compact() throws(SystemCallError) {
    let contents: HistoryLog.Contents
    do throws(FileReadError) {
      contents = try self.contents()
    } catch {
      if case .system(let cause) = error { throw cause }
      isForeign = true
      return tell("'\(folder.path)/\(Self.name)' is \(error): it is left alone")
    }
    guard !isForeign else { return }
    var book = HistoryBook(contents.records)
    book.compact(in: zone, known: known)
    let records = book.records
    // A day's minutes more, and it is worth its while.
    let room = max(known.count, 1) * MetricHistory.limit(of: .minute)
    sizeLimit = HistoryLog.recordSize * (1 + records.count + room)
    guard contents.damagedBytes > 0 || contents.records.count > records.count + room / 2 else {
      return
    }
    try folder.replace(
      Self.name, with: HistoryLog.header + records.flatMap { HistoryLog.bytes(of: $0) })
  }

  private func tell(_ message: String, hint: String? = nil) {
    guard !hasComplained else { return }
    hasComplained = true
    complain(Diagnostic("history: \(message)", hint: hint, severity: .warning))
  }
}
