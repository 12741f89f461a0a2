import FeedSystem
import Foundation
import Testing

extension SystemTests {
  /// A folder with a file, watched; and what is done there.
  struct FileWatchTests {
    private let folder: TemporaryFolder
    private let watch: FileWatch
    private let root: String

    init() throws {
      folder = try TemporaryFolder()
      root = folder.url.path
      watch = try FileWatch()
    }

    /// Runs a shell script in the folder.
    private func run(_ script: String) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-ec", script]
      process.currentDirectoryURL = folder.url
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }

    /// What the watch tells of, in one or more goes, until it has nothing more to say.
    private func changes() throws -> Set<String> {
      var poller = Poller()
      poller.watch(watch.descriptor.number, for: .readable)
      var changed: Set<String> = []
      while true {
        try poller.wait(until: MonotonicClock.now + 50_000_000)
        if poller.ready.isEmpty { return changed }
        changed.formUnion(watch.changes())
      }
    }

    private func path(_ name: String) -> String { "\(root)/\(name)" }

    static let ways: [(before: String, file: String, change: String)] = [
      ("echo 1 > f", "f", "echo 2 > f"),
      ("echo 1 > f", "f", "echo 2 >> f"),
      ("echo 1 > f", "f", "echo 1 > g; mv g f"),
      ("echo 1 > f", "f", "rm f"),
      ("echo 1 > f", "f", "mv f g"),
      ("echo 1 > f", "f", "mv f f~; echo 1 > f; rm f~"),
      ("echo 1 > f", "f", "chmod 600 f"),
      ("echo 1 > f; echo 1 > g", "f", "ln -f g f"),
      (":", "f", "echo 1 > f"),
      (":", "a/b/f", "mkdir a; mkdir a/b; echo 1 > a/b/f"),
      ("mkdir a", "a/b/f", "mkdir -p z/b; echo 1 > z/b/f; rmdir a; mv z a"),
      ("mkdir a; echo 1 > a/f", "a/f", "rm -r a"),
      ("mkdir a; echo 1 > a/f", "a/f", "mv a b"),
      ("mkdir a b; echo 1 > a/f; ln -s a/f f", "f", "echo 2 > a/f"),
      ("mkdir a b; echo 1 > a/f; ln -s a/f f", "f", "echo 2 > a/g; mv a/g a/f"),
      ("echo 1 > a; echo 1 > b; ln -s a f", "f", "ln -sf b f"),
      ("mkdir a b; echo 1 > a/f; echo 1 > b/f; ln -s a l", "l/f", "ln -sfn b l"),
      ("mkdir a b; echo 1 > a/f; ln -s ../a/f b/f; ln -s $PWD/b l", "l/f", "echo 2 > a/f"),
      ("ln -s nowhere f", "f", "echo 1 > nowhere"),
      ("mkdir a", "a", "echo 1 > a/f"),
      ("ln -s f f", "f", "ln -sf g f; echo 1 > g"),
    ]

    @Test(arguments: ways)
    func `a file is another, however that came`(
      before: String, file: String, change: String
    ) throws {
      try run(before)
      watch.watch([path(file)])
      #expect(try changes() == [])

      try run(change)

      #expect(try changes() == [path(file)])
      #expect(try changes() == [])
    }

    @Test func `a folder that vanishes and comes back is watched again`() throws {
      try run("mkdir a; echo 1 > a/f")
      watch.watch([path("a/f")])
      for round in 0..<3 {
        try run("rm -r a")
        #expect(try changes() == [path("a/f")], "round \(round)")
        try run("mkdir a; echo 1 > a/f")
        #expect(try changes() == [path("a/f")], "round \(round)")
        try run("echo \(round) > a/f")
        #expect(try changes() == [path("a/f")], "round \(round)")
      }
    }

    @Test func `reading is no change, and neither is what happens to others`() throws {
      try run("echo 1 > f; echo 1 > g; mkdir a")
      watch.watch([path("f")])

      try run("cat f; echo 2 > g; rm g; echo 1 > a/f; rm -r a")

      #expect(try changes() == [])
    }

    @Test func `what is no longer watched is not told of`() throws {
      try run("mkdir a; echo 1 > f; echo 1 > a/g")
      watch.watch([path("f"), path("a/g")])
      try run("echo 2 > a/g")
      #expect(try changes() == [path("a/g")])
      watch.watch([path("f")])
      #expect(try changes() == [])

      try run("echo 3 > a/g")
      #expect(try changes() == [])
      try run("echo 2 > f")
      #expect(try changes() == [path("f")])
    }

    @Test func `a change before a file is watched once more is not lost`() throws {
      try run("echo 1 > f")
      watch.watch([path("f")])
      try run("echo 2 > f")

      watch.watch([path("f"), path("g")])

      #expect(try changes() == [path("f")])
    }
  }
}
