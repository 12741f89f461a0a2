import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct ChildrenTests {
    private let children = Children()
    private let environment = Environment.current.entries

    @Test func `talks with a child through its three streams`() throws {
      let child = try children.shell("read line; echo \"got $line\"; echo oops >&2; exit 33")

      #expect(try child.input?.write(Array("hello\n".utf8)) == .wrote(6))

      #expect(try child.output?.readAll() == "got hello\n")
      #expect(try child.errors?.readAll() == "oops\n")
      children.end(of: child)
      #expect(child.status == .exited(33))
    }

    @Test func `tells the signal that ended it`() throws {
      let child = try children.shell("kill -KILL $$")

      children.end(of: child)

      #expect(child.status == .signaled(.kill))
      #expect(child.status?.description == "killed by KILL")
    }

    @Test func `gives nothing but three streams, blocking ones`() throws {
      let (readEnd, writeEnd) = barePipe()
      defer { for end in [readEnd, writeEnd] { close(end) } }
      // As a library might open it: not closed at exec.
      _ = fcntl(readEnd, F_SETFD, 0)

      let child = try children.shell("ls /proc/$$/fd; grep flags /proc/$$/fdinfo/[012]; sleep 0")

      let lines = try child.output?.readAll().split(separator: "\n").map(String.init) ?? []
      #expect(lines.prefix(3) == ["0", "1", "2"])
      #expect(lines.count == 6)
      let nonBlocking = 0o4000
      for line in lines.dropFirst(3) {
        let flags = try #require(line.split(separator: "\t").last.flatMap { Int($0, radix: 8) })
        #expect(flags & nonBlocking == 0)
      }
      children.end(of: child)
    }

    @Test func `blocks no signal in it and ignores but the real-time ones`() throws {
      try Signals.ignoreBrokenPipes()

      // A shell would change its own.
      let child = try children.spawn(
        Command(["cat", "/proc/self/status"], environment: environment))

      let lines = try child.output?.readAll().split(separator: "\n") ?? []
      func mask(_ name: String) throws -> UInt64 {
        let line = try #require(lines.first { $0.hasPrefix("\(name):") })
        return try #require(line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
      }
      #expect(try mask("SigBlk") == 0)
      let realTime = try #require(Signal.realTime(0)).rawValue
      let ignored: UInt64 = ~0 << UInt64(realTime - 1)
      // Between 31 and SIGRTMIN are those that the C library keeps to itself.
      let own = ~ignored & ~0x7FFF_FFFF
      #expect(try mask("SigIgn") & ~own == ignored)
      #expect(lines.contains("NoNewPrivs:\t1"))
      children.end(of: child)
    }

    @Test func `looks up the program in the child's own path`() throws {
      let folder = try TemporaryFolder()
      _ = try folder.file("mine", "#!/bin/sh\necho found $1\n", mode: 0o755)

      let child = try children.spawn(
        Command(["mine", "me"], environment: ["PATH=/nowhere::\(folder.url.path):/bin"]))

      #expect(try child.output?.readAll() == "found me\n")
      children.end(of: child)
    }

    @Test func `runs a script that does not say what runs it`() throws {
      let folder = try TemporaryFolder()
      let script = try folder.file("bare", "echo $0 $1 $#\n", mode: 0o755)

      for _ in 0..<20 {
        let child = try children.spawn(Command([script, "a", "b"], environment: environment))
        #expect(try child.output?.readAll() == "\(script) a 2\n")
        children.end(of: child)
      }
    }

    @Test func `runs in its folder, with its environment alone`() throws {
      let folder = try TemporaryFolder()

      let child = try children.spawn(
        Command(
          ["/bin/sh", "-c", "pwd -P; exec /usr/bin/env"],
          environment: ["ODOBAR_PARAM_X=a b=c"], directory: folder.url.path))

      let lines = try child.output?.readAll().split(separator: "\n") ?? []
      #expect(lines.first.map(String.init) == folder.url.resolvingSymlinksInPath().path)
      #expect(lines.contains("ODOBAR_PARAM_X=a b=c"))
      #expect(!lines.contains { $0.hasPrefix("HOME=") })
      children.end(of: child)
    }

    @Test func `gives null streams where asked`() throws {
      let child = try children.spawn(
        Command(
          ["/bin/sh", "-c", "readlink /proc/self/fd/0 /proc/self/fd/2"], environment: environment,
          input: .null, errors: .null))

      #expect(child.input == nil)
      #expect(child.errors == nil)
      #expect(try child.output?.readAll() == "/dev/null\n/dev/null\n")
      children.end(of: child)
    }

    @Test func `lets what a click starts go its own way`() throws {
      let child = try children.spawn(
        Command(
          ["/bin/sh", "-c", "cut -d' ' -f1,6 /proc/$$/stat; grep NoNewPrivs /proc/self/status"],
          environment: environment, isDetached: true, mayGainPrivileges: true))

      #expect(try child.output?.readAll() == "\(child.pid) \(child.pid)\nNoNewPrivs:\t0\n")
      #expect(children.areGone)
      children.end(of: child)
    }

    @Test func `says what stood in the way`() throws {
      let folder = try TemporaryFolder()
      let plain = try folder.file("plain", "echo\n")
      func error(_ arguments: [String], in directory: String? = nil) -> SpawnError? {
        #expect(throws: SpawnError.self) {
          try children.spawn(
            Command(arguments, environment: environment, directory: directory))
        }
      }

      #expect(error(["no-such-program"])?.obstacle == .program("no-such-program"))
      #expect(error(["no-such-program"])?.cause.code == ENOENT)
      #expect(error([])?.cause.code == ENOENT)
      #expect(error([plain])?.cause.code == EACCES)
      #expect(error(["true"], in: "/no/such")?.obstacle == .directory("/no/such"))
      #expect(error(["true"], in: plain)?.cause.code == ENOTDIR)
      #expect(
        error(["no-such-program"])?.description
          == "cannot run 'no-such-program': No such file or directory")
    }

    @Test func `leaves nothing of 200 failed starts`() throws {
      let host = try Host(["fail", "200"])

      #expect(try host.number(after: "errors") == 200)
      #expect(try host.number(after: "descriptors") == 0)
      #expect(try host.number(after: "processes") == 0)
      #expect(host.end() == .exited(0))
    }

    @Test func `gets every exit status right in a storm of signals`() throws {
      let host = try Host(["storm", "50"])

      #expect(try host.number(after: "correct") == 50)
      #expect(host.end() == .exited(0))
    }

    @Test func `fails softly when descriptors run out`() throws {
      let host = try Host(["exhaust"])

      #expect(try host.number(after: "started") >= 4)
      #expect(try host.line() == "cannot start a process: pipe: Too many open files")
      #expect(try host.number(after: "again") == 1)
      #expect(host.end() == .exited(0))
    }
  }
}
