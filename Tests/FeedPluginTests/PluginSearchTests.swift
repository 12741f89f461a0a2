import Testing

@testable import FeedPlugin

struct PluginSearchTests {
  private let program = "/usr/local/bin/odobar"

  private func folders(_ environment: [String: String], program: String? = nil) -> [String] {
    PluginSearch(
      environment: environment, configFolder: "/home/ada/.config/odobar",
      program: program ?? self.program
    ).folders
  }

  @Test func `looks in the environment's, the config's, the user's and the installed folder`() {
    let found = folders(["HOME": "/home/ada", "ODOBAR_PLUGIN_PATH": "/one:/two/"])

    #expect(
      found == [
        "/one", "/two", "/home/ada/.config/odobar/plugins",
        "/home/ada/.local/share/odobar/plugins", "/usr/local/lib/odobar/plugins",
      ])
  }

  @Test func `follows the base directory variables`() {
    let found = folders(["HOME": "/home/ada", "XDG_DATA_HOME": "/data/"])
    #expect(found.contains("/data/odobar/plugins"))
    #expect(!found.contains { $0.contains(".local") })

    let relative = folders(["HOME": "/home/ada", "XDG_DATA_HOME": "data"])
    #expect(relative.contains("/home/ada/.local/share/odobar/plugins"))
  }

  @Test func `ignores empty entries and doubles`() {
    let found = folders(["ODOBAR_PLUGIN_PATH": ":/one::/one/./:"])
    #expect(
      found == ["/one", "/home/ada/.config/odobar/plugins", "/usr/local/lib/odobar/plugins"])
  }

  @Test(arguments: [
    ("/src/odobar/.build/x86_64-unknown-linux-gnu/debug/odobar", "/src/odobar/plugins"),
    ("/src/odobar/.build/release/odobar", "/src/odobar/plugins"),
    ("/opt/odobar/bin/odobar", "/opt/odobar/lib/odobar/plugins"),
    ("/bin/odobar", "/lib/odobar/plugins"),
  ])
  func `finds the plugins that came with the binary`(_ program: String, _ folder: String) {
    #expect(folders([:], program: program).last == folder)
  }

  @Test(arguments: ["odobar", "", "/odobar", "bin/odobar"])
  func `makes nothing up for a binary in no folder`(_ program: String) {
    #expect(folders([:], program: program) == ["/home/ada/.config/odobar/plugins"])
  }

  @Test(arguments: [
    ("cpu", ["/one/cpu", "/c/plugins/cpu", "/usr/local/lib/odobar/plugins/cpu"]),
    ("./cpu", ["/c/cpu"]), ("mine/cpu", ["/c/mine/cpu"]), ("/x//cpu", ["/x/cpu"]),
    ("~/cpu", []), ("", []), ("..", []), (".", []), ("a\0b", []),
  ])
  func `turns a plugin's name into paths`(_ name: String, _ paths: [String]) {
    let search = PluginSearch(
      environment: ["ODOBAR_PLUGIN_PATH": "/one"], configFolder: "/c", program: program)
    #expect(search.candidates(for: name) == paths)
  }

  @Test func `knows the home folder's sign`() {
    let search = PluginSearch(
      environment: ["HOME": "/home/ada"], configFolder: "/c", program: program)
    #expect(search.candidates(for: "~/bin/cpu") == ["/home/ada/bin/cpu"])
  }
}
