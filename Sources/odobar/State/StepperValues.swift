import FeedConfig
import FeedCore
import FeedSystem

/// The values of the steppers of one config, from one run to the next.
///
/// Each has a file of its own, named like its metric: two programs with one config do not undo each
/// other's values, and a damaged file is that of one stepper. The value of a metric that is no
/// longer there stays for the day when it comes back.
final class StepperValues {
  private let folder: StateFolder
  /// Steppers whose value nothing else knows.
  private let names: [String]
  /// Who is told what goes wrong.
  var complain: (String) -> Void = { _ in }
  private var hasComplained = false

  /// A value has fewer digits than this.
  private static let limit = 256

  /// nil where there is nothing to keep, or no place to keep it in.
  init?(of loaded: ConfigLoader.Loaded, environment: Environment) {
    names = loaded.configuration.metrics
      .filter { $0.stepper != nil && $0.source == nil }.map(\.name)
    guard !names.isEmpty, let file = loaded.file,
      let folder = StateFolder(config: file, environment: environment)
    else { return nil }
    self.folder = folder
  }

  /// What was kept, by name of the metric; whatever cannot be read is left out.
  func load() -> [String: Quantity] {
    var values: [String: Quantity] = [:]
    for name in names {
      do throws(FileReadError) {
        guard let bytes = try folder.contents(of: Self.file(of: name), limit: Self.limit) else {
          continue
        }
        let text = String(decoding: bytes.filter { $0 != 10 }, as: UTF8.self)
        if let value = try? NumberParser.parse(text), value.isFinite {
          values[name] = value
        } else {
          tell("the kept value of '\(name)' is no number", file: name)
        }
      } catch {
        tell("the kept value of '\(name)' cannot be read: \(error)", file: name)
      }
    }
    return values
  }

  /// Puts the values in the place of the old ones.
  func keep(_ values: [String: Quantity]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      do throws(SystemCallError) {
        try folder.replace(Self.file(of: name), with: Array("\(value.plain)\n".utf8))
      } catch {
        tell("the value of '\(name)' cannot be kept: \(error.reason)", file: name)
      }
    }
  }

  private static func file(of name: String) -> String { "steppers/\(name)" }

  /// Once: a bar that cannot keep a value is a bar all the same.
  private func tell(_ message: String, file name: String) {
    guard !hasComplained else { return }
    hasComplained = true
    complain("\(message) (\(folder.path)/\(Self.file(of: name)))")
  }
}
