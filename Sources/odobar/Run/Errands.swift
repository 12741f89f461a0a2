import FeedSystem

/// Programs that are run once, for what they print.
final class Errands {
  private struct Errand {
    let child: Child
    var printed: [UInt8] = []
    let answer: ([UInt8]) -> Void
  }

  private let watches: Watches
  private let children: Children
  private var errands: [Int32: Errand] = [:]
  /// Nothing that is asked for is longer.
  private static let limit = 1 << 16

  init(_ watches: Watches, _ children: Children) {
    self.watches = watches
    self.children = children
  }

  /// Runs a program; `answer` is called at the end of its output, not at all if it cannot be run.
  func run(
    _ arguments: [String], environment: [String], _ answer: @escaping ([UInt8]) -> Void
  ) {
    let command = Command(arguments, environment: environment, input: .null, errors: .null)
    guard let child = try? children.spawn(command), let output = child.output else { return }
    errands[output.number] = Errand(child: child, answer: answer)
    watches.watch(output.number, for: .readable) { [unowned self] in read($0.number) }
  }

  private func read(_ number: Int32) {
    guard let output = errands[number]?.child.output else { return }
    var bytes: [UInt8] = []
    let result = try? output.read(into: &bytes, limit: Self.limit)
    errands[number]?.printed += bytes
    switch result {
    case .drained, .more:
      if errands[number].map({ $0.printed.count <= Self.limit }) ?? false { return }
    case .ended, nil: break
    }
    guard let errand = errands.removeValue(forKey: number) else { return }
    watches.forget(number)
    errand.child.closePipes()
    errand.answer(errand.printed)
  }
}
