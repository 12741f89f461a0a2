import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct SystemLocaleTests {
    /// Locales made for the test, so that it does not matter which are installed.
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// Makes a locale where `newlocale` finds it; false if this system cannot.
    private func make(_ source: String, charset: String, as name: String) throws -> Bool {
      let children = Children()
      let target = folder.url.appending(path: name).path
      let child = try children.shell(
        "localedef --no-archive -i \(source) -f \(charset) \(target) >/dev/null 2>&1")
      children.end(of: child)
      setenv("LOCPATH", folder.url.path, 1)
      return FileManager.default.fileExists(atPath: target)
    }

    @Test func `knows the C locale everywhere`() throws {
      let facts = try #require(SystemLocale.facts(named: "C"))

      #expect(facts.number.decimalPoint == ".")
      #expect(facts.number.thousands == "")
      #expect(facts.number.grouping == [])
      #expect(facts.currencyCode == "")
      #expect(facts.fractionDigits == nil)
    }

    @Test func `knows none that is not installed`() {
      #expect(SystemLocale.facts(named: "xx_XX") == nil)
      #expect(SystemLocale.facts(in: Environment(entries: ["LANG=xx_XX.UTF-8"])) == nil)
    }

    @Test func `reads German numbers and money`() throws {
      guard try make("de_DE", charset: "UTF-8", as: "de_DE.UTF-8") else { return }
      defer { unsetenv("LOCPATH") }

      let facts = try #require(SystemLocale.facts(named: "de_DE"))

      #expect(facts.number.decimalPoint == ",")
      #expect(facts.number.thousands == ".")
      #expect(facts.number.grouping == [3, 3])
      #expect(facts.money == facts.number)
      #expect(facts.currencySymbol == "€")
      #expect(facts.currencyCode == "EUR")
      #expect(facts.fractionDigits == 2)
      #expect(facts.negativeSign == "-")
      #expect(facts.positive.symbolPrecedes == false)
      #expect(facts.negative.space == 1)
      #expect(facts.negative.signPosition == 1)
    }

    @Test func `takes numbers and money from where the environment says`() throws {
      guard try make("de_DE", charset: "UTF-8", as: "de_DE.UTF-8"),
        try make("en_IN", charset: "UTF-8", as: "en_IN.utf8")
      else { return }
      defer { unsetenv("LOCPATH") }
      let environment = Environment(entries: [
        "LANG=C", "LC_NUMERIC=en_IN", "LC_MONETARY=de_DE.UTF-8", "LC_ALL=",
      ])

      let facts = try #require(SystemLocale.facts(in: environment))

      #expect(facts.number.grouping == [3, 2])
      #expect(facts.number.thousands == ",")
      #expect(facts.currencyCode == "EUR")
      let forced = Environment(entries: environment.entries.dropLast() + ["LC_ALL=en_IN"])
      #expect(SystemLocale.facts(in: forced)?.currencyCode == "INR")
    }

    @Test func `takes only ASCII from a locale of another codeset`() throws {
      guard try make("de_DE", charset: "ISO-8859-15", as: "de_DE@euro") else { return }
      defer { unsetenv("LOCPATH") }

      let facts = try #require(SystemLocale.facts(named: "de_DE@euro"))

      #expect(facts.number.decimalPoint == ",")
      #expect(facts.currencySymbol == "")
      #expect(facts.currencyCode == "EUR")
    }
  }
}
