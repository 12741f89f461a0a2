import FeedEngine
import FeedSystem

/// The side of those who want something of an engine: finds it, or starts it.
struct EngineClient {
  let folder: PrivateFolder

  /// How long a person waits for an engine that does not answer: it is stopped, or hangs.
  private static let patience: Int64 = 2_000_000_000
  /// Whoever reads a large config does not hang.
  private static let longPatience: Int64 = 20_000_000_000

  /// Connects to an engine; nil when there is none of this name.
  func connect(to name: EngineName) throws(SystemCallError) -> PacketSocket? {
    let deadline = MonotonicClock.now + Self.patience
    while true {
      do throws(SystemCallError) {
        return try PacketSocket(connectingTo: folder.path(of: name.socket))
      } catch {
        if error.isNotFound || error.isRefused { return nil }
        // Many may come at once.
        guard error.isTemporary, MonotonicClock.now < deadline else { throw error }
        pause()
      }
    }
  }

  /// Connects to an engine, and starts it where there is none: one, however many want it.
  ///
  /// `start` hands a socket that listens to a new engine. nil when another process does not come to
  /// an end with starting one.
  func connect(
    to name: EngineName, start: (PacketListener) throws(SystemCallError) -> Void
  ) throws(SystemCallError) -> PacketSocket? {
    if let socket = try connect(to: name) { return socket }
    guard let lock = try folder.lock(name.lock, until: MonotonicClock.now + Self.patience) else {
      return nil
    }
    defer { withExtendedLifetime(lock) {} }
    // Another may have been quicker.
    if let socket = try connect(to: name) { return socket }
    // What an engine that was killed has left.
    folder.remove(name.socket)
    let listener = try PacketListener(at: folder.path(of: name.socket))
    try start(listener)
    return try connect(to: name)
  }

  /// What comes of a question.
  enum Answer: Hashable {
    case reply(Reply)
    /// It does not answer in time: it is stopped, or hangs.
    case silence
    /// It has gone, or has shown us out.
    case gone
  }

  /// Asks, and waits for the answer.
  func ask(
    _ request: Request, on socket: PacketSocket, descriptors: [Int32] = []
  ) throws(SystemCallError) -> Answer {
    switch try socket.send(request.message.bytes, descriptors: descriptors) {
    case .wrote: break
    case .wouldBlock: return .silence
    case .closed: return .gone
    }
    var poller = Poller()
    poller.watch(socket.descriptor.number, for: .readable)
    let patience = request == .reload ? Self.longPatience : Self.patience
    try poller.wait(until: MonotonicClock.now + patience)
    switch socket.receive(limit: Self.replyLimit) {
    case .nothing: return .silence
    case .packet(let packet):
      return (try? Message(bytes: packet.bytes)).flatMap(Reply.init).map { .reply($0) } ?? .gone
    case .oversized, .bereft, .closed: return .gone
    }
  }

  /// The state of an engine with very many feeds.
  private static let replyLimit = 1 << 20

  private func pause() {
    var poller = Poller()
    try? poller.wait(until: MonotonicClock.now + 2_000_000)
  }
}
