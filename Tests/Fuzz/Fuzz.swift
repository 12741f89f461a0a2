import Foundation
import Glibc

#if !LIBFUZZER
/// Gives each target random inputs, made from its seeds and words, and looks at what it takes.
///
/// Input N of a target is the same in every run, so a number is all that a report needs.
@main
struct Fuzz {
  private static let usage = """
    usage: Fuzz [--seconds N] [--from N] [TARGET …]   gives each target inputs for so long
           Fuzz --input N TARGET                      gives one input again, and prints it

    targets:
    \(FuzzTarget.all.map { "  \($0.name)  \($0.summary)" }.joined(separator: "\n"))
    """

  static func main() {
    var words = CommandLine.arguments.dropFirst()
    var (seconds, from, input): (Double, UInt64, UInt64?) = (10, 0, nil)
    var isChild = false
    var targets: [FuzzTarget] = []
    while let word = words.popFirst() {
      switch word {
      case "--seconds": seconds = words.popFirst().flatMap { Double($0) } ?? seconds
      case "--from": from = words.popFirst().flatMap { UInt64($0) } ?? from
      case "--input": input = words.popFirst().flatMap { UInt64($0) }
      case "--child": isChild = true
      default:
        guard let target = FuzzTarget.all.first(where: { $0.name == word }) else {
          print(usage)
          exit(word == "--help" ? 0 : 64)
        }
        targets.append(target)
      }
    }
    if let input, let target = targets.first {
      let bytes = Inputs(target)[input]
      print(String(decoding: bytes, as: UTF8.self).debugDescription)
      target.run(bytes)
    } else if isChild, let target = targets.first {
      Hammer(target, from: from).run(for: seconds)
    } else {
      exit(supervise(targets.isEmpty ? FuzzTarget.all : targets, for: seconds, from: from))
    }
  }

  /// Each target has a process of its own, which may trap.
  private static func supervise(
    _ targets: [FuzzTarget], for seconds: Double, from: UInt64
  ) -> Int32 {
    var failures: Int32 = 0
    for target in targets {
      let child = Process()
      child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      child.arguments = ["--child", "--seconds", "\(seconds)", "--from", "\(from)", target.name]
      child.environment = ["SWIFT_BACKTRACE": "enable=no", "HOME": "/nonexistent"]
      guard (try? child.run()) != nil else { return 70 }
      child.waitUntilExit()
      guard child.terminationReason != .exit || child.terminationStatus != 0 else { continue }
      failures += 1
      let last = Progress(target).last
      print("\(target.name): failed at input \(last): 'Fuzz --input \(last) \(target.name)'")
    }
    return failures == 0 ? 0 : 1
  }
}
#else
private let chosen = FuzzTarget.all.first {
  $0.name == ProcessInfo.processInfo.environment["FUZZ_TARGET"]
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// What libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
func takeInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// The name that the package manager gives a program's start; libFuzzer brings one of its own.
@_cdecl("Fuzz_main")
func start(_ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  var (count, words) = (count, words)
  return runDriver(&count, &words, takeInput)
}
#endif
