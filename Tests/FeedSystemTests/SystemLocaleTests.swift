import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct SystemLocaleTests {
    /// Locales made for the test, so that it does not matter which are installed.
    private final class Locales {
      let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
        let sources = [
          ("de_DE", "UTF-8", "de_DE.UTF-8"), ("en_IN", "UTF-8", "en_IN.utf8"),
          ("de_DE", "ISO-8859-15", "de_DE@euro"),
        ]
        let path = folder.url.path
        let commands = try sources.map { country, charset, name in
          let source = try folder.file("\(name).source", Self.source(of: country))
          return "localedef -c --no-archive -i \(source) -f \(charset) \(path)/\(name) &"
        }
        let children = Children()
        let child = try children.shell("exec 2>/dev/null; \(commands.joined(separator: " ")) wait")
        children.end(of: child)
        setenv("LOCPATH", path, 1)
      }

      /// The two categories that count; a whole locale takes seconds to make.
      private static func source(of country: String) -> String {
        let categories = ["LC_CTYPE": "POSIX", "LC_NUMERIC": country, "LC_MONETARY": country]
        return "comment_char %\nescape_char /\n"
          + categories.map { "\($0)\ncopy \"\($1)\"\nEND \($0)\n" }.joined()
      }

      deinit {
        unsetenv("LOCPATH")
      }
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

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/en_IN")))
    func `reads what locales say of numbers and money`() throws {
      let locales = try Locales()
      try withExtendedLifetime(locales) {
        try expectGerman()
        try expectMixture()
        try expectOnlyASCII()
      }
    }

    private func expectGerman() throws {
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

    /// Numbers and money each from where the environment says.
    private func expectMixture() throws {
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

    /// A locale of another codeset gives what is ASCII in it.
    private func expectOnlyASCII() throws {
      let facts = try #require(SystemLocale.facts(named: "de_DE@euro"))

      #expect(facts.number.decimalPoint == ",")
      #expect(facts.currencySymbol == "")
      #expect(facts.currencyCode == "EUR")
    }
  }
}
