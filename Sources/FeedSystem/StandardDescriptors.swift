import CLinux
import Glibc

/// The descriptors 0, 1 and 2.
package enum StandardDescriptors {
  /// Whether one of them is open; to be asked before `ensure()`.
  package static func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

  /// Opens `/dev/null` for those that are closed, so that no other file gets their numbers.
  ///
  /// To be called before anything else is opened.
  package static func ensure() throws(SystemCallError) {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one, as those below are open.
      let opened = try checked("open") { odobar_open("/dev/null", O_RDWR) }
      // Children inherit these.
      try checked("fcntl") { fcntl(opened, F_SETFD, 0) }
    }
  }

  /// Closes all others, but those that these words name: `/dev/fd/63`, `/proc/self/fd/3`.
  ///
  /// Bars start their commands with whatever they have open, such as the other ends of their other
  /// commands' pipes: who keeps those open never lets a reader be gone. To be called before anything
  /// is opened.
  package static func closeOthers(but words: [String]) {
    let kept = Set(words.flatMap(numbers)).filter { $0 > 2 }.sorted()
    var first: Int32 = 3
    for number in kept {
      odobar_close_range(first, number - 1)
      first = number + 1
    }
    odobar_close_range(first, .max)
  }

  private static func numbers(in word: String) -> [Int32] {
    ["/dev/fd/", "/proc/self/fd/"].compactMap { prefix in
      guard let range = word.firstRange(of: prefix) else { return nil }
      return Int32(word[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
  }

  /// Standard input, to be read without blocking and without changing it for others.
  package static func input() -> Descriptor { Descriptor(borrowing: 0).reopenedForReading() }

  /// Standard output as it is, for a `FeedWriter`.
  package static func output() -> Descriptor { Descriptor(borrowing: 1) }
}
