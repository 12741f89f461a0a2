import FeedCore
import FeedOutput
import Foundation
import TestKit
import Testing

struct GoldenTests {
  /// Each file holds the whole gallery; `RECORD_GOLDEN=1` writes it anew, and fails.
  @Test(arguments: NamedOutput.all)
  func `draws the gallery as before`(_ output: NamedOutput) throws {
    let folder = Project.root.appending(path: "Tests/Golden/outputs")
    let file = folder.appending(path: "\(output.name).txt")
    var drawn = "header: \(visible(output.output.header))\n"
    drawn += "trailer: \(visible(output.output.trailer))\n"
    for picture in Gallery.pictures {
      drawn += "\n# \(picture.name)\n\(visible(output.bytes(picture.frame)))\n"
    }

    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(drawn.utf8).write(to: file)
      Issue.record("recorded \(file.path)")
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    for (line, expectation) in zip(lines(drawn), lines(expected)) where line != expectation {
      #expect(line == expectation)
    }
    #expect(lines(drawn).count == lines(expected).count)
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Controls as their pictures: a newline as `␊`, an escape as `␛`.
  private func visible(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.append(scalar.value < 0x20 ? Unicode.Scalar(0x2400 + scalar.value) ?? "?" : scalar)
    }
    return String(text)
  }
}
