import Foundation
import Glibc
import TestKit
import Testing

/// The status line of a real tmux, with nothing in its config but what `--print-config` prints.
@Suite(.enabled(if: PrivateTmux.isInstalled))
struct TmuxStatusLineTests {
  private static let config = """
    metrics:
      n: {stepper: {range: 0..99999}, label: "N {value}", motion: {style: count, fps: 30}}
      volume: {stepper: {range: 0..100, step: 5}, title: Vol, motion: none}
      long-name_of-a-metric: {stepper: {range: 0..9}, label: "L {value}", motion: none}
    bars: {main: [n, volume], other: [long-name_of-a-metric]}
    """

  private func tmux(
    _ config: String = config, in path: String? = nil, adding lines: String = ""
  ) throws -> PrivateTmux {
    let sandbox = try Sandbox(config: path == nil ? config : nil)
    let tmux = try PrivateTmux(sandbox, config: "")
    let file = try path.map { try sandbox.write(config, to: $0).path }
    let pasted = try RunningProgram(
      [tmux.program, "tmux", "--print-config"] + (file.map { ["-c", $0] } ?? []),
      environment: sandbox.environment
    ).finish().output
    try sandbox.write(pasted + lines, to: "tmux.conf")
    return tmux
  }

  private func step(_ tmux: PrivateTmux, _ metric: String, _ change: String) throws {
    #expect(try tmux.sandbox.run(["step", metric, change]).status == 0)
  }

  private func expectNobodyLeft(_ tmux: PrivateTmux) throws {
    try eventually("the end of all processes") { tmux.sandbox.processes.isEmpty }
    #expect(tmux.sandbox.sockets == [])
  }

  @Test func `numbers move in many frames, and nothing but the status line is drawn`() throws {
    let tmux = try tmux()
    let client = try tmux.attach()
    try client.status { $0.contains("N     0 │ Vol −   0 +") }
    client.forget()

    try step(tmux, "n", "=90000")
    try client.status { $0.contains("N 90000 ") }

    #expect(client.statusLines.count >= 5)
    #expect(client.screen.touched == [7])
  }

  @Test func `the user's own line is kept, and reads the bar or metrics wherever it likes`() throws
  {
    let tmux = try tmux(
      adding: """
        set -g status-left '[L #{odobar_volume}] '
        set -g status-left-length 40
        set -g status-right '#{?client_prefix,P,}<#{odobar_long_name_of_a_metric}|#{odobar_other}>R'
        """)
    let client = try tmux.attach()

    try client.status { $0.hasPrefix("[L Vol −   0 +]") && $0.hasSuffix("<L 0|L 0>R") }
  }

  @Test func `other jobs of the line are left alone as frames go by`() throws {
    let tmux = try tmux(adding: "set -g status-interval 0\n")
    let client = try tmux.attach()
    try client.status { $0.contains("N     0") }
    func runs() -> Int { (tmux.sandbox.text(of: "jobs") ?? "").split(separator: "\n").count }
    let file = tmux.sandbox.folder.appending(path: "jobs").path
    try tmux.run("set", "-g", "status-left", "#(echo x >> \(file); echo K)")
    try client.status { $0.hasPrefix("K") }
    // Ours is to know of them.
    try tmux.run("run-shell", "odobar tmux")
    client.forget()
    let before = runs()

    try step(tmux, "n", "=90000")
    try client.status { $0.contains("N 90000 ") }

    // tmux itself runs them again with a line that is drawn in another second.
    #expect(client.statusLines.count >= 5)
    #expect((runs() - before) * 2 <= client.statusLines.count)
  }

  @Test func `each client of each session sees it, and the end of a session is no end`() throws {
    let tmux = try tmux()
    let first = try tmux.attach()
    try first.status { $0.contains("N     0") }
    let second = try tmux.attach(["new-session", "-s", "other", "exec sleep infinity"])
    try second.status { $0.contains("N     0") }

    try step(tmux, "n", "=500")
    for client in [first, second] { try client.status { $0.contains("N   500 ") } }
    try tmux.run("kill-session", "-t", "main")
    try step(tmux, "n", "=700")
    try second.status { $0.contains("N   700 ") }
    // As `attach -d` does.
    let clients = try tmux.run("list-clients", "-F", "#{client_control_mode}#{client_name}")
    let own = try #require(clients.split(separator: "\n").first { $0.hasPrefix("1") })
    try tmux.run("detach-client", "-t", String(own.dropFirst()))
    try step(tmux, "n", "=800")
    try second.status { $0.contains("N   800 ") }

    #expect(tmux.feeds.count == 1)
    try tmux.run("kill-server")
    try expectNobodyLeft(tmux)
  }

  @Test func `a second one, or a config that is read again, doubles nothing`() throws {
    let tmux = try tmux()
    let client = try tmux.attach()
    try client.status { $0.contains("N     0") }
    let feeds = tmux.feeds

    let again = try tmux.sandbox.run(["tmux", "--socket", tmux.socket])
    #expect(again.status == 0)
    #expect(again.errors == "odobar: the process \(feeds[0]) feeds this tmux server already\n")
    try tmux.sandbox.write(
      "set -g status-right 'only #{odobar_volume}'\nrun-shell -b 'odobar tmux'", to: "more.conf")
    try tmux.run("source-file", tmux.sandbox.folder.appending(path: "more.conf").path)

    try client.status { $0.hasSuffix("only Vol −   0 +") }
    try eventually("the end of the second") { tmux.feeds == feeds }
  }

  @Test func `nothing of a source's is run, looked up or taken for a style`() throws {
    let text =
      "#(touch x)#{session_name}#[fg=red]##%H`id`$(id)\\\"'; kill-server #[range=user|odo+n]"
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: [cat, text], interval: 1h, protocol: text}}
        metrics: {t: {source: s, label: "<{value}>"}}
        """)
    try sandbox.write(text + "\n", to: "config/odobar/text")
    let tmux = try PrivateTmux(
      sandbox,
      config: """
        run-shell -b 'exec odobar tmux'
        set -g status-right '#{odobar}'
        set -g status-right-length 200
        set -g window-status-current-format ''
        set -g status-left ''
        """)
    let client = try tmux.attach(columns: 150)

    try client.status { $0.hasSuffix("<\(text)>") }
    #expect(sandbox.text(of: "config/odobar/x") == nil && sandbox.text(of: "x") == nil)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `the end of the server is the end of its feed, and the next server has one`(
    _ signal: Int32
  ) throws {
    let tmux = try tmux()
    let client = try tmux.attach()
    try client.status { $0.contains("N     0") }
    let server = try #require(
      Int32(try tmux.run("display-message", "-p", "#{pid}").prefix { $0.isNumber }))

    kill(server, signal)
    _ = try client.program.end()
    try expectNobodyLeft(tmux)
    let next = try tmux.attach()
    try next.status { $0.contains("N     0") }
  }

  @Test func `servers side by side have a feed each, and one engine`() throws {
    let tmux = try tmux()
    let other = try PrivateTmux(
      tmux.sandbox, name: "other", config: "set -g status-right '#{odobar}'\nrun -b 'odobar tmux'")
    let clients = [try tmux.attach(), try other.attach()]
    for client in clients { try client.status { $0.contains("N     0") } }

    try step(tmux, "n", "=500")
    for client in clients { try client.status { $0.contains("N   500 ") } }

    #expect(tmux.feeds.count == 2)
    #expect(tmux.sandbox.engines.count == 1)
    try tmux.run("kill-server")
    try step(tmux, "n", "=600")
    try clients[1].status { $0.contains("N   600") }
    #expect(tmux.feeds.count == 1)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a feed that ends leaves nothing on the screen`(_ signal: Int32) throws {
    let tmux = try tmux(adding: "set -g status-right '#{odobar} %H:%M'\n")
    let client = try tmux.attach()
    try client.status { $0.contains("N     0") }

    kill(tmux.feeds[0], signal)

    try client.status { !$0.contains("N ") && $0.contains(/[0-9]{2}:[0-9]{2}$/) }
    try eventually("the end of its client") {
      try tmux.run("list-clients", "-F", "#{client_control_mode}") == "0\n"
    }
    try tmux.run("run-shell", "-b", "odobar tmux")
    try client.status { $0.contains("N     0") }
  }

  @Test func `when the engine dies, the line goes on with a new one`() throws {
    let tmux = try tmux()
    let client = try tmux.attach()
    try client.status { $0.contains("N     0") }
    let engine = try #require(tmux.sandbox.engines.first)

    kill(engine, SIGKILL)

    try eventually("another engine") { tmux.sandbox.engines.first.map { $0 != engine } ?? false }
    try eventually("the command to reach it") {
      try tmux.sandbox.run(["step", "n", "=500"]).status == 0
    }
    try client.status { $0.contains("N   500 ") }
    try eventually("one client of ours") {
      try tmux.run("list-clients", "-F", "#{client_control_mode}").split(separator: "\n").sorted()
        == ["0", "1"]
    }
  }

  @Test func `a server that is to end when nobody looks ends`() throws {
    let tmux = try tmux(adding: "set -s exit-unattached on\n")
    let client = try tmux.attach()
    try client.status { $0.contains("N     0") }

    try tmux.run("detach-client", "-s", "main")

    try expectNobodyLeft(tmux)
  }

  @Test func `a click or the wheel reaches the part it is on`() throws {
    let tmux = try tmux(adding: "set -g status-right '#{odobar} %H:%M'\n")
    let client = try tmux.attach()
    try client.status { $0.contains("Vol −   0 +") }

    for value in 1...4 {
      try client.click(1, on: "+ ")
      try client.status { $0.contains("Vol −  \(value < 2 ? " " : "")\(value * 5) +") }
    }
    try client.click(1, on: "− ")
    try client.status { $0.contains("Vol −  15 +") }
    for _ in 0..<3 { try client.click(4, on: "Vol") }
    try client.status { $0.contains("Vol −  30 +") }
    for _ in 0..<2 { try client.click(5, on: "30 ") }
    try client.status { $0.contains("Vol −  20 +") }
    // Beside the metrics there is nothing to click on.
    try client.click(4, on: ":")
    try client.click(4, on: "│")
    try client.click(4, on: "Vol")
    try client.status { $0.contains("Vol −  25 +") }
  }

  @Test func `a config in a folder of any name is the one that is meant`() throws {
    let tmux = try tmux(
      in: #"Bob's "own" $HOME #S #{pid} #(touch oops) \n/c.yaml"#,
      adding: "set -g status-right '#{odobar} %H:%M'\n")
    let client = try tmux.attach()
    try client.status { $0.contains("Vol −   0 +") }

    try client.click(1, on: "+ ")
    try client.status { $0.contains("Vol −   5 +") }
    #expect(tmux.sandbox.engines.count == 1)
  }

  @Test func `clicks do what the config says, on the left end of the line too`() throws {
    let tmux = try tmux(
      """
      metrics:
        a: {stepper: {range: 0..9}, label: "A {value}", motion: none,
          on: {left: "cat > pressed; echo out", right: [touch, it's right], middle: step +2}}
      """,
      adding: """
        set -g status-left-length 40
        set -g status-left '日本 #{odobar_a} |'
        set -g status-right ''
        """
    )
    let client = try tmux.attach()
    try client.status { $0.hasPrefix("日本 A 0 |") }

    try client.click(2, on: "A 0")
    try client.status { $0.hasPrefix("日本 A 2 |") }
    try client.click(1, on: "A 2")
    try client.click(3, on: "2 |")

    try eventually("what the clicks start") {
      tmux.sandbox.text(of: "config/odobar/it's right") != nil
        && tmux.sandbox.text(of: "config/odobar/pressed") == ""
    }
    try client.look()
    #expect(client.status.hasPrefix("日本 A 2 |"))
  }

  @Test func `a plugin manager loads it, at each load of the config`() throws {
    let entry = Project.root.appending(path: "odobar.tmux").path
    let sandbox = try Sandbox(config: Self.config)
    let tmux = try PrivateTmux(
      sandbox,
      config: """
        set -g @odobar_options '--bar other'
        set -g status-right '#{odobar}|#{odobar_volume}'
        set -g status-right-length 90
        set -g mouse on
        run-shell '\(entry)'
        """)
    let client = try tmux.attach()
    try client.status { $0.hasSuffix("L 0|Vol −   0 +") }
    try client.click(4, on: "Vol")
    try client.status { $0.hasSuffix("L 0|Vol −   5 +") }

    try tmux.run("source-file", sandbox.folder.appending(path: "tmux.conf").path)
    try eventually("the end of the second") { tmux.feeds.count == 1 }
    try tmux.run("set", "-g", "@odobar_program", "/nonexistent/odobar")
    try tmux.run("run-shell", entry)
    try client.status { $0.hasPrefix("odobar: there is no '/nonexistent/odobar'") }
  }

  @Test func `without a server to feed it says what to do`() throws {
    let sandbox = try Sandbox(config: Self.config)

    let outside = try sandbox.run(["tmux"])
    #expect(outside.status == 64)
    #expect(outside.errors.contains("run-shell -b 'odobar tmux'"))
    let gone = try sandbox.run(["tmux", "--socket", "/nonexistent"])
    #expect(gone.status == 69)
    #expect(gone.errors == "odobar: no tmux server at '/nonexistent'\n")
  }
}
