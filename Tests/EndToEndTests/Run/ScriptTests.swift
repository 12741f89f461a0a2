import Foundation
import TestKit
import Testing

/// Scripts that were made for other bars, run by the real program.
struct ScriptTests {
  @Test func `check shows each line, how it was understood, and what could help`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          block: {command: "printf 'CPU 5%%\\n5%%\\n#ff0000\\n'; exit 33", interval: 1h, protocol: i3blocks}
          told: {command: "echo '{\\"text\\": \\"a\\", \\"class\\": \\"b\\", \\"percentage\\": 7}'", interval: 1h}
          quiet: {command: "exec sleep 60", timeout: 300ms}
          torn: {command: "echo 'a|int|x'; echo 'b|int|1'", interval: 1h, protocol: yambar}
        metrics: {n: {source: block}}
        """)

    let all = try sandbox.run(["check", "--run"])

    #expect(all.status == 69)
    for text in [
      "block\n  speaks  i3blocks\n  line    CPU 5%\n  line    5%\n  line    #ff0000\n",
      "  field   value = 'CPU 5%'\n  field   number = 5 (percent)\n  look    color #ff0000, urgent, short '5%'\n",
      "told\n  speaks  waybar, as its first line tells\n", "  field   percentage = 7 (percent)\n",
      "  look    class b\n", "  problem no line on its output in time\n",
      "  hint    it runs and says nothing: if it keeps its lines back in a buffer, stdbuf -oL",
      "  field   b = 1\n  problem tag 'a': 'x' is no int\n",
    ] {
      #expect(all.output.contains(text), "\(text)\n\(all.output)")
    }

    let one = try sandbox.run(["check", "--run", "told"])
    #expect(one.status == 0)
    #expect(one.output.contains("told\n") && !one.output.contains("block\n"))
    #expect(sandbox.processes.isEmpty)
  }

  @Test func `a source that ends before it is asked does not end the check`() throws {
    let sources = (1...6).map { "  s\($0): {command: [/bin/false], mode: poll, interval: 5s}\n" }
    let metrics = (1...6).map { "  m\($0): {source: s\($0)}\n" }
    let sandbox = try Sandbox(
      config: "sources:\n\(sources.joined())metrics:\n\(metrics.joined())")
    let run = try sandbox.run(["check", "--run"])
    #expect(run.ending == .exited(69))
    #expect(run.output.contains("exited with 1") && !run.output.contains("give it an 'interval'"))
    #expect(run.errors.contains("running 's6'"))
  }

  @Test func `a source that prints without end does not keep the check`() throws {
    let sandbox = try Sandbox(
      config: """
        sources: {flood: {command: "exec yes 5", interval: 5s, protocol: i3blocks}}
        metrics: {f: {source: flood}}
        """)
    let run = try sandbox.run(["check", "--run"])
    #expect(run.output.contains("it prints without end"), "\(run.output.suffix(400))")
  }

  @Test func `check runs nothing that there is not`() throws {
    let sandbox = try Sandbox(
      config: "sources: {good: {command: x}}\nmetrics: {n: {source: good}}\n")
    let unknown = try sandbox.run(["check", "--run", "goood"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("no source 'goood' that could be run (did you mean 'good'?)"))
    let plain = try sandbox.run(["check", "good"])
    #expect(plain.status == 64)
    #expect(plain.errors.contains("'good' is only run with --run"))
  }

  @Test(arguments: ["sh", "python"])
  func `a new plugin runs as it is`(_ language: String) throws {
    let sandbox = try Sandbox(
      config: "sources: {mine: {plugin: mine}}\nmetrics: {mine: {source: mine.value}}\n")

    let made = try sandbox.run(["new", "plugin", "mine", "--language", language])

    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("check --run mine"))
    let run = try sandbox.run(["check", "--run", "mine"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("  field   value = 7\n"))

    // What is there stays as it is.
    let file = sandbox.folder.appending(path: "config/odobar/plugins/mine")
    let text = try String(contentsOf: file, encoding: .utf8)
    let again = try sandbox.run(["new", "plugin", "mine"])
    #expect(again.status == 69)
    #expect(again.errors.contains("it is there already, and is left alone"))
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test(arguments: [
    ([], "what is it to be?"), (["plugin"], "the plugin needs a name"),
    (["bar", "x"], "cannot make a 'bar'"),
    (["plugin", "../x"], "'../x' is no name of a plugin"),
    (["plugin", "x", "-l", "perl"], "no starter in 'perl'"),
  ])
  func `a new plugin has to be asked for rightly`(_ words: [String], _ message: String) throws {
    let sandbox = try Sandbox(config: "metrics: {}\n")
    let run = try sandbox.run(["new"] + words)
    #expect(run.status == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func `a click runs an i3blocks script again, with its button, and input is at its end`()
    throws
  {
    let sandbox = try Sandbox(
      config: """
        sources:
          s: {command: "echo \\"button=$BLOCK_BUTTON,x=$x,$(cat | wc -c)\\"", interval: once, protocol: i3blocks}
        metrics: {m: {source: s, motion: none}}
        """)
    let program = try sandbox.start(["i3bar", "--standalone"])
    try program.line { $0.contains("button=,x=,0") }
    try program.write("[\n{\"name\":\"m\",\"button\":3,\"x\":17,\"y\":2}\n")
    try program.line { $0.contains("button=3,x=17,0") }
    program.signal(SIGTERM)
    _ = try program.finish()
  }

  @Test func `a script that runs on gets its clicks as lines`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          s: {command: "echo ready; while read -r b; do echo \\"got=$b\\"; done", interval: persist, protocol: i3blocks}
        metrics: {m: {source: s, motion: none}}
        """)
    let program = try sandbox.start(["i3bar", "--standalone"])
    try program.line { $0.contains("ready") }
    try program.write("[\n{\"name\":\"m\",\"button\":5}\n")
    try program.line { $0.contains("got=5") }
    program.signal(SIGTERM)
    _ = try program.finish()
  }

  @Test func `an xbar plugin runs in its folder with its variables`() throws {
    let sandbox = try Sandbox(
      config: "sources: {s: {command: bar/hi.1h.sh}}\nmetrics: {m: {source: s, motion: none}}\n")
    try sandbox.writeProgram(
      """
      #!/bin/sh
      # <xbar.var>string(NAME="World"): who</xbar.var>
      echo "Hi-$NAME-in-${PWD##*/} | color=red"
      echo ---
      echo "a & b | href=x"

      """, to: "config/odobar/bar/hi.1h.sh")
    let program = try sandbox.start(["waybar", "m", "--standalone"])
    try program.line { $0.contains("Hi-World-in-bar") && $0.contains(#""tooltip":"a &amp; b""#) }
    program.signal(SIGTERM)
    _ = try program.finish()
  }

  @Test func `a condition keeps a script from running`() throws {
    let sandbox = try Sandbox(
      config: """
        sources:
          no: {command: "echo shown", interval: 1h, protocol: waybar, exec_if: "echo out; false"}
          yes: {command: [echo, "a  b"], interval: 1h, protocol: waybar, exec_if: "true"}
        metrics: {no: {source: no}, yes: {source: yes, motion: none}}
        """)
    let run = try sandbox.run(["check", "--run"])
    #expect(
      run.output.contains("no\n  speaks  waybar\n  field   value = ''\n  look    hidden\n"),
      "\(run.output)")
    #expect(run.output.contains("value = 'a  b'"))
  }
}
