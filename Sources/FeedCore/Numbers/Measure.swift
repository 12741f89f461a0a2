/// A number with a unit, in the base of that unit: `1.5MiB` is 1572864 bytes.
package struct Measure: Hashable, Sendable {
  /// What a number counts; raw values are the names that manifests use.
  package enum Unit: String, Hashable, Sendable, CaseIterable {
    case none
    case percent
    case bytes
    case bytesPerSecond = "bytes_per_second"
    case seconds
    case watts
    case celsius
  }

  package var quantity: Quantity
  package var unit: Unit

  package init(_ quantity: Quantity, _ unit: Unit = .none) {
    self.quantity = quantity
    self.unit = unit
  }
}

extension NumberParser {
  /// The number with or without a unit that `text` is: `42`, `120kB`, `1.5 MiB/s`, `42%`, `300ms`.
  ///
  /// Units are those of thresholds and of plugins alike. `kB`, `KB` and `MB` are powers of 1000,
  /// `KiB` and `MiB` of 1024; one blank may come before a unit.
  /// - Throws: why it is none.
  package static func parseWithUnit(_ text: String) throws(Problem) -> Measure {
    let bytes = Array(text.utf8)
    guard let end = endOfNumber(in: bytes) else { throw problem(with: bytes) }
    // The number is ASCII, so its bytes are whole characters.
    let number = String(decoding: bytes[..<end], as: UTF8.self)
    let rest = String(decoding: bytes[end...], as: UTF8.self)
    if rest.isEmpty { return Measure(quantity(number)) }
    let name = rest.first == " " ? String(rest.dropFirst()) : rest
    guard let unit = units[name] else { throw unitProblem(name, in: bytes) }
    return Measure(scaled(number, by: unit), unit.base)
  }

  /// The names of units that are understood, in order.
  package static var unitNames: [String] { units.keys.sorted() }

  private static func unitProblem(_ name: String, in bytes: [UInt8]) -> Problem {
    let problem = problem(with: bytes)
    if problem == .decimalComma || problem == .hexadecimal { return problem }
    let isUnit = !name.isEmpty && name.allSatisfy { $0.isLetter || "%°/".contains($0) }
    return isUnit ? .unknownUnit(name) : problem
  }

  private struct Scale {
    let base: Measure.Unit
    /// The unit is 10 to this power, times `factor`.
    var tens = 0
    var factor: Int64 = 1
  }

  /// Powers of ten go into the text's exponent, so that `1.005kB` is 1005 and not a little less.
  private static func scaled(_ number: String, by unit: Scale) -> Quantity {
    let value: Quantity
    if unit.tens == 0 {
      value = quantity(number)
    } else if let integer = Int64(number), unit.tens > 0 {
      let product = integer.multipliedReportingOverflow(by: power(of: 10, unit.tens))
      value =
        product.overflow
        ? .real(Double("\(integer)e\(unit.tens)") ?? .nan) : .integer(product.partialValue)
    } else {
      value = shifted(number, by: unit.tens)
    }
    guard unit.factor != 1 else { return value.normalized }
    if case .integer(let integer) = value {
      let product = integer.multipliedReportingOverflow(by: unit.factor)
      if !product.overflow { return .integer(product.partialValue) }
    }
    return Quantity.real(value.double * Double(unit.factor)).normalized
  }

  /// `number` times 10 to the power of `tens`, rounded once.
  private static func shifted(_ number: String, by tens: Int) -> Quantity {
    let parts = number.lowercased().split(separator: "e", maxSplits: 1)
    let exponent = parts.count > 1 ? Int(parts[1]) : 0
    // An exponent beyond Int means zero or infinity, whatever the unit.
    guard let exponent, exponent.magnitude < 1_000_000 else { return quantity(number) }
    return .real(Double("\(parts[0])e\(exponent + tens)") ?? quantity(number).double)
  }

  private static func power(of base: Int64, _ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  private static let units: [String: Scale] = {
    var units: [String: Scale] = [
      "%": Scale(base: .percent),
      "ns": Scale(base: .seconds, tens: -9),
      "us": Scale(base: .seconds, tens: -6),
      "µs": Scale(base: .seconds, tens: -6),
      "μs": Scale(base: .seconds, tens: -6),
      "ms": Scale(base: .seconds, tens: -3),
      "s": Scale(base: .seconds),
      "m": Scale(base: .seconds, factor: 60),
      "min": Scale(base: .seconds, factor: 60),
      "h": Scale(base: .seconds, factor: 3600),
      "d": Scale(base: .seconds, factor: 86400),
      "mW": Scale(base: .watts, tens: -3),
      "W": Scale(base: .watts),
      "kW": Scale(base: .watts, tens: 3),
      "C": Scale(base: .celsius),
      "°C": Scale(base: .celsius),
    ]
    for (base, ending) in [(Measure.Unit.bytes, "B"), (.bytesPerSecond, "B/s")] {
      units[ending] = Scale(base: base)
      units["K" + ending] = Scale(base: base, tens: 3)
      for (index, prefix) in ["k", "M", "G", "T", "P", "E"].enumerated() {
        units[prefix + ending] = Scale(base: base, tens: 3 * (index + 1))
        let binary = prefix == "k" ? "Ki" : prefix + "i"
        units[binary + ending] = Scale(base: base, factor: power(of: 1024, index + 1))
      }
    }
    return units
  }()
}
