package import Foundation
import Glibc

/// A home of its own for the program: configs, plugins and everything it may write lie in a
/// temporary folder, and all that it starts is known by a mark in its environment.
package final class Sandbox {
  /// Holds everything; removed at the end.
  package let folder: URL
  /// The environment of all that is started here, to be added to.
  package var environment: [String: String]
  private let mark: String

  /// A home with a config where the program looks for it, or without one.
  package init(config: String? = nil) throws {
    let name = "odobar-test-\(UUID())"
    // The temporary folder may be a link: the program is to say paths as they are said to it.
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: name)
    mark = "ODOBAR_TEST_MARK=\(name)"
    let home = folder.path
    environment = [
      "HOME": home,
      "XDG_CONFIG_HOME": "\(home)/config",
      "XDG_DATA_HOME": "\(home)/data",
      "XDG_STATE_HOME": "\(home)/state",
      "XDG_RUNTIME_DIR": "\(home)/run",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8",
      // This machine's power is no matter of the tests.
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
      "ODOBAR_TEST_MARK": name,
    ]
    try FileManager.default.createDirectory(
      at: folder.appending(path: "run"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    if let config { try write(config, to: "config/odobar/config.yaml") }
  }

  deinit {
    for process in processes { kill(process, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Where the config lies.
  package var config: URL { folder.appending(path: "config/odobar/config.yaml") }

  /// Puts a text into a file below the folder.
  @discardableResult
  package func write(_ text: String, to path: String) throws -> URL {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// Puts a script into a file below the folder that can be executed.
  ///
  /// Another process writes it: while this one did, one that is started meanwhile would have the
  /// file open for a moment, too, and then it could not be executed.
  package func writeProgram(_ text: String, to path: String) throws {
    let file = try write("", to: path).path
    let script = #"rm "$1" && cat > "$1" && chmod 755 "$1""#
    let writer = try RunningProgram(
      ["/bin/sh", "-c", script, "sh", file], environment: environment)
    try writer.write(text)
    writer.closeInput()
    guard try writer.end() == .exited(0) else {
      throw RunningProgram.Trouble(description: "cannot write \(path): \(writer.errorText)")
    }
  }

  /// The text of a file below the folder; nil while there is none.
  package func text(of path: String) -> String? {
    try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// All processes that run because of this test.
  package var processes: [Int32] { ProcessTable.processes(marked: mark) }

  /// Those that work for feeds.
  package var engines: [Int32] {
    processes.filter { ProcessTable.commandLine(of: $0).starts(with: ["odobar", "engine"]) }
  }

  /// The names of the sockets at which engines listen.
  package var sockets: [String] {
    let folder = folder.appending(path: "run/odobar").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".socket") }.sorted()
  }

  /// Those that run for one of the config's sources.
  package func processes(of source: String) -> [Int32] {
    let all = Set(processes)
    return ProcessTable.processes(marked: "ODOBAR_SOURCE=\(source)\0").filter(all.contains)
  }

  /// Starts the program; the test talks with it.
  package func start(
    _ arguments: [String], directory: String? = nil, input: RunningProgram.Stream = .pipe,
    output: RunningProgram.Stream = .pipe, errors: RunningProgram.Stream = .pipe
  ) throws -> RunningProgram {
    try RunningProgram(
      [Project.program.path] + arguments, environment: environment,
      directory: directory, input: input, output: output, errors: errors)
  }

  /// Runs the program to its end.
  package func run(
    _ arguments: [String], input: String = "", directory: String? = nil,
    within seconds: Double = 60
  ) throws -> OdobarRun {
    let program = try start(arguments, directory: directory)
    try program.write(input)
    program.closeInput()
    let end = try program.finish(within: seconds)
    return OdobarRun(ending: end.ending, output: end.output, errors: end.errors)
  }
}

/// What came of running the program.
package struct OdobarRun {
  package let ending: RunningProgram.Ending
  package let output: String
  package let errors: String

  /// The output's lines.
  package var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The exit status; nil if a signal ended the program.
  package var status: Int32? {
    guard case .exited(let status) = ending else { return nil }
    return status
  }
}
