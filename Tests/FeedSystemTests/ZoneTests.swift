import FeedSystem
import Foundation
import Testing

struct ZoneTests {
  @Test func `the clock on the wall says what others say`() {
    let now = Date.now.timeIntervalSince1970
    #expect(abs(Double(WallClock.now) - now) < 5)
  }

  /// What a process in a zone says of 2024 and 2025.
  private func offsets(in zone: String) throws -> [String] {
    let host = try Host(["offsets", "1704067200", "1767225600"], environment: ["TZ": zone])
    var lines: [String] = []
    while lines.last != "done" { lines.append(try host.line()) }
    return lines.dropLast()
  }

  @Test func `changes of the offset are found to the second`() throws {
    // By rule, so that no list of zones has to be installed. As zdump has them.
    #expect(
      try offsets(in: "CET-1CEST,M3.5.0,M10.5.0/3") == [
        "first 3600", "from 1711846800 7200", "from 1729990800 3600", "from 1743296400 7200",
        "from 1761440400 3600",
      ])
    #expect(try offsets(in: "<+0545>-5:45") == ["first 20700"])
    #expect(try offsets(in: "UTC0") == ["first 0"])
  }
}
