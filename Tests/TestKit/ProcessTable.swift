import Foundation
import Glibc

/// What the kernel tells of processes.
package enum ProcessTable {
  /// All processes.
  private static var all: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }
  }

  /// Those that have this text in their environment; one that has ended and is only not waited
  /// for has no environment.
  package static func processes(marked mark: String) -> [Int32] {
    let wanted = Data(mark.utf8)
    return all.filter { process in
      file("environ", of: process)?.range(of: wanted) != nil
    }
  }

  /// The process's children, their children and so on.
  package static func descendants(of process: Int32) -> [Int32] {
    let parents = all.compactMap { child in
      statistics(of: child).flatMap { Int32($0[1]) }.map { (child, $0) }
    }
    var found: [Int32] = []
    var unseen = [process]
    while let parent = unseen.popLast() {
      let children = parents.filter { $0.1 == parent }.map(\.0)
      found += children
      unseen += children
    }
    return found
  }

  /// The words that it was started with.
  package static func commandLine(of process: Int32) -> [String] {
    let words = file("cmdline", of: process)?.split(separator: 0) ?? []
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The memory that it alone has and has written to, in KiB.
  package static func privateMemory(of process: Int32) -> Int? {
    value(of: "Private_Dirty", in: "smaps_rollup", of: process)
      .flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// Whether the process is there and not just waiting to be waited for.
  package static func isAlive(_ process: Int32) -> Bool {
    statistics(of: process).map { $0[0] != "Z" && $0[0] != "X" } ?? false
  }

  /// Page faults of its children that have ended: 0 as long as it has not had any.
  package static func faultsOfChildren(of process: Int32) -> Int? {
    statistics(of: process).flatMap { $0.count > 8 ? Int($0[8]) : nil }
  }

  /// The letter that stands for what the process does: `S` sleeps, `T` is stopped.
  package static func state(of process: Int32) -> String? {
    statistics(of: process).map { String($0[0]) }
  }

  /// The numbers of its open descriptors.
  package static func descriptors(of process: Int32) -> [Int32] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    return (names ?? []).compactMap { Int32($0) }.sorted()
  }

  /// The flags of the open file behind a descriptor, as the kernel writes them.
  package static func flags(of descriptor: Int32, in process: Int32) -> String? {
    value(of: "flags", in: "fdinfo/\(descriptor)", of: process)
  }

  /// The memory that the process keeps, in KiB.
  package static func memory(of process: Int32) -> Int? {
    value(of: "VmRSS", in: "status", of: process)
      .flatMap { Int($0.prefix { $0.isNumber }) }
  }

  /// Whether a signal does nothing to it, or waits to be taken.
  package static func ignores(_ signal: Int32, process: Int32) -> Bool {
    ["SigIgn", "SigBlk"].contains { key in
      let mask = value(of: key, in: "status", of: process).flatMap { UInt64($0, radix: 16) } ?? 0
      return mask & (1 << UInt64(signal - 1)) != 0
    }
  }

  /// How long it has had a processor, in hundredths of a second.
  package static func processorTime(of process: Int32) -> Int? {
    statistics(of: process).flatMap { fields in
      guard fields.count > 12, let own = Int(fields[11]), let system = Int(fields[12]) else {
        return nil
      }
      return own + system
    }
  }

  /// How often it has waited for something.
  package static func waits(of process: Int32) -> Int? {
    value(of: "voluntary_ctxt_switches", in: "status", of: process).flatMap { Int($0) }
  }

  private static func value(of key: String, in name: String, of process: Int32) -> String? {
    guard let data = file(name, of: process) else { return nil }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == key else { continue }
      return parts[1].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  /// The fields of `stat` that follow the program's name: state, parent and so on.
  private static func statistics(of process: Int32) -> [Substring]? {
    guard let data = file("stat", of: process) else { return nil }
    let fields = String(decoding: data, as: UTF8.self)
      .components(separatedBy: ") ").last?.split(separator: " ")
    guard let fields, fields.count > 1 else { return nil }
    return fields
  }

  private static func file(_ name: String, of process: Int32) -> Data? {
    FileManager.default.contents(atPath: "/proc/\(process)/\(name)")
  }
}
