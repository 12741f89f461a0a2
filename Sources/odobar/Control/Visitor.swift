import FeedEngine
import FeedSystem

/// One connection to the engine: the process of a feed, or somebody with a question.
final class Visitor {
  let socket: PacketSocket
  let process: Int32
  /// The feed that it handed over; nil for all others.
  var feed: FeedID?
  /// What it said of that feed.
  var request: FeedRequest?
  /// When it is shown out unless it has said something sensible.
  var deadline: Int64?

  init(_ socket: PacketSocket, process: Int32, deadline: Int64) {
    self.socket = socket
    self.process = process
    self.deadline = deadline
  }

  /// Sends an answer; false when it does not take any: one that does not read is not waited for.
  @discardableResult
  func tell(_ reply: Reply) -> Bool {
    guard case .wrote? = try? socket.send(reply.message.bytes) else { return false }
    return true
  }
}
