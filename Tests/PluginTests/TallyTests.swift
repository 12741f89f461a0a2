import Foundation
import Glibc
import TestKit
import Testing

/// The example `docs/examples/tally`.
@Suite(.enabled(if: Shell.find("python3") != nil, "needs python3"))
struct TallyTests {
  private func session(_ machine: Machine, file: String? = "state/water.json") throws -> Session {
    var environment = [
      "PATH": "/usr/bin:/bin", "TZ": "UTC0", "HOME": machine.root.path, "ODOBAR_SOURCE": "water",
    ]
    if let file { environment["ODOBAR_PARAM_FILE"] = machine.root.appending(path: file).path }
    return try Session(
      [Project.root.appending(path: "docs/examples/tally").path], environment: environment)
  }

  private struct Answer: Decodable {
    struct Period: Decodable {
      struct Point: Decodable {
        var at: Int
        var value: Int?
      }
      var today: Int
      var series: [Point]
    }
    var today: Int
    var periods: [String: Period]?
  }

  private func ask(_ session: Session, _ line: String = "tick") throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(session.ask(line).line.utf8))
  }

  @Test func `counts, and keeps what it has counted`() throws {
    let machine = try Machine(nil)
    let session = try session(machine)
    #expect(try ask(session).today == 0)
    #expect(try ask(session, "set today 3").today == 3)
    #expect(try ask(session, "set today 4.6").today == 5)
    #expect(try ask(session, "set today -2").today == 0)
    #expect(try ask(session, "set other 9").today == 0)
    #expect(try ask(session, "set today 7").periods == nil)
    for line in ["", "tock", "sett today 4"] { try session.send(line) }
    let (ending, stdout, stderr) = try session.finish()
    #expect(ending == .exited(0) && stdout.isEmpty && stderr.isEmpty)

    #expect(try ask(self.session(machine)).today == 7)
    let files = try FileManager.default.contentsOfDirectory(atPath: machine.root.path + "/state")
    #expect(files == ["water.json"])
  }

  @Test func `tells of the week and the month`() throws {
    let machine = try Machine(nil)
    let now = Int(Date().timeIntervalSince1970)
    let today = now - now % 86_400
    let days = (0..<40).map { today - $0 * 86_400 }
    let dates = days.map {
      "\"\(Date(timeIntervalSince1970: Double($0)).formatted(.iso8601.year().month().day()))\": 2"
    }
    try machine.write("{\(dates.joined(separator: ", "))}", to: "state/water.json")
    let session = try session(machine)
    for (name, range) in [("week", 1...7), ("month", 1...31)] {
      let period = try #require(try ask(session, "tick \(name)").periods?[name])
      #expect(range.contains(period.series.count))
      #expect(period.today == 2 * period.series.count)
      #expect(period.series.map(\.at).reversed() == Array(days.prefix(period.series.count)))
    }
    // What is set is told for the period that is shown.
    let before = try #require(try ask(session, "tick week").periods?["week"])
    let after = try #require(try ask(session, "set today 5").periods?["week"])
    #expect(after.today == before.today + 3 && after.series.last?.value == 5)
    #expect(try ask(session, "tick day").periods == nil)
  }

  @Test func `without a parameter it keeps a file for each source`() throws {
    let machine = try Machine(nil)
    _ = try ask(session(machine, file: nil), "set today 2")
    let file = machine.root.appending(path: ".local/state/odobar/tally-water.json")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test(arguments: [
    ("[]", "these are no days and counts"), ("{\"x\": 1}", "these are no days and counts"),
    ("", "these are no days and counts"),
  ])
  func `says what is wrong with its file`(text: String, reason: String) throws {
    let machine = try Machine(nil)
    try machine.write(text, to: "state/water.json")
    let (ending, stdout, stderr) = try session(machine).finish()
    #expect(ending == .exited(1) && stdout.isEmpty)
    #expect(stderr == "\(machine.root.path)/state/water.json: \(reason)\n")
  }
}
