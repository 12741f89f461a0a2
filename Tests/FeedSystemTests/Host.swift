import FeedSystem
import Foundation
import Testing

/// The host program, run as a child, and what it says.
final class Host {
  /// Where it is: beside the test bundle.
  static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "SystemHost").path

  let children = Children()
  let child: Child
  private let output: Descriptor

  /// Runs it, with these variables in the place of its own; it ends when the value goes, if not
  /// before.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let inherited = Environment.current.entries.filter { entry in
      environment[String(entry.prefix { $0 != "=" })] == nil
    }
    // Not bound to this process: then it is this test, not a guard, that ends it.
    child = try children.spawn(
      Command(
        [Self.program] + arguments,
        environment: inherited + environment.map { "\($0.key)=\($0.value)" }, errors: .inherited,
        isDetached: true))
    output = try #require(child.output)
  }

  deinit {
    child.signalGroup(.kill)
    children.end(of: child)
  }

  /// The next line that it says.
  func line(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try output.readLine(sourceLocation: sourceLocation)
  }

  /// The number in the next line, which has to start with a word.
  func number(
    after word: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int32 {
    let words = try line(sourceLocation: sourceLocation).split(separator: " ")
    try #require(words.first.map(String.init) == word, sourceLocation: sourceLocation)
    return try #require(words.last.flatMap { Int32($0) }, sourceLocation: sourceLocation)
  }

  /// Signals it alone.
  func signal(_ signal: Signal) {
    kill(child.pid, signal.rawValue)
  }

  /// Takes its exit status, waiting for it.
  func end(sourceLocation: SourceLocation = #_sourceLocation) -> ChildStatus? {
    children.end(of: child, sourceLocation: sourceLocation)
    return child.status
  }
}
