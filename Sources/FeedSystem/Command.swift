/// What to run, and how.
package struct Command: Hashable, Sendable {
  /// What a standard stream of the child is.
  package enum Stream: Hashable, Sendable {
    /// A pipe whose other end the child object holds.
    case pipe
    /// `/dev/null`.
    case null
    /// The same as this program's.
    case inherited
  }

  /// The program, looked up in the `PATH` of `environment` unless it has a slash, and its arguments.
  package var arguments: [String]
  /// `NAME=value` each; nothing else is passed on.
  package var environment: [String]
  /// Where it runs; nil is where this program runs.
  package var directory: String?
  /// Descriptor 0.
  package var input: Stream
  /// Descriptor 1.
  package var output: Stream
  /// Descriptor 2.
  package var errors: Stream
  /// Whether it outlives this program, as what a click starts does; it then has its own session.
  package var isDetached: Bool
  /// Whether set-user-id programs under it may gain privileges, as `sudo` must.
  package var mayGainPrivileges: Bool

  /// Pipes for all three streams, and an end no later than this program's.
  package init(
    _ arguments: [String], environment: [String], directory: String? = nil, input: Stream = .pipe,
    output: Stream = .pipe, errors: Stream = .pipe, isDetached: Bool = false,
    mayGainPrivileges: Bool = false
  ) {
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.input = input
    self.output = output
    self.errors = errors
    self.isDetached = isDetached
    self.mayGainPrivileges = mayGainPrivileges
  }

  /// Where programs are looked up if the environment does not say.
  package static let usualPath = "/usr/local/bin:/usr/bin:/bin"

  var path: String {
    let name = "PATH="
    let entry = environment.first { $0.hasPrefix(name) }
    return entry.map { String($0.dropFirst(name.count)) } ?? Self.usualPath
  }
}

/// A command that could not be started; nothing of it is left behind.
package struct SpawnError: Error, Hashable, Sendable {
  /// What stood in the way.
  package enum Obstacle: Hashable, Sendable {
    /// The system has no process or descriptor to spare.
    case resources
    /// The working directory.
    case directory(String)
    /// The program: not there, or not executable.
    case program(String)
  }

  /// What stood in the way.
  package let obstacle: Obstacle
  /// Why; for a program, code ENOENT is "not found".
  package let cause: SystemCallError
}

extension SpawnError: CustomStringConvertible {
  /// One line for a person.
  package var description: String {
    switch obstacle {
    case .resources: "cannot start a process: \(cause)"
    case .directory(let path): "cannot enter '\(path)': \(cause.reason)"
    case .program(let name): "cannot run '\(name)': \(cause.reason)"
    }
  }
}
