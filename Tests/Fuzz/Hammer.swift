import Foundation
import Glibc

/// The inputs of a target, by number.
struct Inputs {
  private let target: FuzzTarget
  private let seeds: [[UInt8]]

  /// The seeds are the files in `Seeds/TARGET`, in the order of their names.
  init(_ target: FuzzTarget) {
    self.target = target
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Seeds/\(target.name)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files = names.sorted().compactMap { try? Data(contentsOf: folder.appending(path: $0)) }
    seeds =
      files.map { Array($0) } + target.samples
      + [[], target.words.flatMap { Array($0.utf8) }]
  }

  /// A seed with random damage.
  subscript(number: UInt64) -> [UInt8] {
    var dice = Dice(state: number)
    var bytes = seeds[Int.random(in: seeds.indices, using: &dice)]
    for _ in 0..<(1 << Int.random(in: 0...5, using: &dice)) {
      let place = Int.random(in: 0...bytes.count, using: &dice)
      let end = min(place + Int.random(in: 0...12, using: &dice), bytes.count)
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: bytes.insert(.random(in: 0...255, using: &dice), at: place)
      case 1: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &dice) }
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: if Int.random(in: 0..<8, using: &dice) == 0 { bytes.removeSubrange(place...) }
      case 5:
        let other = seeds[Int.random(in: seeds.indices, using: &dice)]
        let start = Int.random(in: 0...other.count, using: &dice)
        bytes.insert(contentsOf: other[start...].prefix(40), at: place)
      default:
        bytes.replaceSubrange(
          place..<(Bool.random(using: &dice) ? place : end),
          with: Array((target.words.randomElement(using: &dice) ?? "").utf8))
      }
    }
    return bytes
  }

  /// SplitMix64.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }
}

/// The number of the present input, where another process finds it whatever becomes of this one.
struct Progress {
  private let place: UnsafeMutablePointer<UInt64>?

  init(_ target: FuzzTarget) {
    let file = open("/dev/shm/odobar-fuzz-\(getuid())-\(target.name)", O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    guard file >= 0, ftruncate(file, 8) == 0,
      let map = mmap(nil, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), map != MAP_FAILED
    else {
      place = nil
      return
    }
    place = map.bindMemory(to: UInt64.self, capacity: 1)
  }

  var last: UInt64 { place?.pointee ?? 0 }

  func note(_ number: UInt64) { place?.pointee = number }
}

/// Gives a target one input after another, and looks at time and memory.
struct Hammer {
  /// Longer than anything but a hang takes, on a slow machine too.
  private static let longest = Duration.seconds(5)

  private let target: FuzzTarget
  private let first: UInt64

  init(_ target: FuzzTarget, from: UInt64) {
    self.target = target
    first = from
  }

  func run(for seconds: Double) {
    let (inputs, progress, clock) = (Inputs(target), Progress(target), ContinuousClock())
    let start = clock.now
    let end = start + .seconds(seconds)
    var (number, slowest): (UInt64, Duration) = (first, .zero)
    var memory: Int?
    while true {
      let begin = clock.now
      if begin >= end { break }
      progress.note(number)
      target.run(inputs[number])
      let time = clock.now - begin
      slowest = max(slowest, time)
      require(time < Self.longest, "\(target.name): input \(number) took \(time)")
      number += 1
      // What is there once and for all is there by then.
      if memory == nil, begin - start > (end - start) / 3 { memory = Self.memory }
    }
    let (before, after, count) = (memory ?? 0, Self.memory, number - first)
    let name = target.name.padding(toLength: 10, withPad: " ", startingAt: 0)
    print(
      "\(name) \(count) inputs, \(Int(Double(count) / seconds))/s, slowest \(slowest.milliseconds) ms,"
        + " memory \(before) to \(after) KiB")
    require(after - before < 16_384, "\(target.name): memory grows")
  }

  /// The memory that this process keeps, in KiB.
  private static var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return Int(line?.filter(\.isNumber) ?? "") ?? 0
  }
}

extension Duration {
  fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}
