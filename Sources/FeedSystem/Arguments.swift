import CLinux

/// The words that this process was started with.
package enum Arguments {
  /// The program's own name comes first.
  package static let all: [String] = {
    // Swift reads them from /proc, which need not be there.
    var words: UnsafePointer<UnsafeMutablePointer<CChar>?>?
    let count = odobar_arguments(&words)
    guard let words, count > 0 else { return CommandLine.arguments }
    return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
  }()
}
