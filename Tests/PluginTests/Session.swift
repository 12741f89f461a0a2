import Foundation
import TestKit

/// A program that runs, is told lines and answers with lines, killed at the end.
final class Session {
  private let program: RunningProgram
  /// Kept for as long as the plugin may read it.
  private var machine: Machine?

  /// Starts a program with nothing in its environment but this.
  init(_ command: [String], environment: [String: String]) throws {
    program = try RunningProgram(command, environment: environment)
  }

  /// Starts a bundled plugin on a machine, as it is or under a certain shell.
  ///
  /// `path` are the only folders in which it finds programs.
  convenience init(
    _ plugin: String, on machine: Machine, parameters: [String: String] = [:],
    shell: [String] = [], path: String? = nil
  ) throws {
    // Not copied to each machine: a program just written may still be open for writing in a child
    // that another test has forked at that moment, and cannot be executed then.
    let standIns = Project.root.appending(path: "Tests/Fixtures/bin").path
    var environment = [
      "ODOBAR_INTERVAL": "0.5",
      "ODOBAR_ROOT": machine.root.path,
      "ODOBAR_SOURCE": plugin,
      "LANG": "de_DE.UTF-8",
      "PATH": path ?? "\(standIns):/usr/local/bin:/usr/bin:/bin",
    ]
    for (name, value) in parameters {
      environment["ODOBAR_PARAM_\(name.uppercased())"] = value
    }
    let program = Project.root.appending(path: "plugins/\(plugin)").path
    try self.init(shell + [program], environment: environment)
    self.machine = machine
  }

  /// Page faults of children that have ended: 0 as long as the program has not forked.
  var faultsOfChildren: Int? { ProcessTable.faultsOfChildren(of: program.process) }

  /// Waits for the next line that the program writes by itself.
  func line() throws -> String { try program.line() }

  /// Tells the program a line.
  func send(_ line: String) throws {
    try program.write(line + "\n")
  }

  /// Tells the program a line and waits for the line it answers.
  func ask(_ line: String = "tick") throws -> Answer {
    try send(line)
    return Answer(try program.line())
  }

  /// Sends a signal.
  func signal(_ number: Int32) {
    program.signal(number)
  }

  /// Ends the program's input, unless told not to, and waits for its end.
  func finish(
    closing: Bool = true
  ) throws -> (ending: RunningProgram.Ending, stdout: String, stderr: String) {
    if closing { program.closeInput() }
    let (ending, output, errors) = try program.finish()
    return (ending, output, errors)
  }
}
