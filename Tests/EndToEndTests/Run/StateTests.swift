import Foundation
import Glibc
import TestKit
import Testing

/// What survives a run.
struct StateTests {
  private static let config = """
    metrics:
      tickets: {stepper: {range: 0..9}, motion: none}
      total: {value: tickets * 24, motion: none}
    """
  private static let folder = "state/odobar"

  /// Where the value of a stepper lies; nil while there is no such file.
  private func file(_ sandbox: Sandbox, of metric: String = "tickets") -> URL? {
    let folder = sandbox.folder.appending(path: Self.folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.first.map { folder.appending(path: "\($0)/steppers/\(metric)") }
  }

  private func text(_ sandbox: Sandbox) -> String? {
    file(sandbox).flatMap { try? String(contentsOf: $0, encoding: .utf8) }
  }

  private func click(_ part: String) -> String {
    #"{"name":"tickets","instance":"\#(part)","button":1}"# + "\n"
  }

  /// Waits until a bar shows this number of tickets, with the total of them.
  private func expect(_ number: Int, in program: RunningProgram) throws {
    try program.line { line in
      guard line.hasPrefix("[{") else { return false }
      let texts = try I3barBlock.texts(line)
      return texts["tickets"] == "− \(number) +" && texts["total"] == "\(number * 24)"
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, nil])
  func `a stepper's value survives, however the program ends`(signal: Int32?) throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar"])
    try expect(0, in: program)
    try program.write("[\n" + click("plus") + click("plus") + click("plus"))
    try expect(3, in: program)

    if let signal { program.signal(signal) } else { program.closeOutput() }

    #expect(try program.end() == .exited(0))
    // The engine writes it when its last feed has gone.
    try eventually("the value") { text(sandbox) == "3\n" }
    let again = try sandbox.start(["i3bar"])
    try expect(3, in: again)
    #expect(again.errorText.isEmpty)
  }

  @Test func `a value is written while the program runs, in files for the user alone`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let program = try sandbox.start(["i3bar", "--standalone"])
    try expect(0, in: program)
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.appending(path: "state").path))

    try program.write(click("plus"))

    try eventually("the value") { text(sandbox) == "1\n" }
    let file = try #require(self.file(sandbox))
    for (path, mode) in [(file, 0o600), (file.deletingLastPathComponent(), 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path.path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: file.deletingLastPathComponent().path)
    #expect(names == ["tickets"])
    program.signal(SIGKILL)
    let again = try sandbox.start(["i3bar", "--standalone"])
    try expect(1, in: again)
  }

  @Test(arguments: ["three", "", "3 4", "nan", "\u{0}", String(repeating: "9", count: 300)])
  func `a file that is no number is reported once, and costs its own value only`(
    content: String
  ) throws {
    let sandbox = try Sandbox(
      config: Self.config + "\n  other: {stepper: {range: 0..9}, motion: none}\n")
    let first = try sandbox.start(["i3bar", "--standalone"])
    try expect(0, in: first)
    try first.write(click("plus") + #"{"name":"other","button":4}"# + "\n")
    try expect(1, in: first)
    first.signal(SIGTERM)
    _ = try first.end()
    try Data(content.utf8).write(to: #require(file(sandbox)))

    let program = try sandbox.start(["i3bar", "--standalone"])

    try program.line { line in
      guard line.hasPrefix("[{") else { return false }
      let texts = try I3barBlock.texts(line)
      return texts["tickets"] == "− 0 +" && texts["other"] == "− 1 +"
    }
    try program.write(click("plus") + click("plus"))
    try expect(2, in: program)
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    #expect(program.errorText.split(separator: "\n").count == 1)
    #expect(program.errorText.contains("tickets"))
    #expect(text(sandbox) == "2\n")
  }

  @Test func `where nothing can be written the stepper steps all the same`() throws {
    let sandbox = try Sandbox(config: Self.config)
    // A file where the folder should be.
    try sandbox.write("", to: "state")
    let program = try sandbox.start(["i3bar", "--standalone"])
    try expect(0, in: program)
    for number in 1...3 {
      try program.write(click("plus"))
      try expect(number, in: program)
    }
    program.signal(SIGTERM)
    #expect(try program.end() == .exited(0))
    #expect(program.errorText.split(separator: "\n").count == 1, "\(program.errorText)")
    #expect(program.errorText.contains("cannot be kept"))
  }

  @Test func `a value outside of its range is shown, and stepped to the nearest limit`() throws {
    let sandbox = try Sandbox(config: Self.config)
    let first = try sandbox.start(["i3bar", "--standalone"])
    try expect(0, in: first)
    try first.write(String(repeating: click("plus"), count: 8))
    try expect(8, in: first)
    first.signal(SIGTERM)
    _ = try first.end()
    try sandbox.write(
      Self.config.replacing("0..9", with: "0..5"), to: "config/odobar/config.yaml")

    let program = try sandbox.start(["i3bar", "--standalone"])
    try expect(8, in: program)
    try program.write(click("plus"))
    try expect(5, in: program)
  }

  @Test func `two programs with one config do not undo each other's values`() throws {
    let sandbox = try Sandbox(
      config: Self.config + "\n  other: {stepper: {range: 0..9}, motion: none}\n")
    let programs = [
      try sandbox.start(["i3bar", "--standalone"]), try sandbox.start(["i3bar", "--standalone"]),
    ]
    for program in programs { try expect(0, in: program) }
    try programs[0].write(click("plus"))
    try expect(1, in: programs[0])
    try programs[1].write(#"{"name":"other","button":4}"# + "\n")
    try programs[1].line { try $0.hasPrefix("[{") && I3barBlock.texts($0)["other"] == "− 1 +" }
    for program in programs {
      program.signal(SIGTERM)
      _ = try program.end()
    }

    let again = try sandbox.start(["i3bar", "--standalone"])
    try again.line { line in
      guard line.hasPrefix("[{") else { return false }
      let texts = try I3barBlock.texts(line)
      return texts["tickets"] == "− 1 +" && texts["other"] == "− 1 +"
    }
  }
}
