import FeedCore
import Testing

struct FormatProblemTests {
  @Test(arguments: Catalog<FormatMaker>.formats.names)
  func `refuses numbers out of range`(name: String) {
    for digits in [-1, 0, 21] {
      #expect(problem(name) { $0.minimumDigits = digits }?.key == "minimum_digits")
    }
    for width in [-1, 0, 257] {
      #expect(problem(name) { $0.width = width }?.key == "width")
    }
    for fraction in [-1, 10] {
      #expect(problem(name) { $0.fraction = fraction }?.key == "fraction")
    }
  }

  @Test(arguments: Catalog<FormatMaker>.formats.names)
  func `refuses an argument that it does not know`(name: String) {
    let problem = problem(name) { $0.argument = "nonsense" }

    #expect(problem != nil)
    #expect(problem?.key == nil)
    #expect(problem?.hint?.isEmpty == false)
  }

  @Test(arguments: Catalog<FormatMaker>.formats.names)
  func `refuses a rate that it does not know`(name: String) {
    let problem = problem(name) { $0.per = "secnd" }

    #expect(problem?.key == "per")
    #expect(
      problem?.hint == (name == "bytes" ? "did you mean 'second'?" : "'per' goes with: bytes"))
  }

  @Test(arguments: [
    ("eur", "did you mean 'EUR'?"), ("EURO", "did you mean 'EUR'?"), ("USF", "did you mean 'USD'?"),
    ("dollars", "an ISO 4217 code such as EUR, USD, JPY"),
  ])
  func `finds the currency that was meant`(code: String, hint: String) {
    let problem = problem("currency") { $0.argument = code }

    #expect(problem?.message == "unknown currency '\(code)'")
    #expect(problem?.hint == hint)
  }

  @Test func `names what bytes can be`() {
    #expect(problem("bytes") { $0.argument = "binry" }?.hint == "did you mean 'binary'?")
    #expect(problem("bytes") { $0.argument = "x" }?.hint == "one of: decimal, binary, memory")
  }

  @Test func `asks for the code of a currency`() {
    #expect(
      problem("currency") { $0.argument = nil }?.message == "'currency' needs a currency code")
  }

  private func problem(
    _ name: String, _ configure: (inout FormatOptions) -> Void
  ) -> FormatProblem? {
    do {
      _ = try makeFormat(name, name == "currency" ? "EUR" : nil, configure)
      return nil
    } catch {
      return error as? FormatProblem
    }
  }
}
