import Foundation
import Glibc

/// A tmux server of a test's own, on a socket in its sandbox.
package final class PrivateTmux {
  /// Whether there is a tmux to be had.
  package static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

  package let sandbox: Sandbox
  package let socket: String
  private let config: String
  /// The program, in a folder of the server's `PATH`.
  package let program: String

  /// A server that has not been started yet; it will read `config`.
  package init(_ sandbox: Sandbox, name: String = "tmux", config: String) throws {
    self.sandbox = sandbox
    socket = sandbox.folder.appending(path: "\(name).socket").path
    self.config = try sandbox.write(config, to: "\(name).conf").path
    sandbox.environment["TERM"] = "xterm-256color"
    sandbox.environment["SHELL"] = "/bin/sh"
    // What is pasted calls the program by its name.
    let folder = sandbox.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let link = folder.appending(path: "odobar")
    program = link.path
    if !FileManager.default.fileExists(atPath: link.path) {
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: Project.program)
    }
    sandbox.environment["PATH"] = "\(folder.path):/usr/local/bin:/usr/bin:/bin"
  }

  deinit { _ = try? run("kill-server") }

  /// Runs a command of tmux to its end, and gives what it prints.
  @discardableResult
  package func run(_ words: String...) throws -> String {
    let program = try RunningProgram(
      ["tmux", "-u", "-N", "-S", socket] + words, environment: sandbox.environment)
    program.closeInput()
    return try program.finish().output
  }

  /// Attaches a client in a terminal of its own; the first one starts the server.
  package func attach(
    _ words: [String] = ["new-session", "-s", "main", "exec sleep infinity"], columns: Int = 100,
    rows: Int = 8
  ) throws -> Client {
    let terminal = try PseudoTerminal()
    terminal.resize(columns: UInt16(columns), rows: UInt16(rows))
    let stream = RunningProgram.Stream.shared(terminal.terminal)
    let program = try RunningProgram(
      ["tmux", "-u", "-S", socket, "-f", config] + words, environment: sandbox.environment,
      input: stream, output: stream, errors: stream)
    return Client(program: program, terminal: terminal, columns: columns, rows: rows)
  }

  /// The processes of `odobar tmux`.
  package var feeds: [Int32] {
    sandbox.processes.filter { ProcessTable.commandLine(of: $0).prefix(2) == ["odobar", "tmux"] }
  }

  /// Somebody who looks at a session, and has a mouse.
  package final class Client {
    package let program: RunningProgram
    private let terminal: PseudoTerminal
    private let rows: Int
    package private(set) var screen: TerminalScreen
    /// Each status line that was drawn, once where it stayed the same.
    package private(set) var statusLines: [String] = []

    fileprivate init(program: RunningProgram, terminal: PseudoTerminal, columns: Int, rows: Int) {
      self.program = program
      self.terminal = terminal
      self.rows = rows
      screen = TerminalScreen(columns: columns, rows: rows)
    }

    package var status: String { screen.lines[rows - 1] }

    /// Looks on until the status line is as wanted.
    @discardableResult
    package func status(
      within seconds: Double = 60, where isWanted: (String) -> Bool
    ) throws -> String {
      let deadline = Deadline(in: seconds)
      while !isWanted(status) {
        guard !deadline.hasPassed else {
          throw RunningProgram.Trouble(
            description:
              "waited for the status line in vain: \(screen.lines.joined(separator: "\n"))")
        }
        take(try terminal.chunk(within: deadline.seconds))
      }
      return status
    }

    /// Takes in what has been drawn by now.
    package func look() throws {
      while true {
        let bytes = try terminal.chunk(within: 0)
        if bytes.isEmpty { return }
        take(bytes)
      }
    }

    private func take(_ bytes: [UInt8]) {
      screen.draw(bytes)
      if statusLines.last != status { statusLines.append(status) }
    }

    package func forget() {
      statusLines = []
      screen.touched = []
    }

    /// Presses and releases a button, or turns the wheel, on a text in the status line.
    ///
    /// `button` as X counts them: 1 left, 2 middle, 3 right, 4 and 5 the wheel.
    package func click(_ button: Int, on text: String) throws {
      guard let column = screen.column(of: text, row: rows - 1) else {
        throw RunningProgram.Trouble(description: "no '\(text)' in: \(status)")
      }
      let code = button > 3 ? 60 + button : button - 1
      let place = "\(code);\(column + 1);\(rows)"
      try terminal.type("\u{1b}[<\(place)M" + (button > 3 ? "" : "\u{1b}[<\(place)m"))
    }
  }
}
