import FeedCore

extension ConfigDecoder {
  /// A format that a metric has, by its name and made.
  struct ChosenFormat {
    var name: String
    var formatter: any Formatter
  }

  /// A format and what belongs to it, before it is made.
  private struct FormatRequest {
    /// nil: what suits a number of which nothing is known.
    var name: String?
    var options = FormatOptions()
    /// Where the name, the argument and each option stand, for what is wrong with them.
    var span: SourceSpan
    var argument: SourceSpan?
    var keys: [String: SourceSpan] = [:]
  }

  /// The format of a metric: what it says itself, else what suits the field's unit.
  mutating func format(
    _ section: Section, unit: String?, isText: Bool, formula: Formula?
  ) -> ChosenFormat? {
    var request = FormatRequest(span: section.span)
    request.options.locale = locale
    if let entry = section["format"] {
      guard let named = namedFormat(entry, request.options) else { return nil }
      request = named
    } else if isText {
      request.name = "text"
    } else {
      suit(&request, unit: unit)
      suitSteps(&request, section, formula)
    }
    readOptions(&request) { section[$0] }
    return make(request)
  }

  /// `percent`, or `{bytes: binary, per: second}`.
  private mutating func namedFormat(
    _ entry: Node.Entry, _ options: FormatOptions
  ) -> FormatRequest? {
    guard case .mapping(let entries, _) = entry.value else {
      guard let name = name(entry.value, for: entry.key, among: context.formats.names) else {
        return nil
      }
      return FormatRequest(name: name, options: options, span: entry.value.span)
    }
    let vocabulary = Vocabulary(
      keys: context.formats.names + ["per"] + Vocabulary.formatOptions, place: "")
    guard let section = section(entry, vocabulary) else { return nil }
    let chosen = entries.filter { context.formats.names.contains($0.key.text) }
    guard let format = chosen.first else {
      // An unknown key has been reported: it may be the misspelt name.
      guard entries.allSatisfy({ vocabulary.keys.contains($0.key.text) }) else { return nil }
      report(
        "the format has no name", at: entry.value.span,
        hint: "one of: \(context.formats.names.joined(separator: ", "))")
      return nil
    }
    if let second = chosen.dropFirst().first {
      report(
        "a metric has one format, not '\(format.key.text)' and '\(second.key.text)'",
        at: second.key.span)
      return nil
    }
    var request = FormatRequest(name: format.key.text, options: options, span: format.key.span)
    if !format.value.isNothing, format.value.plain != "true" {
      request.options.argument = text(format)
      request.argument = format.value.span
    }
    if let entry = section["per"] {
      request.options.per = text(entry)
      request.keys["per"] = entry.value.span
    }
    readOptions(&request) { section[$0] }
    return request
  }

  private mutating func readOptions(
    _ request: inout FormatRequest, from entry: (String) -> Node.Entry?
  ) {
    for key in Vocabulary.formatOptions {
      guard let entry = entry(key) else { continue }
      request.keys[key] = entry.value.span
      switch key {
      case "locale": request.options.locale = locale(entry) ?? request.options.locale
      case "sign": request.options.sign = choice(entry) ?? .auto
      case "minimum_digits": request.options.minimumDigits = integer(entry, in: 1...20) ?? 1
      case "width": request.options.width = integer(entry, in: 1...64)
      case "fraction": request.options.fraction = integer(entry, in: 0...9)
      case "prefix": request.options.prefix = drawnText(entry) ?? ""
      default: request.options.suffix = drawnText(entry) ?? ""
      }
    }
  }

  private func suit(_ request: inout FormatRequest, unit: String?) {
    switch unit {
    case "percent": request.name = "percent"
    case "bytes":
      request.name = "bytes"
      request.options.argument = "binary"
    case "bytes_per_second":
      request.name = "bytes"
      request.options.argument = "binary"
      request.options.per = "second"
    case "seconds": request.name = "duration"
    case "celsius":
      request.name = "integer"
      request.options.suffix = "°C"
    case "watts":
      request.name = "decimal"
      request.options.fraction = 1
      request.options.suffix = " W"
    case "count": request.name = "integer"
    default: break
    }
  }

  /// A stepper of whole numbers shows whole numbers, one of tenths shows tenths; so do formulas.
  private func suitSteps(_ request: inout FormatRequest, _ section: Section, _ formula: Formula?) {
    guard request.name == nil, section["fraction"] == nil else { return }
    var decimals = formula?.decimals
    if let stepper = section["stepper"]?.value {
      let step = stepper["step"]?.scalar.flatMap { ValueText.quantity($0.text) }
      let start = stepper["range"]?.scalar.flatMap { ValueText.range($0.text)?.lower }
      decimals = [step, start].compactMap { $0?.decimals }.max() ?? 0
    }
    guard let decimals else { return }
    request.name = decimals == 0 ? "integer" : "decimal"
    if decimals > 0 { request.options.fraction = min(decimals, 9) }
  }

  private mutating func make(_ request: FormatRequest) -> ChosenFormat? {
    guard let name = request.name else {
      // Who sets the decimals wants them on whole numbers, too.
      guard request.options.fraction == nil else {
        return made("decimal", request).map { ChosenFormat(name: "decimal", formatter: $0) }
      }
      guard let whole = made("integer", request), let real = made("decimal", request) else {
        return nil
      }
      return ChosenFormat(name: "number", formatter: NumberFormat(whole: whole, real: real))
    }
    return made(name, request).map { ChosenFormat(name: name, formatter: $0) }
  }

  private mutating func made(_ name: String, _ request: FormatRequest) -> (any Formatter)? {
    guard let maker = context.formats[name] else {
      report("there is no format '\(name)'", at: request.span)
      return nil
    }
    do throws(FormatProblem) {
      return try maker(request.options)
    } catch {
      let place = error.key.flatMap { request.keys[$0] } ?? request.argument ?? request.span
      report(error.message, at: place, hint: error.hint)
      return nil
    }
  }
}

/// Whole numbers as whole, others with two decimals: for numbers of which nothing is known.
///
/// What counts is how a number was reported: `1.00` is no whole number.
private struct NumberFormat: Formatter {
  var whole: any Formatter
  var real: any Formatter

  private func format(for target: Quantity) -> any Formatter {
    // So large a number has no fraction that anybody knows of.
    if case .real(let value) = target, value.magnitude < 0x1p63 { real } else { whole }
  }

  func readout(of value: Quantity, like target: Quantity) -> Readout {
    format(for: target).readout(of: value, like: target)
  }

  func reservedWidth(for target: Quantity) -> Int { format(for: target).reservedWidth(for: target) }

  func resolution(for target: Quantity) -> Double { format(for: target).resolution(for: target) }
}
