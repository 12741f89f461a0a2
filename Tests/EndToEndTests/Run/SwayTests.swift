import Foundation
import TestKit
import Testing

/// What a feed learns of sway, which has started it.
struct SwayTests {
  private static let config = """
    motion: {initial: none, fps: 60}
    metrics: {n: {stepper: {range: 0..9}, motion: {style: flip, duration: 400ms}}}
    """

  /// A stand-in for sway that has a screen of a scale, and one of another that is off.
  private static let sway = """
    import json, socket, struct, sys
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    print("ready", flush=True)
    screens = [{"active": True, "scale": float(sys.argv[2])}, {"active": False, "scale": 3}]
    while True:
        client, _ = listener.accept()
        magic, length, kind = struct.unpack("=6sII", client.recv(14))
        assert (magic, length, kind) == (b"i3-ipc", 0, 3)
        reply = json.dumps(screens).encode()
        client.sendall(struct.pack("=6sII", magic, len(reply), kind) + reply)
        client.close()
    """

  /// The lines of a flip from 0 to 1.
  private func flip(in sandbox: Sandbox) throws -> [String] {
    let program = try sandbox.start(["i3bar", "--standalone"])
    for _ in 0..<3 { _ = try program.line() }
    try program.write("[\n{\"name\":\"n\",\"instance\":\"plus\",\"button\":1}\n")
    var lines: [String] = []
    repeat {
      lines.append(try program.line())
    } while try I3barBlock.texts(lines.last ?? "")["n"]?.contains("1") == false
      || lines.last?.contains("alpha=") == true
    return lines
  }

  @Test(arguments: [("1", true), ("1.5", false), ("2", false)])
  func `flaps show their edges where lines come out in their place`(
    _ scale: String, _ hasEdges: Bool
  ) throws {
    let sandbox = try Sandbox(config: Self.config)
    let socket = sandbox.folder.appending(path: "sway").path
    let sway = try RunningProgram(
      ["python3", "-c", Self.sway, socket, scale], environment: sandbox.environment)
    #expect(try sway.line() == "ready")
    sandbox.environment["SWAYSOCK"] = socket
    sandbox.environment["I3SOCK"] = socket

    let lines = try flip(in: sandbox)
    #expect(lines.contains { $0.contains("strikethrough") } == hasEdges)
    #expect(lines.contains { $0.contains("alpha=") }, "swaybar blends")
  }

  @Test func `a sway that does not answer keeps nobody waiting`() throws {
    let sandbox = try Sandbox(config: Self.config)
    sandbox.environment["SWAYSOCK"] = sandbox.folder.appending(path: "nobody").path

    let lines = try flip(in: sandbox)
    #expect(lines.contains { $0.contains("alpha=") })
    #expect(!lines.contains { $0.contains("strikethrough") })
  }

  @Test func `i3 in a window of sway is i3`() throws {
    let sandbox = try Sandbox(config: Self.config)
    sandbox.environment["SWAYSOCK"] = sandbox.folder.appending(path: "nobody").path
    sandbox.environment["I3SOCK"] = sandbox.folder.appending(path: "i3").path

    let program = try sandbox.start(["i3bar", "--standalone"])
    for _ in 0..<2 { _ = try program.line() }
    // The minus is muted at the limit: by a colour that is mixed here.
    let line = try program.line()
    #expect(line.contains("foreground=") && !line.contains("alpha="))
  }
}
