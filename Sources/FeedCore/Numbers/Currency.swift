/// A currency of ISO 4217: its code and the decimals that its minor unit calls for.
///
/// *Source:* ISO 4217:2015, list one (currencies and funds), as of 2026; metals, test codes and
/// units of account have no minor unit and are left out.
package struct Currency: Hashable, Sendable {
  /// Three capital letters.
  package let code: String
  /// Digits after the decimal point: 0, 2, 3 or 4.
  package let minorUnits: Int

  /// The currency of `code`, written in capitals; nil for a code that the standard does not have.
  package init?(code: String) {
    for (minorUnits, codes) in Self.byMinorUnits where codes.contains(code) {
      self.init(code: code, minorUnits: minorUnits)
      return
    }
    return nil
  }

  private init(code: String, minorUnits: Int) {
    self.code = code
    self.minorUnits = minorUnits
  }

  /// Every currency, in the order of the codes.
  package static var all: [Currency] {
    byMinorUnits.flatMap { minorUnits, codes in
      codes.map { Currency(code: $0, minorUnits: minorUnits) }
    }.sorted { $0.code < $1.code }
  }

  /// A sign that is used for this currency alone where its own locale is not at hand; else nil.
  ///
  /// Currencies that share one, like the many dollars, keep their codes.
  package var symbol: String? { Self.symbols[code] }

  private static let symbols: [String: String] = [
    "AZN": "₼", "BDT": "৳", "BRL": "R$", "CRC": "₡", "CZK": "Kč", "EUR": "€", "GBP": "£",
    "GEL": "₾", "GHS": "₵", "HUF": "Ft", "ILS": "₪", "INR": "₹", "JPY": "¥", "KHR": "៛",
    "KRW": "₩", "KZT": "₸", "LAK": "₭", "MNT": "₮", "NGN": "₦", "PHP": "₱", "PLN": "zł",
    "PYG": "₲", "RUB": "₽", "THB": "฿", "TRY": "₺", "UAH": "₴", "USD": "$", "VND": "₫",
  ]

  private static let byMinorUnits: [(minorUnits: Int, codes: Set<String>)] = [
    (0, zero), (2, two), (3, three), (4, four),
  ]

  private static let zero: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
    "VUV", "XAF", "XOF", "XPF",
  ]

  // ANG and BGN were withdrawn in 2025 and 2026; accounts still hold amounts in them.
  private static let two: Set<String> = [
    "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT",
    "BGN", "BMD", "BND", "BOB", "BOV", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF",
    "CHE", "CHF", "CHW", "CNY", "COP", "COU", "CRC", "CUP", "CVE", "CZK", "DKK", "DOP", "DZD",
    "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GTQ", "GYD",
    "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IRR", "JMD", "KES", "KGS", "KHR", "KPW",
    "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT",
    "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MXV", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK",
    "NPR", "NZD", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR",
    "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP",
    "SZL", "THB", "TJS", "TMT", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "USD", "USN", "UYU",
    "UZS", "VED", "VES", "WST", "XAD", "XCD", "XCG", "YER", "ZAR", "ZMW", "ZWG",
  ]

  private static let three: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

  private static let four: Set<String> = ["CLF", "UYW"]
}
