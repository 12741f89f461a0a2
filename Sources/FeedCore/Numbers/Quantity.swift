/// A number as it was reported: integers stay exact to the ends of Int64.
package enum Quantity: Hashable, Sendable {
  case integer(Int64)
  case real(Double)

  /// The nearest double.
  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// False for NaN and the infinities.
  package var isFinite: Bool { double.isFinite }

  /// A real number that is whole and fits becomes an integer; −0 becomes 0.
  package var normalized: Quantity {
    guard case .real(let value) = self, let exact = Int64(exactly: value) else { return self }
    return .integer(exact)
  }

  /// As programs read it: without a fraction that says nothing.
  package var plain: String {
    switch normalized {
    case .integer(let whole): String(whole)
    case .real(let real): "\(real)"
    }
  }

  /// −1, 0 or 1: how `other` compares to this; 0 when either is not a number.
  package func direction(to other: Quantity) -> Int {
    if case .integer(let from) = self, case .integer(let to) = other {
      return from == to ? 0 : (from < to ? 1 : -1)
    }
    return double == other.double
      ? 0 : (double < other.double ? 1 : (double > other.double ? -1 : 0))
  }
}

/// What a field or metric holds at one moment.
package enum Reading: Hashable, Sendable {
  case number(Quantity)
  case text(String)
  /// Nothing has been reported yet, or the source says that there is nothing.
  case missing

  package var quantity: Quantity? {
    if case .number(let quantity) = self { return quantity }
    return nil
  }

  /// Texts are the same only if their bytes are: how an accent is written may be seen.
  package static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one == other
    case (.text(let one), .text(let other)): one.isSpelled(like: other)
    case (.missing, .missing): true
    default: false
    }
  }
}
