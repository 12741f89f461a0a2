import Foundation
import TestKit
import Testing

/// The words of the command line.
struct CommandLineTests {
  static let commands = [
    "i3bar", "waybar", "tmux", "preview", "json", "check", "plugins", "new", "simulate",
  ]

  @Test(arguments: commands, ["--help", "-h"])
  func `every command explains itself`(_ command: String, _ option: String) throws {
    let run = try Sandbox().run([command, option])

    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("odobar \(command): "))
    #expect(run.output.contains("usage: odobar \(command)"))
    #expect(run.output.contains("--help"))
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["help", "nothing"]])
  func `help lists every command`(_ arguments: [String]) throws {
    let run = try Sandbox().run(arguments)

    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    for command in Self.commands { #expect(run.output.contains("\n  \(command) ")) }
  }

  @Test func `help fits into eighty columns`() throws {
    let sandbox = try Sandbox()
    for command in Self.commands {
      for line in try sandbox.run([command, "--help"]).lines {
        #expect(line.count <= 100, "\(line)")
      }
    }
  }

  @Test(arguments: [["--version"], ["-V"], ["i3bar", "--version"]])
  func `it tells its version`(_ arguments: [String]) throws {
    let run = try Sandbox().run(arguments)

    #expect(run.status == 0)
    #expect(run.output.wholeMatch(of: /odobar \d+\.\d+\.\d+\n/) != nil)
  }

  static let slips: [([String], String)] = [
    (["i3bra"], "unknown command 'i3bra' (did you mean 'i3bar'?)"),
    (["frobnicate"], "unknown command 'frobnicate' (one of: i3bar, "),
    (["i3bar", "--moton", "full"], "unknown option '--moton' (did you mean '--motion'?)"),
    (["i3bar", "-x"], "unknown option '-x'"),
    (["--bra"], "unknown option '--bra' (did you mean '--bar'?)"),
    (["json", "--bar"], "--bar"),
    (["waybar"], "'waybar' needs the name of a metric or bar"),
    (["waybar", "a", "b"], "unexpected word 'b'"),
    (["waybar", "cup"], "no metric or bar 'cup' (did you mean 'cpu'?)"),
    (["i3bar", "--bar", "mian"], "no bar 'mian' (did you mean 'main'?)"),
    (["i3bar", "--motion", "some"], "--motion is one of: full, reduced, auto"),
    (["i3bar", "extra"], "unexpected word 'extra'"),
    (["check", "--", "extra"], "'extra' is only run with --run"),
  ]

  @Test(arguments: slips.indices)
  func `a slip is refused with a hint`(_ index: Int) throws {
    let (arguments, message) = Self.slips[index]

    let run = try Sandbox().run(arguments)

    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("odobar: "), "\(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `the bundled plugins are listed with what they give and take`() throws {
    let run = try Sandbox().run(["plugins"], directory: "/")

    #expect(run.status == 0)
    #expect(run.errors.isEmpty, "\(run.errors)")
    var sections: [String: String] = [:]
    var name = ""
    for line in run.lines {
      if !line.hasPrefix(" ") { name = line }
      sections[name, default: ""] += line + "\n"
    }
    let fields = [
      "battery": ["level (percent)", "power (watts)", "remaining (seconds)"],
      "cpu": ["usage (percent)"],
      "disk": ["free (bytes)", "used (bytes)", "total (bytes)", "used_percent (percent)"],
      "load": ["one", "five", "fifteen"],
      "memory": ["used (bytes)", "available (bytes)", "total (bytes)", "swap_used (bytes)"],
      "network": ["rx (bytes_per_second)", "tx (bytes_per_second)", "rx_total", "tx_total"],
      "temperature": ["celsius (celsius)"],
      "uptime": ["seconds (seconds)"],
      "volume": ["level (percent), settable", "muted, settable"],
      "brightness": ["level (percent), settable"],
      "git": ["branch", "ahead (count)", "untracked (count)"],
      "updates": ["upgradable (count)", "security (count)"],
      "prometheus": ["param   query", "param   token_file"],
      "http-json": ["param   url", "param   path"],
    ]
    for (plugin, fields) in fields {
      let text = sections[plugin] ?? ""
      #expect(text.contains(Project.root.appending(path: "plugins/\(plugin)").path), "\(plugin)")
      for field in fields { #expect(text.contains(field), "\(plugin): \(text)") }
    }
    #expect(sections["disk"]?.contains("param   path") == true)
    #expect(sections["network"]?.contains("param   interface") == true)
  }

  @Test func `where nobody draws, a preview is plain lines`() throws {
    let sandbox = try Sandbox(
      config: "metrics: {n: {stepper: {range: 3..9}, label: 'N {value}', motion: none}}")
    for arguments in [[], ["preview"], ["--motion", "full"]] {
      #expect(try sandbox.start(arguments).line() == "N 3")
    }
  }
}
