import Foundation
import Glibc
import TestKit
import Testing

/// The plugin `git`, with real repositories.
@Suite(.enabled(if: Shell.find("git") != nil, "needs git"))
struct GitTests {
  /// Git would not do it.
  private struct Refusal: Error { let reason: String }

  /// A repository of its own on a machine.
  private struct Repository {
    let machine: Machine
    let path: String

    init(_ machine: Machine, _ name: String = "repository") throws {
      self.machine = machine
      path = machine.root.appending(path: name).path
      try git("init", "--quiet", "--initial-branch=main", path, at: "/")
    }

    private init(_ machine: Machine, cloned name: String) {
      self.machine = machine
      path = machine.root.appending(path: name).path
    }

    func git(_ arguments: String..., at place: String? = nil) throws {
      let program = try RunningProgram(
        ["git", "-C", place ?? path] + arguments,
        environment: [
          "PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
          "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "c",
          "GIT_COMMITTER_EMAIL": "c@d",
        ])
      let (ending, _, errors) = try program.finish()
      guard ending == .exited(0) else { throw Refusal(reason: errors) }
    }

    func write(_ text: String, to file: String) throws {
      try machine.write(text, to: "\(URL(filePath: path).lastPathComponent)/\(file)")
    }

    func commit(_ files: String...) throws {
      for file in files { try write(file, to: file) }
      try git("add", "--all")
      try git("commit", "--quiet", "--allow-empty", "--message=x")
    }

    func clone(_ name: String) throws -> Repository {
      try git("clone", "--quiet", path, machine.root.appending(path: name).path)
      return Repository(machine, cloned: name)
    }

    func session(_ more: [String: String] = [:], shell: [String] = []) throws -> Session {
      try Session(
        "git", on: machine, parameters: ["path": path].merging(more) { $1 }, shell: shell)
    }
  }

  private struct Report: Decodable, Equatable {
    var branch = "main"
    var ahead: Int?
    var behind: Int?
    var staged = 0
    var changed = 0
    var untracked = 0
    var conflicts = 0
    var stash: Int? = 0
  }

  private func ask(_ session: Session) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(session.ask().line.utf8))
  }

  @Test(arguments: Shell.installed)
  func `counts what is staged, changed and new`(_ shell: Shell) throws {
    let repository = try Repository(Machine(nil))
    let session = try repository.session(shell: shell.command)
    #expect(try ask(session) == Report())
    try repository.commit("a", "b", "c", "d e", "f")
    #expect(try ask(session) == Report())

    try repository.write("1", to: "a")
    try repository.write("2", to: "b")
    try repository.git("add", "b")
    try repository.write("3", to: "b")
    try repository.git("rm", "--quiet", "--cached", "c")
    try repository.git("mv", "d e", "g\"h\n i")
    try repository.write("4", to: "new/1")
    try repository.write("5", to: "new/2")
    try repository.write("6", to: "* $(exit 1)")
    // Staged: b, c and the one that has moved. New: c, the folder and the odd one.
    #expect(try ask(session) == Report(staged: 3, changed: 2, untracked: 3))
    for line in ["", "set branch 3", "tock"] { try session.send(line) }
    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(0) && stdout.isEmpty && stderr.isEmpty)

    #expect(
      try ask(repository.session(["untracked": "false"])) == Report(staged: 3, changed: 2))
  }

  @Test func `counts what the other side does not have, what is put aside, and conflicts`() throws {
    let origin = try Repository(Machine(nil))
    try origin.commit("a")
    let clone = try origin.clone("clone")
    let session = try clone.session()
    #expect(try ask(session) == Report(ahead: 0, behind: 0))

    try clone.commit("b")
    try clone.commit("c")
    try origin.write("other", to: "b")
    try origin.commit("d")
    #expect(try ask(session) == Report(ahead: 2, behind: 0))
    try clone.git("fetch", "--quiet")
    #expect(try ask(session) == Report(ahead: 2, behind: 1))
    try clone.write("1", to: "a")
    try clone.git("stash", "--quiet")
    #expect(try ask(session) == Report(ahead: 2, behind: 1, stash: 1))
    #expect(throws: Refusal.self) { try clone.git("merge", "--quiet", "origin/main") }
    #expect(
      try ask(session)
        == Report(ahead: 2, behind: 1, staged: 1, conflicts: 1, stash: 1))
  }

  @Test func `names the branch, whatever it is called, or the commit`() throws {
    let repository = try Repository(Machine(nil))
    try repository.commit("a")
    let session = try repository.session()
    for name in ["a\"b\"", "42", "$(exit)", "naïve/x", "-n;'{}"] {
      try repository.git("update-ref", "refs/heads/\(name)", "HEAD")
      try repository.git("symbolic-ref", "HEAD", "refs/heads/\(name)")
      #expect(try ask(session).branch == name)
    }
    try repository.git("checkout", "--quiet", "--detach")
    #expect(try ask(session).branch.wholeMatch(of: /[0-9a-f]{8}/) != nil)
  }

  @Test func `takes no locks, and leaves the index as it is`() throws {
    let repository = try Repository(Machine(nil))
    try repository.commit("a")
    let session = try repository.session()
    try repository.write("a", to: "a")  // The same, at another time: git would like to note that.
    try repository.write("", to: ".git/index.lock")
    let index = URL(filePath: repository.path + "/.git/index")
    let before = try Data(contentsOf: index)
    #expect(try ask(session) == Report())
    #expect(try Data(contentsOf: index) == before)
  }

  @Test func `without a repository it ends in git's own words`() throws {
    let machine = try Machine(nil)
    let outside = try Session("git", on: machine, parameters: ["path": machine.root.path])
    let (ending, stdout, stderr) = try outside.finish()
    #expect(ending == .exited(1) && stdout.isEmpty)
    #expect(stderr.hasPrefix("fatal: not a git repository") && stderr.count { $0 == "\n" } == 1)

    let repository = try Repository(machine)
    let session = try repository.session()
    _ = try session.ask()
    try machine.remove("repository")
    try session.send("tick")
    #expect(try session.finish(closing: false).ending == .exited(1))

    let without = try Session("git", on: machine, path: machine.root.path)
    #expect(try without.finish().stderr == "git is not installed\n")
  }

  @Test func `ends at once when told to terminate`() throws {
    let session = try Repository(Machine(nil)).session()
    _ = try session.ask()
    session.signal(SIGTERM)
    #expect(try session.finish(closing: false).ending == .killed(by: SIGTERM))
  }
}
