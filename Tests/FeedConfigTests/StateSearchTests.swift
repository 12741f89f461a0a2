import FeedConfig
import Testing

/// Where the state of a config lies.
struct StateSearchTests {
  private func folder(_ config: String) -> String? {
    StateSearch.folder(ofConfig: config, environment: ["HOME": "/home/me"])
  }

  private static let named = "odobar/config-86b83b89"

  @Test(arguments: [
    (["HOME": "/home/me"], "/home/me/.local/state/"),
    (["HOME": "/home/me", "XDG_STATE_HOME": "/var/me"], "/var/me/"),
    (["HOME": "/home/me", "XDG_STATE_HOME": "var"], "/home/me/.local/state/"),
    (["HOME": "/home/me", "XDG_STATE_HOME": ""], "/home/me/.local/state/"),
  ])
  func `lies where the XDG folders say`(environment: [String: String], place: String) {
    #expect(folder(environmentOf: environment) == place + Self.named)
  }

  private func folder(environmentOf environment: [String: String]) -> String? {
    StateSearch.folder(
      ofConfig: "/home/me/.config/odobar/config.yaml", environment: environment)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "me"]])
  func `without a home there is no place`(environment: [String: String]) {
    #expect(folder(environmentOf: environment) == nil)
  }

  @Test func `each config has a folder of its own that a person knows`() {
    let paths = [
      "/home/me/bar.yaml", "/home/me/work/bar.yaml", "/home/me/bar.yml",
      "/home/me/zweite leiste.yaml",
      "/home/me/.yaml", "/home/me/\u{1b}[31m", "/",
      "/home/me/" + String(repeating: "x", count: 300),
    ]
    let names = paths.map { folder($0)?.split(separator: "/").last ?? "" }

    #expect(Set(names).count == paths.count)
    #expect(names.allSatisfy { $0.utf8.count <= 41 && $0.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil })
    #expect(names[0].hasPrefix("bar-") && names[3].hasPrefix("zweiteleiste-"))
    #expect(names[4].hasPrefix("config-"))
  }

  @Test(arguments: [
    "/home/me/./bar.yaml", "/home//me/bar.yaml", "/home/me/work/../bar.yaml",
    "/../home/me/bar.yaml",
  ])
  func `one file has one folder, however it is called`(path: String) {
    #expect(folder(path) == folder("/home/me/bar.yaml"))
  }
}
