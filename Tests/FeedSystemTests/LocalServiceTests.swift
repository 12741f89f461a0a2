import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct LocalServiceTests {
    private let folder: TemporaryFolder
    private let path: String
    private static let limit: Int64 = 50_000_000

    init() throws {
      folder = try TemporaryFolder()
      path = folder.url.appending(path: "s").path
    }

    /// A service that answers one question in parts, by a shell's netcat of a few lines of Python.
    private func service(_ answers: [String]) throws -> Process {
      let script = """
        import socket, sys, time
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[1])
        listener.listen()
        print("ready", flush=True)
        client, _ = listener.accept()
        question = client.recv(100)
        for answer in sys.argv[2:]:
            client.sendall(answer.encode().replace(b"?", question))
        client.recv(1)
        """
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["python3", "-c", script, path] + answers
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      #expect(output.fileHandleForReading.readData(ofLength: 6) == Data("ready\n".utf8))
      return process
    }

    private func ask(_ question: String, for answer: String) -> String? {
      LocalService.answer(from: path, to: Array(question.utf8), within: Self.limit) {
        $0.count >= answer.utf8.count
      }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `an answer comes when it is whole, in however many parts`() throws {
      let service = try service(["you said: ", "?", "!"])
      defer { service.terminate() }

      #expect(ask("hello", for: "you said: hello!") == "you said: hello!")
    }

    @Test func `nobody is waited for who does not listen`() {
      #expect(ask("hello", for: "hello") == nil)
    }

    @Test func `who says nothing, or too little, is waited for no longer than that`() throws {
      let service = try service(["hel"])
      defer { service.terminate() }

      #expect(ask("hello", for: "hello") == nil)
    }
  }
}
