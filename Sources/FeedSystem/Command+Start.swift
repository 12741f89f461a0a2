import CLinux
import Glibc

extension Command {
  /// Starts it with the descriptors as its 0, 1 and 2.
  func start(
    descriptors: (Int32, Int32, Int32), guardedBy guardian: Int32
  ) throws(SpawnError) -> Int32 {
    let program = arguments.first ?? ""
    let environment = CStrings(environment)
    let arguments = CStrings(arguments.isEmpty ? [""] : arguments)
    // A script without a #! line runs as `/bin/sh script arguments`, as execvp has it.
    let shell = CStrings(["/bin/sh", program] + self.arguments.dropFirst())
    var stage = odobar_stage_none
    var code: Int32 = 0
    let pid = withOptionalCString(directory) { directory in
      path.withCString { path in
        var request = odobar_request(
          file: arguments.pointers[0], path: path, arguments: arguments.pointers,
          shell_arguments: shell.pointers, environment: environment.pointers, directory: directory,
          descriptors: descriptors, guard: isDetached ? -1 : guardian, detached: isDetached ? 1 : 0,
          no_new_privileges: mayGainPrivileges ? 0 : 1)
        let pid = odobar_spawn(&request, &stage)
        code = errno
        return pid
      }
    }
    extendLifetime(environment)
    extendLifetime(arguments)
    extendLifetime(shell)
    if pid > 0 { return pid }
    switch stage {
    case odobar_stage_directory:
      throw SpawnError(
        obstacle: .directory(directory ?? "."), cause: SystemCallError(call: "chdir", code: code))
    case odobar_stage_execute:
      throw SpawnError(
        obstacle: .program(program), cause: SystemCallError(call: "execve", code: code))
    default:
      throw SpawnError(obstacle: .resources, cause: SystemCallError(call: "fork", code: code))
    }
  }

  /// Starts it as a process that is nobody's child, in a session of its own.
  ///
  /// Standard error is `/dev/null`. Whether the program can be executed is not told.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - input: what it has as its standard input.
  ///   - output: what it has as its standard output; nil for `/dev/null`.
  /// - Throws: Why there is no process to be had.
  package func startOrphan(
    program: String, input: Descriptor, output: Descriptor? = nil
  ) throws(SystemCallError) {
    let null = Descriptor(
      owning: try checked("open") { odobar_open("/dev/null", O_RDWR) }, access: .direct)
    let environment = CStrings(environment)
    let arguments = CStrings(arguments)
    let code = withOptionalCString(directory) { directory in
      program.withCString { program in
        var request = odobar_request()
        request.file = program
        request.arguments = UnsafePointer(arguments.pointers)
        request.environment = UnsafePointer(environment.pointers)
        request.directory = directory
        request.descriptors = (input.number, output?.number ?? null.number, null.number)
        return odobar_start_orphan(&request) < 0 ? errno : 0
      }
    }
    extendLifetime(environment)
    extendLifetime(arguments)
    extendLifetime(null)
    if code != 0 { throw SystemCallError(call: "fork", code: code) }
  }

  private func withOptionalCString<Result>(
    _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let string else { return body(nil) }
    return string.withCString(body)
  }
}

/// Strings as C wants them: pointers, with a null one at the end.
private struct CStrings: ~Copyable {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() {
      (pointers + index).initialize(to: strdup(string))
    }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
