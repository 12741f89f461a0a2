import FeedCore
import Foundation
import TestKit
import Testing

@testable import FeedPlugin

struct BundledManifestTests {
  @Test func `every bundled plugin declares itself without a fault`() throws {
    let folder = Project.root.appending(path: "plugins")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names where !name.hasPrefix(".") {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))

      let (found, faults) = Manifest.read(bytes, file: name)

      #expect(faults.map(\.summary).isEmpty)
      #expect(found?.mode != nil, "\(name) names no mode")
      #expect(found?.fields.isEmpty == false, "\(name) names no field")
    }
  }
}
