import CLinux
import Glibc

/// An option that a command line may hold.
package struct OptionSpecification: Hashable, Sendable {
  /// Without the dashes.
  package let name: String
  /// The one-letter form; nil for none.
  package let letter: Character?
  /// What the argument is called in help; nil for an option without one.
  package let argument: String?
  /// One line for people.
  package let about: String

  package init(_ name: String, _ letter: Character? = nil, argument: String? = nil, about: String) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.about = about
  }
}

/// Why a command line cannot be understood.
package struct OptionProblem: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A command line taken apart by `getopt_long`.
package struct ParsedOptions: Hashable, Sendable {
  /// The argument of each option that was given, empty for those without one; the last wins.
  package private(set) var values: [String: String] = [:]
  /// What is no option, in order; all that follows `--`.
  package private(set) var operands: [String] = []

  /// - Throws: OptionProblem for an unknown option or a missing argument.
  package init(
    _ arguments: [String], _ specifications: [OptionSpecification],
    numbersAreOperands: Bool = false
  ) throws(OptionProblem) {
    let arguments = numbersAreOperands ? arguments.map(Self.hidden) : arguments
    // getopt wants the program's name first, and permutes the pointers.
    var pointers: [UnsafeMutablePointer<CChar>?] = (["odobar"] + arguments).map { strdup($0) }
    let owned = pointers
    pointers.append(nil)
    let names = specifications.map { strdup($0.name) }
    defer { for pointer in owned + names { free(pointer) } }
    var letters = ":"
    var table: [odobar_option] = []
    for (index, specification) in specifications.enumerated() {
      if let letter = specification.letter {
        letters += "\(letter)\(specification.argument == nil ? "" : ":")"
      }
      table.append(
        odobar_option(
          name: names[index], takes_argument: specification.argument == nil ? 0 : 1,
          value: Int32(1000 + index)))
    }
    odobar_begin_options()
    while true {
      let value = odobar_next_option(
        Int32(arguments.count + 1), pointers, letters, table, table.count)
      if value == -1 { break }
      let index = Int(odobar_option_index())
      guard let found = Self.specification(value, specifications) else {
        throw Self.problem(value, pointers, index)
      }
      values[found.name] = odobar_option_argument().map { String(cString: $0) } ?? ""
    }
    operands = pointers[Int(odobar_option_index())...].compactMap { pointer in
      pointer.map { Self.shown(String(cString: $0)) }
    }
  }

  /// Stands before a word that getopt would take for an option.
  private static let veil = "\u{1}"

  private static func hidden(_ word: String) -> String {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return word }
    return second.isNumber || second == "." ? veil + word : word
  }

  private static func shown(_ word: String) -> String {
    word.hasPrefix(veil) ? String(word.dropFirst()) : word
  }

  private static func specification(
    _ value: Int32, _ specifications: [OptionSpecification]
  ) -> OptionSpecification? {
    if value >= 1000 { return specifications[Int(value) - 1000] }
    return specifications.first { $0.letter?.asciiValue.map(Int32.init) == value }
  }

  private static func problem(
    _ value: Int32, _ pointers: [UnsafeMutablePointer<CChar>?], _ index: Int
  ) -> OptionProblem {
    let letter = odobar_wrong_option()
    let isLetter = letter > 0 && letter < 1000
    let last = pointers[max(index - 1, 0)].map { String(cString: $0) } ?? ""
    let name = isLetter ? "-\(Character(UnicodeScalar(UInt8(letter))))" : last
    return OptionProblem(
      value == Int32(UInt8(ascii: ":"))
        ? "option '\(name)' needs an argument" : "unknown option '\(name)'")
  }
}
