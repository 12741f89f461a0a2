import Foundation
import TestKit

/// A server for plugins that ask one: it answers as the test says, and keeps what it was asked.
final class WebServer {
  /// What it answers.
  struct Route: Encodable {
    var status = 200
    var body = ""
    /// Where it sends to instead.
    var location: String?
    /// It does not answer at all.
    var holds = false
    /// The answer has no end.
    var floods = false
  }

  /// What it was asked.
  struct Request: Decodable {
    let path: String
    let values: [String: String]
    let headers: [String: String]
  }

  /// How it makes itself known.
  enum Security: String {
    case none, certificate
    /// It wants to see a certificate, too.
    case both
  }

  let url: String
  private let machine: Machine
  private let program: RunningProgram

  /// What is needed to run it, and to ask it.
  static let isPossible = Shell.find("python3") != nil && Shell.find("curl") != nil

  /// Starts it; its files lie on the machine.
  init(on machine: Machine, _ security: Security = .none) throws {
    self.machine = machine
    var command = ["/usr/bin/python3", Self.fixture("server.py"), machine.root.path]
    if security != .none { command += [Self.fixture("server.crt"), Self.fixture("server.key")] }
    if security == .both { command += [Self.fixture("client.crt")] }
    program = try RunningProgram(
      command, environment: ["PATH": "/usr/bin:/bin", "ODOBAR_ROOT": machine.root.path])
    url = "\(security == .none ? "http" : "https")://127.0.0.1:\(try program.line())"
    try answer([:])
  }

  /// A file of the stand-in, such as a certificate.
  static func fixture(_ name: String) -> String {
    Project.root.appending(path: "Tests/Fixtures/web/\(name)").path
  }

  /// From now on answers by these paths; all else is not found.
  func answer(_ routes: [String: Route]) throws {
    try machine.write(
      String(decoding: JSONEncoder().encode(routes), as: UTF8.self), to: "routes.json")
  }

  /// What it has been asked so far.
  func requests() throws -> [Request] {
    let file = machine.root.appending(path: "requests.txt")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map {
      try JSONDecoder().decode(Request.self, from: Data($0.utf8))
    }
  }
}
