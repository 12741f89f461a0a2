import Foundation
import TestKit
import Testing

/// `odobar wrap`, with generators that are scripts.
struct WrapTests {
  private static let header =
    "{\"version\":1,\"stop_signal\":20,\"cont_signal\":18,\"click_events\":true}"

  @Test func `gives a recorded stream back`() throws {
    let sandbox = try Sandbox()
    let line =
      #"[{ "full_text":"a 1\u00e9\/" , "_x":[1,{"y":null}]},{"full_text":"b","urgent":true}],"#
    let file = try sandbox.write("{\"version\":1}\n[\n\(line)\n", to: "stream")
    let program = try sandbox.start(["wrap", "--motion", "reduced", "--", "cat", file.path])

    #expect(try program.line() == Self.header)
    #expect(try program.line { $0.hasPrefix("[{") } == line)
    // It ends and begins anew, which changes nothing.
    #expect(holds(for: 1.5) { (try? program.linesSoFar()) == [] })
  }

  @Test func `rolls numbers and comes to rest on the generator's own line`() throws {
    let sandbox = try Sandbox()
    let script = """
      echo '[{"full_text":"n 1"}]'
      until [ -e \(sandbox.folder.path)/go ]; do sleep 0.05; done
      echo '[{"full_text":"n 2"}]'; sleep 60
      """
    let program = try sandbox.start(["wrap", "--motion", "full", "--", script])

    try program.line { $0 == "[{\"full_text\":\"n 1\"}]," }
    try sandbox.write("", to: "go")
    #expect(try program.line { $0.contains("rise=") }.hasSuffix("\"markup\":\"pango\"}],"))
    try program.line { $0 == "[{\"full_text\":\"n 2\"}]," }
  }

  @Test func `passes clicks to the generator as a bar writes them`() throws {
    let sandbox = try Sandbox()
    let script = """
      echo '{"version":1,"click_events":true}'; echo '[[{"name":"n","full_text":"n"}]'
      exec cat >\(sandbox.folder.path)/clicks
      """
    let program = try sandbox.start(["wrap", "--", script])
    try program.line { $0.hasPrefix("[{") }
    try program.write(
      "[\n{ \"name\": \"n\", \"button\": 1 }\n,{\"name\":\"n\",\"button\":3,\"x\":1.5}\n")
    try eventually("clicks") {
      sandbox.text(of: "clicks")
        == "[\n{ \"name\": \"n\", \"button\": 1 }\n,{\"name\":\"n\",\"button\":3,\"x\":1.5}\n"
    }
  }

  @Test func `stops and continues the generator with its own signals`() throws {
    let sandbox = try Sandbox()
    let heard = "\(sandbox.folder.path)/heard"
    let script = """
      trap 'echo stop >>\(heard)' USR1; trap 'echo go >>\(heard)' USR2
      echo '{"version":1,"stop_signal":10,"cont_signal":12}'; echo '[[{"full_text":"n"}]'
      while :; do sleep 0.05; done
      """
    let program = try sandbox.start(["wrap", "--", script])
    try program.line { $0.hasPrefix("[{") }
    program.signal(SIGTSTP)
    try eventually("the stop") { sandbox.text(of: "heard") == "stop\n" }
    program.signal(SIGCONT)
    try eventually("the end of it") { sandbox.text(of: "heard") == "stop\ngo\n" }
  }

  @Test func `shows a death and starts the generator again`() throws {
    let sandbox = try Sandbox()
    let script = "echo '[{\"full_text\":\"n\"}]'; echo no more >&2; exit 3"
    let program = try sandbox.start(["wrap", "--", script])

    let line = try program.line { $0.contains("⚠") }
    #expect(line.hasPrefix("[{\"full_text\":\"n\"},{\"full_text\":\"⚠ echo: no more\""))
    try program.line { $0 == "[{\"full_text\":\"n\"}]," }
  }

  @Test func `generators find a bar that reads them`() throws {
    let sandbox = try Sandbox()
    let name = "\(sandbox.folder.path)/name"
    let script = "cat /proc/$PPID/comm >\(name); echo hello; sleep 60"
    let program = try sandbox.start(["wrap", "--from", "text", "--to", "plain", "--", script])
    try program.line { $0 == "hello" }

    #expect(sandbox.text(of: "name") == "i3bar\n")
    try eventually("its own name") {
      (try? String(contentsOfFile: "/proc/\(program.process)/comm", encoding: .utf8)) == "odobar\n"
    }
  }

  @Test func `a config may be for this alone`() throws {
    let sandbox = try Sandbox()
    let config = try sandbox.write(
      "wrap: {rules: [{match: number, motion: none}]}", to: "wrap.yaml")
    let script = """
      echo 1; until [ -e \(sandbox.folder.path)/go ]; do sleep 0.05; done; echo 90; sleep 60
      """
    let program = try sandbox.start(["wrap", "-c", config.path, "--to", "plain", "--", script])
    try program.line { $0 == "1" }
    try sandbox.write("", to: "go")

    #expect(try program.line() == "90")
    #expect(program.errorText == "")
  }

  @Test func `leaves no process behind`() throws {
    let sandbox = try Sandbox()
    let file = "\(sandbox.folder.path)/pid"
    let program = try sandbox.start(["wrap", "--", "echo $$ >\(file); echo x; sleep 600"])
    try program.line { $0.contains("\"x\"") }
    let pid = try #require(Int32((sandbox.text(of: "pid") ?? "").dropLast()))
    program.signal(SIGKILL)
    try eventually("the end of the generator") { kill(pid, 0) != 0 }
  }

  @Test(arguments: [
    ([], "'wrap' needs a command"), (["--from", "i3baar", "--", "x"], "did you mean 'i3bar'?"),
    (["--to", "waybr", "--", "x"], "did you mean 'waybar'?"),
    (["--motion", "rol", "--", "x"], "did you mean 'roll'?"),
  ])
  func `says what it does not know`(words: [String], complaint: String) throws {
    let run = try Sandbox().run(["wrap"] + words)
    #expect(run.status == 64 && run.errors.contains(complaint))
  }
}
