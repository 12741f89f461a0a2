import FeedSystem
import Foundation
import Testing

extension SystemTests {
  /// What the program finds around it: environment, standard descriptors, terminal, clock.
  struct SurroundingsTests {
    @Test func `takes the environment apart`() {
      let environment = Environment(entries: ["A=1", "B=x=y", "A=2", "odd", "EMPTY="])

      #expect(environment["A"] == "1")
      #expect(environment["B"] == "x=y")
      #expect(environment["EMPTY"] == "")
      #expect(environment["odd"] == nil)
      #expect(environment.entries.count == 5)
      #expect(Environment.current["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    }

    @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    func `puts /dev/null where a standard descriptor is closed`(closing: String) throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "names").path
      let host = Host.program
      let children = Children()
      let child = try children.shell("exec \(host) descriptors \(file) \(closing)")

      children.end(of: child)

      #expect(child.status == .exited(0))
      let names = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      let closed = closing.split(separator: " ").count
      #expect(names.count == 3)
      #expect(names.count { $0 == "/dev/null" } == closed)
      #expect(names.count { $0.hasPrefix("pipe:") } == 3 - closed)
    }

    @Test func `knows a terminal and its size`() throws {
      let (controller, terminal) = try bareTerminal()
      defer { for number in [controller, terminal] { close(number) } }
      #expect(TerminalSize(of: terminal) == nil)

      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      #expect(ioctl(controller, UInt(TIOCSWINSZ), &size) == 0)

      #expect(TerminalSize(of: terminal) == TerminalSize(columns: 80, rows: 24))
      #expect(Terminal.isTerminal(terminal))
      let (readEnd, writeEnd) = barePipe()
      defer { for number in [readEnd, writeEnd] { close(number) } }
      #expect(!Terminal.isTerminal(readEnd))
      #expect(TerminalSize(of: readEnd) == nil)
    }

    @Test func `has a clock that does not go back`() {
      let times = (0..<1000).map { _ in MonotonicClock.now }

      #expect(times == times.sorted())
    }
  }
}
