import CLinux
import Foundation
import Glibc

/// A connection to an engine's socket, on which a test says what it likes.
package final class Visitor {
  private let socket: Int32

  /// Connects to the socket of this name.
  package init(_ name: String, of sandbox: Sandbox) throws {
    let path = sandbox.folder.appending(path: "run/odobar/\(name)").path
    var found = odobar_connect(path)
    let deadline = Deadline(in: 10)
    // So many may be waiting that there is no room for one more.
    while found < 0, errno == EAGAIN, !deadline.hasPassed {
      poll(nil, 0, 2)
      found = odobar_connect(path)
    }
    socket = found
    guard socket >= 0 else {
      throw RunningProgram.Trouble(description: "cannot connect to \(path): error \(errno)")
    }
  }

  deinit { close(socket) }

  /// Sends bytes as one message, with descriptors; false when nobody is there to take it.
  @discardableResult
  package func send(_ bytes: [UInt8], descriptors: [Int32] = []) -> Bool {
    odobar_send_packet(socket, bytes, bytes.count, descriptors, descriptors.count) == bytes.count
  }

  /// Sends words as the program does.
  @discardableResult
  package func say(_ words: String..., descriptors: [Int32] = []) -> Bool {
    send((["odobar/1"] + words).flatMap { Array($0.utf8) + [0] }, descriptors: descriptors)
  }

  /// The words of the next answer; nil at the end of the connection.
  package func answer(within seconds: Double = 60) throws -> [String]? {
    var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    let deadline = Deadline(in: seconds)
    guard retrying({ poll(&request, 1, deadline.milliseconds) }) == 1 else {
      throw RunningProgram.Trouble(description: "waited for an answer in vain")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = retrying { recv(socket, &buffer, buffer.count, 0) }
    guard count > 0 else { return nil }
    return buffer[..<count].dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .dropFirst().map { String(decoding: $0, as: UTF8.self) }
  }
}
