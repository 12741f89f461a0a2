import FeedCore
import Testing

/// What holds for every format of the catalog and every value.
struct FormatLawTests {
  /// One format of the catalog with some options.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let format: any Formatter
  }

  static let cases: [Case] = Catalog<FormatMaker>.formats.entries.flatMap { entry -> [Case] in
    let arguments: [String?] =
      switch entry.name {
      case "bytes": [nil, "binary", "memory"]
      case "currency": ["EUR", "JPY", "KWD"]
      default: [nil]
      }
    return arguments.flatMap { argument in
      [NumberLocale.french, .indian].compactMap { locale in
        var options = FormatOptions()
        options.argument = argument
        options.locale = locale
        if locale == .indian { options.sign = .always }
        guard let format = try? entry.choice(options) else { return nil }
        return Case(
          testDescription: "\(entry.name) \(argument ?? "") \(locale.money.code)", format: format)
      }
    }
  }

  static let values: [Quantity] = {
    var bits = SeededBits(seed: 3)
    let edges: [Quantity] = [
      .integer(0), .integer(-1), .integer(.min), .integer(.max), .real(-0.0), .real(.nan),
      .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude), .real(-0.4), .real(0.5),
      .real(.greatestFiniteMagnitude), .real(-.greatestFiniteMagnitude), .real(999.5), .real(1e19),
      .real(9.9999e99), .real(1e21),
    ]
    return edges
      + stride(from: 1, through: 18, by: 1).map { power -> Quantity in
        let bound = Int64(Double("1e\(power)") ?? 1)
        switch power % 3 {
        case 0: return .integer(bound)
        case 1: return .integer(.random(in: -bound...bound, using: &bits))
        default: return .real(.random(in: -2...2, using: &bits) * Double(bound))
        }
      }
  }()

  /// Every value with every other one as its target.
  static let pairs = values.flatMap { value in
    stride(from: 0, to: values.count, by: 2).map { (value: value, target: values[$0]) }
  }

  /// Targets that do not dwarf every other value, nor are dwarfed.
  static let commonTargets = values.filter {
    $0.double.magnitude < 1e15 && ($0.double == 0 || $0.double.magnitude > 1e-3)
  }

  @Test(arguments: cases)
  func `always draws something, with each place once`(law: Case) {
    let failed = Self.pairs.filter { value, target in
      let parts = law.format.readout(of: value, like: target).parts
      return parts.isEmpty || Set(parts.map(\.key)).count < parts.count || parts.count > 70
    }
    #expect(failed.isEmpty)
  }

  @Test(arguments: cases)
  func `never puts a sign before zero`(law: Case) {
    let failed = Self.pairs.filter { value, target in
      let parts = law.format.readout(of: value, like: target).parts
      return parts.contains { $0.key == .sign }
        && !parts.contains { ("1"..."9").contains($0.character) || $0.character == "∞" }
    }
    #expect(failed.isEmpty)
  }

  @Test(arguments: cases)
  func `tells a worth that is positive and finite`(law: Case) {
    for value in Self.values {
      let worth = law.format.resolution(for: value)
      #expect(worth > 0 && worth.isFinite, "\(value)")
    }
  }

  @Test(arguments: cases)
  func `reserves at least what the target takes`(law: Case) {
    for value in Self.values {
      let width = law.format.reservedWidth(for: value)
      #expect(width >= law.format.readout(of: value, like: value).parts.count, "\(value)")
    }
  }

  @Test(arguments: cases)
  func `never outgrows the reserved width on the way from zero`(law: Case) {
    for target in Self.values where target.isFinite {
      let width = law.format.reservedWidth(for: target)
      let shown = (0...10).map { share in
        law.format.text(.real(target.double * Double(share) / 10), like: target)
      }
      #expect(shown.allSatisfy { $0.count <= width }, "\(target): \(shown)")
    }
  }

  @Test(arguments: cases)
  func `keeps the unit of the target`(law: Case) {
    for target in Self.commonTargets {
      let unit = Self.unit(of: law.format.readout(of: target, like: target))
      let failed = Self.commonTargets.filter { value in
        Self.unit(of: law.format.readout(of: value, like: target)) != unit
      }
      #expect(failed.isEmpty, "\(target)")
    }
  }

  @Test(arguments: cases)
  func `rises as the value rises`(law: Case) {
    for target in Self.commonTargets {
      let span = max(target.double.magnitude, 1)
      let shown = (-10...10).map { step in
        Self.number(law.format.readout(of: .real(span * Double(step) / 10), like: target))
      }
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 <= $1 }, "\(target): \(shown)")
    }
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, 9_007_199_254_740_993, .max - 1, .max])
  func `loses nothing of an integer`(value: Int64) throws {
    for name in ["integer", "text"] {
      #expect(Int64(try makeFormat(name).text(.integer(value))) == value)
    }
  }

  @Test func `lists each format once, with a summary`() {
    let formats = Catalog<FormatMaker>.formats

    #expect(
      formats.names == [
        "integer", "decimal", "percent", "bytes", "file_size", "currency", "compact", "duration",
        "text",
      ])
    #expect(formats.entries.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
  }

  /// The characters that are no digits, marks or sign.
  private static func unit(of readout: Readout) -> String {
    String(
      readout.parts.filter { part in
        switch part.key {
        case .prefix, .suffix: true
        case .token: part.character.isLetter || part.character == " "
        default: false
        }
      }.map(\.character))
  }

  /// The digits as one number; the second number of a duration follows the first.
  private static func number(_ readout: Readout) -> Double {
    var text = readout.parts.contains { $0.key == .sign && $0.character == "-" } ? "-" : ""
    for part in readout.parts {
      switch part.key {
      case .integer, .fraction, .token: if part.character.isNumber { text.append(part.character) }
      case .decimalPoint: text.append(".")
      default: break
      }
    }
    // Nothing may be spelled out.
    return readout.text.hasPrefix("Zero") ? 0 : Double(text) ?? .nan
  }
}
