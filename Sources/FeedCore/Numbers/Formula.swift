/// A number that is computed from others: `tickets * 24`, `round(max(net.rx, net.tx) / 1000, 1)`.
package struct Formula: Hashable, Sendable {
  /// A metric, or a field of a source, by name.
  package struct Reference: Hashable, Sendable {
    /// The metric's name; the source's where there is a field.
    package var name: String
    package var field: String?

    package init(name: String, field: String? = nil) {
      self.name = name
      self.field = field
    }
  }

  /// What is done to a stack of numbers, one after the other (reverse Polish notation).
  enum Step: Hashable, Sendable {
    case number(Quantity)
    /// By its place in `references`.
    case reference(Int)
    case negate
    case add
    case subtract
    case multiply
    case divide
    case call(Function, count: Int)
  }

  enum Function: String, Hashable, Sendable, CaseIterable {
    case min
    case max
    case round
  }

  /// What it is computed from, each once, in the order of the text.
  package let references: [Reference]
  /// Where each of them stands first, in Unicode scalars from the start of the text.
  package let offsets: [Int]
  let steps: [Step]

  /// How many decimals the results have; nil where that is a matter of the values.
  package var decimals: Int? {
    switch steps.last {
    case .call(.round, count: 1): return 0
    case .call(.round, count: 2):
      guard case .number(.integer(let decimals)) = steps[steps.count - 2] else { return nil }
      return Int(min(max(decimals, 0), 9))
    default: return steps.contains(.divide) ? 2 : nil
    }
  }

  /// The result, given the value of each reference; nil when one is missing, for a division by
  /// zero, and for what is beyond all doubles.
  package func value(_ value: (Reference) -> Quantity?) -> Quantity? {
    var stack: [Quantity] = []
    for step in steps {
      let result: Quantity?
      switch step {
      case .number(let number): result = number
      case .reference(let index): result = value(references[index])
      case .negate: result = stack.popLast().map { .integer(0) - $0 }
      case .add: result = Self.combine(&stack, +)
      case .subtract: result = Self.combine(&stack, -)
      case .multiply: result = Self.combine(&stack, *)
      case .divide: result = Self.combine(&stack, /)
      case .call(let function, let count):
        result = function.result(of: Array(stack.suffix(count)))
        stack.removeLast(count)
      }
      guard let result, result.isFinite else { return nil }
      stack.append(result.normalized)
    }
    return stack.last
  }

  private static func combine(
    _ stack: inout [Quantity], _ operation: (Quantity, Quantity) -> Quantity?
  ) -> Quantity? {
    guard let right = stack.popLast(), let left = stack.popLast() else { return nil }
    return operation(left, right)
  }
}

extension Formula.Function {
  /// How many values it takes.
  var arity: ClosedRange<Int> {
    switch self {
    case .min, .max: 1...Int.max
    case .round: 1...2
    }
  }

  /// How it is written, for hints.
  var usage: String {
    switch self {
    case .min, .max: "\(rawValue)(a, b)"
    case .round: "round(a) or round(a, 2)"
    }
  }

  fileprivate func result(of values: [Quantity]) -> Quantity? {
    switch self {
    case .min: return values.min()
    case .max: return values.max()
    case .round:
      let decimals = values.count > 1 ? values[1].double : 0
      return values.first?.rounded(decimals: Int(Swift.min(Swift.max(decimals, 0), 15)))
    }
  }
}
