import FeedEngine
import FeedSystem

/// The door of an engine: takes feeds and questions in, and closes when nobody is left.
///
/// Only processes of the same user come in. Whatever they send, and however slowly, nobody else
/// notices: messages are whole or nothing, answers that are not read are dropped, and those who
/// say nothing sensible are shown out.
final class EngineServer: LoopTimer {
  private let loop: Loop
  private var listener: PacketListener?
  /// The file that our socket has made, which may lose its name to another.
  private let identity: FileIdentity?
  private let folder: PrivateFolder
  private let name: EngineName
  private let maker: FeedMaker
  private let desk: ControlDesk
  private var visitors: [Int32: Visitor] = [:]
  /// When the engine leaves unless a feed has come.
  private var leaveAt: Int64?
  /// When it leaves whoever is in its way.
  private var leaveBy: Int64
  /// When it looks again who has connected: it had no descriptor to spare.
  private var listenAt: Int64?

  /// Who has connected says soon what it wants.
  private static let patience: Int64 = 5_000_000_000
  /// Who holds the lock is about to connect, and who has connected about to speak: they are looked
  /// for again and again, but not for long.
  private static let lockPause: Int64 = 20_000_000
  private static let longestLockPause: Int64 = 300_000_000
  /// Descriptors that others have may come back.
  private static let descriptorPause: Int64 = 100_000_000
  /// Who has lost its reader only comes back soon.
  private static let returnPause: Int64 = 1_000_000_000
  /// So many visitors, and messages of one of them, are taken before the others have their turn.
  private static let turn = 16
  /// For more at a time, feeds aside, there is no room.
  private static let strangerLimit = 64

  init(
    _ loop: Loop, _ listener: PacketListener, in folder: PrivateFolder, name: EngineName,
    _ maker: FeedMaker, _ desk: ControlDesk
  ) {
    self.loop = loop
    self.listener = listener
    self.folder = folder
    self.name = name
    self.maker = maker
    self.desk = desk
    identity = folder.identity(of: name.socket)
    // Who started it has connected by now, or holds the lock, or is no more.
    leaveAt = MonotonicClock.now
    leaveBy = MonotonicClock.now + Self.patience
    loop.timers.append(self)
    loop.watches.watch(listener.descriptor.number, for: .readable) { [unowned self] _ in letIn() }
  }

  // MARK: Coming and going

  private func letIn() {
    for _ in 0..<Self.turn {
      do throws(SystemCallError) {
        guard let socket = try listener?.accept() else { return }
        welcome(socket)
      } catch {
        if !makeRoom() { return listen(in: Self.descriptorPause) }
      }
    }
  }

  private func welcome(_ socket: PacketSocket) {
    guard let peer = socket.peer, peer.user == Program.user else { return }
    if strangers.count >= Self.strangerLimit { makeRoom() }
    let number = socket.descriptor.number
    visitors[number] = Visitor(
      socket, process: peer.process, deadline: MonotonicClock.now + Self.patience)
    loop.watches.watch(number, for: .readable) { [unowned self] _ in listen(to: number) }
  }

  private var strangers: [Visitor] { visitors.values.filter { $0.feed == nil } }

  /// Shows out who has been silent for the longest time, unless it brings a feed.
  ///
  /// - Returns: false when nobody is there but feeds.
  @discardableResult
  private func makeRoom() -> Bool {
    let oldest = strangers.min { ($0.deadline ?? .max) < ($1.deadline ?? .max) }
    guard let oldest else { return false }
    // What it wants may have come by now.
    listen(to: oldest.socket.descriptor.number)
    if oldest.feed == nil { showOut(oldest) }
    return true
  }

  /// Lets those wait who connect: to be told of them all the time would keep us from all else.
  private func listen(in pause: Int64) {
    guard let number = listener?.descriptor.number else { return }
    listenAt = MonotonicClock.now + pause
    loop.watches.change(number, to: [])
  }

  private func listenAgain() {
    listenAt = nil
    if let number = listener?.descriptor.number { loop.watches.change(number, to: .readable) }
  }

  private func listen(to number: Int32) {
    for _ in 0..<Self.turn {
      guard let visitor = visitors[number] else { return }
      switch visitor.socket.receive() {
      case .nothing: return
      case .closed: return showOut(visitor)
      case .oversized: return refuse(visitor, "a message that is too long")
      case .bereft:
        visitor.tell(
          .failed(ExitCode.unavailable.rawValue, "the engine has no descriptor to spare"))
        return showOut(visitor)
      case .packet(let packet):
        do throws(MessageFault) {
          guard let request = Request(try Message(bytes: packet.bytes)) else {
            return refuse(visitor, "a message that means nothing")
          }
          take(request, packet.descriptors, from: visitor)
        } catch {
          switch error {
          case .malformed: refuse(visitor, "what is no message")
          case .version(let version): refuse(visitor, "a message of \(version)")
          }
          return
        }
      }
    }
  }

  private func refuse(_ visitor: Visitor, _ what: String) {
    visitor.tell(
      .failed(ExitCode.unavailable.rawValue, "the engine got \(what) (of another build?)"))
    showOut(visitor)
  }

  /// Lets a visitor go, and its feed with it.
  private func showOut(_ visitor: Visitor) {
    let number = visitor.socket.descriptor.number
    guard visitors.removeValue(forKey: number) != nil else { return }
    loop.watches.forget(number)
    // Its process has died, so nobody else will restore what the output changed.
    if let feed = visitor.feed { loop.inbox.append(.feedEnded(feed)) }
  }

  // MARK: What visitors want

  private func take(_ request: Request, _ descriptors: [Descriptor], from visitor: Visitor) {
    switch request {
    case .attach(let feed, let build): attach(feed, build, descriptors, visitor)
    case .signal(let number, let group):
      guard let feed = visitor.feed else { return refuse(visitor, "a signal of no feed") }
      let signal = ReceivedSignal(Signal(rawValue: number), group: group)
      if loop.take(signal, of: feed) { visitor.tell(.rest) }
    case .command, .reload, .status, .press:
      visitor.deadline = MonotonicClock.now + Self.patience
      visitor.tell(desk.answer(request, Array(visitors.values)))
    }
  }

  private func attach(
    _ request: FeedRequest, _ build: String, _ descriptors: [Descriptor], _ visitor: Visitor
  ) {
    guard build == Program.build else {
      visitor.tell(.otherBuild(process: Program.process))
      return showOut(visitor)
    }
    guard visitor.feed == nil, descriptors.count == 3 else {
      return refuse(visitor, "a feed without its streams")
    }
    if let problem = maker.problem(with: request) {
      visitor.tell(.failed(ExitCode.usage.rawValue, problem))
      return showOut(visitor)
    }
    guard
      var setup = maker.setup(
        request, input: descriptors[0], target: descriptors[1], errors: descriptors[2])
    else { return refuse(visitor, "an unknown output") }
    setup.whenBegun = { [weak visitor] in visitor?.tell(.begun) }
    setup.whenOver = { [unowned self, weak visitor] end in
      // One that has left has nothing to be told.
      if let visitor { isOver(visitor, end) }
      leaveIfAlone(waiting: end.comesAgain ? Self.returnPause : 0)
    }
    guard visitor.tell(.attached) else { return showOut(visitor) }
    visitor.deadline = nil
    leaveAt = nil
    visitor.request = request
    if let period = request.period { loop.inbox.append(.periodChanged(period)) }
    let id = loop.feeds.open(setup)
    visitor.feed = id
    if request.isPaused, loop.take(ReceivedSignal(.terminalStop, group: 0), of: id) {
      visitor.tell(.rest)
    }
  }

  private func isOver(_ visitor: Visitor, _ end: FeedEnd) {
    visitor.feed = nil
    // A process that loses its engine begins anew, and that is what it is to do.
    if !end.comesAgain { visitor.tell(.over(end.code.rawValue, end.complaint ?? "")) }
    showOut(visitor)
  }

  // MARK: Leaving

  var deadline: Int64? {
    (visitors.values.map(\.deadline) + [leaveAt, listenAt]).compactMap(\.self).min()
  }

  func timeHasCome() {
    let now = MonotonicClock.now
    for visitor in visitors.values where visitor.deadline.map({ $0 <= now }) ?? false {
      showOut(visitor)
    }
    if let listenAt, listenAt <= now { listenAgain() }
    if let leaveAt, leaveAt <= now { leave() }
  }

  private func leaveIfAlone(waiting pause: Int64) {
    guard loop.feeds.isEmpty, leaveAt == nil else { return }
    let now = MonotonicClock.now
    (leaveAt, leaveBy) = (now + pause, now + pause + Self.longestLockPause)
  }

  /// Closes the door, unless somebody is about to come in.
  ///
  /// Who comes too late to be let in comes again, to the next engine.
  private func leave() {
    guard loop.feeds.isEmpty else {
      leaveAt = nil
      return
    }
    // Whoever wants an engine connects, or takes the lock to start one.
    let lock = try? folder.lock(name.lock, until: nil)
    defer { withExtendedLifetime(lock) {} }
    letIn()
    for number in visitors.keys { listen(to: number) }
    guard loop.feeds.isEmpty else { return }
    let now = MonotonicClock.now
    guard lock != nil && visitors.isEmpty || now >= leaveBy else {
      leaveAt = now + Self.lockPause
      return
    }
    close()
    loop.finish(.success)
  }

  private func close() {
    // Somebody may have taken the name away, and another engine have it now.
    if let identity, folder.identity(of: name.socket) == identity { folder.remove(name.socket) }
    for visitor in visitors.values { showOut(visitor) }
    guard let number = listener?.descriptor.number else { return }
    loop.watches.forget(number)
    listener = nil
  }
}
