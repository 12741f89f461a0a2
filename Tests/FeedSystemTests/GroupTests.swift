import FeedSystem
import Foundation
import Testing

extension SystemTests {
  /// Groups of children, and the guard that ends them when the program is killed.
  struct GroupTests {
    private let children = Children()

    @Test func `signals all of a group`() throws {
      let child = try children.shell("sleep 1000 & echo $!; wait")
      let helper = try #require(Int32(child.output?.readLine() ?? ""))

      #expect(child.signalGroup(.terminate))

      eventually("the helper has ended") { !isAlive(helper) }
      children.end(of: child)
      #expect(child.status == .signaled(.terminate))
    }

    @Test func `knows a group that outlives its leader`() throws {
      let child = try children.shell("sleep 1000 & echo $!")
      let helper = try #require(Int32(child.output?.readLine() ?? ""))
      children.end(of: child)
      #expect(child.status == .exited(0))
      #expect(!child.isGroupGone)
      #expect(!children.areGone)

      child.signalGroup(.kill)

      eventually("the helper has ended") { !isAlive(helper) }
    }

    @Test func `takes the place of init for what children leave behind`() throws {
      let host = try Host(["guard", "(sleep 0.05; exit 1) & exit", "sleep 1000 & wait"])
      let quick = try host.number(after: "child")
      let slow = try host.number(after: "child")
      #expect(try host.number(after: "guardian") > 0)

      #expect(try host.number(after: "ended") == quick)
      eventually("the group is gone, zombies and all") { kill(-quick, 0) < 0 }
      host.signal(.terminate)

      // Within the patience of `shutDown`, though the helper is nobody's child but ours.
      eventually("the end") { kill(-slow, 0) < 0 }
      #expect(host.end() == .exited(0))
    }

    @Test func `shuts down what ignores SIGTERM, and what is stopped`() throws {
      let deaf = try children.shell("trap '' TERM; sleep 1000 & echo $!; while :; do wait; done")
      let stopped = try children.shell("echo x; kill -STOP $$")
      let helper = try #require(Int32(deaf.output?.readLine() ?? ""))
      eventually("stopped") { state(of: stopped.pid) == "T" }

      children.shutDown(patience: 100_000_000)

      #expect(deaf.status == .signaled(.kill))
      #expect(stopped.status == .signaled(.terminate))
      #expect(!isAlive(helper))
      #expect(children.guardianProcess == nil)
    }

    @Test func `lets a child clean up before it goes`() throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "clean").path
      let child = try children.shell(
        "trap 'echo done >\(file); exit 3' TERM; echo; while :; do sleep 0.01; done")
      _ = try child.output?.readLine()

      children.shutDown(patience: 5_000_000_000)

      #expect(child.status == .exited(3))
      #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func `a killed program leaves no process behind`() throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "pids").path
      let host = try Host([
        "guard",
        "trap '' TERM HUP; sleep 1001 & echo $! >>\(file); while :; do wait; done",
        "sleep 1002 & echo $! >>\(file); kill -STOP $$",
        "(trap '' TERM; while :; do sleep 0.1; done) & echo $! >>\(file); exec sleep 1003",
      ])
      var pids = try (0..<3).map { _ in try host.number(after: "child") }
      pids.append(try host.number(after: "guardian"))
      eventually("helpers") {
        (try? String(contentsOfFile: file, encoding: .utf8))?.split(separator: "\n").count == 3
      }
      pids += try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        .compactMap { Int32($0) }
      #expect(pids.count == 7)
      #expect(pids.allSatisfy(isAlive))

      host.signal(.kill)

      eventually("nobody left") { !pids.contains(where: isAlive) }
      #expect(host.end() == .signaled(.kill))
    }

    @Test(arguments: 0..<5)
    func `a program killed while it starts children leaves none`(round: Int) throws {
      let mark = "feed-churn-\(UUID().uuidString)"
      let host = try Host(["churn", mark])
      #expect(try host.number(after: "guardian") == 0)
      #expect(try host.line() == "busy")
      // Somewhere between two starts, elsewhere each time.
      poll(nil, 0, Int32(20 + 7 * round))

      host.signal(.kill)
      #expect(host.end() == .signaled(.kill))

      try eventually("nobody left") {
        try !processes(with: mark).contains(where: isAlive)
      }
    }

    private func processes(with mark: String) throws -> [Int32] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter {
        let line = try? Data(contentsOf: URL(filePath: "/proc/\($0)/cmdline"))
        return line?.range(of: Data(mark.utf8)) != nil
      }
    }

    @Test func `the guard goes with the program, and nothing else ends it`() throws {
      let host = try Host(["guard", "exec sleep 1000"])
      let child = try host.number(after: "child")
      let guardian = try host.number(after: "guardian")

      for signal in [Signal.terminate, .interrupt, .hangUp, .quit, .user1] {
        kill(guardian, signal.rawValue)
      }
      kill(-guardian, SIGTERM)
      #expect(try status("Name", of: guardian) == "feed-guard")
      let line = try Data(contentsOf: URL(filePath: "/proc/\(guardian)/cmdline"))
      #expect(line.starts(with: Array("feed-guard\0".utf8)))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(guardian)/fd") == ["0"])

      host.child.input = nil

      #expect(try host.line() == "done")
      #expect(host.end() == .exited(0))
      #expect(!isAlive(child))
      #expect(!isAlive(guardian))
    }

    @Test func `a guard that was killed is replaced, and its successor knows all`() throws {
      let host = try Host(["guard", "trap '' TERM; while :; do sleep 0.1; done"])
      let child = try host.number(after: "child")
      let first = try host.number(after: "guardian")

      kill(first, SIGKILL)
      let second = try host.number(after: "guardian")
      #expect(second != first)
      #expect(second > 0)
      #expect(state(of: first) == nil)
      host.signal(.kill)

      eventually("nobody left") { !isAlive(child) && !isAlive(second) }
      #expect(host.end() == .signaled(.kill))
    }
  }
}
