import CLinux
import Glibc

/// Who is at the other end of a socket.
package struct Peer: Hashable, Sendable {
  /// The process that connected, by its number at that time.
  package let process: Int32
  /// Its user.
  package let user: UInt32
}

/// One message, with the descriptors that came with it.
package struct Packet {
  package let bytes: [UInt8]
  /// Ours now: each is closed when the last reference goes.
  package let descriptors: [Descriptor]
}

/// What a look for messages found.
package enum Arrival {
  /// Nothing for now.
  case nothing
  case packet(Packet)
  /// Longer than the bound; it is lost.
  case oversized
  /// This process has no numbers left for its descriptors, or it had too many; it is lost.
  case bereft
  /// The other end is closed.
  case closed
}

/// One end of a connection that carries whole messages, and descriptors with them.
///
/// The kernel keeps messages apart (`SOCK_SEQPACKET`): none is ever seen in part. Nothing here
/// waits.
package final class PacketSocket {
  /// To be polled.
  package let descriptor: Descriptor

  /// As long as a message may be, unless its reader says otherwise.
  package static let limit = 1 << 16

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Connects to a socket that listens at a path.
  ///
  /// - Throws: `SystemCallError` with `isNotFound` or `isRefused` when nobody listens.
  package init(connectingTo path: String) throws(SystemCallError) {
    descriptor = Descriptor(owning: try checked("connect") { odobar_connect(path) })
  }

  /// Who is at the other end; nil if the kernel does not say.
  package var peer: Peer? {
    var process: pid_t = 0
    var user: uid_t = 0
    guard odobar_peer(descriptor.number, &process, &user) == 0 else { return nil }
    return Peer(process: process, user: user)
  }

  /// Sends a message with descriptors of this process, all of it or nothing.
  ///
  /// - Returns: `wouldBlock` when the other end has not read those before.
  package func send(
    _ bytes: [UInt8], descriptors: [Int32] = []
  ) throws(SystemCallError) -> WriteResult {
    while true {
      let count = odobar_send_packet(
        descriptor.number, bytes, bytes.count, descriptors, descriptors.count)
      if count >= 0 { return .wrote(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET, ENOTCONN: return .closed
      case let code: throw SystemCallError(call: "sendmsg", code: code)
      }
    }
  }

  /// The next message, if it has come; one that is longer than `limit` is taken and lost.
  package func receive(limit: Int = PacketSocket.limit) -> Arrival {
    let length = retrying { odobar_packet_length(descriptor.number) }
    guard length >= 0 else { return errno == EAGAIN ? .nothing : .closed }
    var bytes = [UInt8](repeating: 0, count: min(length, limit))
    var passed = [Int32](repeating: -1, count: odobar_passed_limit)
    var passedCount = 0
    var loss = odobar_loss_none
    let count = retrying {
      odobar_receive_packet(
        descriptor.number, &bytes, bytes.count, &passed, &passedCount, &loss)
    }
    guard count >= 0 else { return errno == EAGAIN ? .nothing : .closed }
    let descriptors = passed.prefix(passedCount).map { Descriptor(adopting: $0) }
    if loss == odobar_loss_of_descriptors { return .bereft }
    guard loss == odobar_loss_none else { return .oversized }
    // No message is empty, so this is the end.
    if count == 0, descriptors.isEmpty { return .closed }
    return .packet(Packet(bytes: bytes, descriptors: descriptors))
  }

  private func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// A socket at a path of the file system to which others connect.
package final class PacketListener {
  /// To be polled for reading: then ask for `accept()`.
  package let descriptor: Descriptor

  /// So many may wait to be accepted.
  private static let backlog: Int32 = 128

  /// Listens at a path where nothing is yet.
  package init(at path: String) throws(SystemCallError) {
    descriptor = Descriptor(
      owning: try checked("bind") { PrivateFile.forOwner { odobar_listen(path, Self.backlog) } })
  }

  /// Takes over a descriptor that this process was started with; nil if it does not listen.
  ///
  /// The number itself then stands for `/dev/null`.
  package init?(inheriting number: Int32) {
    guard odobar_is_listener(number) != 0 else { return nil }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    let null = odobar_open("/dev/null", O_RDWR)
    guard copy >= 0, null >= 0, dup2(null, number) >= 0 else { return nil }
    close(null)
    descriptor = Descriptor(owning: copy)
  }

  /// The next that has connected; nil when there is none for now.
  ///
  /// - Throws: Why this process cannot have one more descriptor; whoever has connected goes on waiting.
  package func accept() throws(SystemCallError) -> PacketSocket? {
    while true {
      let number = odobar_accept(descriptor.number)
      if number >= 0 { return PacketSocket(Descriptor(owning: number)) }
      switch errno {
      // One that has gone before it was accepted is none.
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      case let code: throw SystemCallError(call: "accept", code: code)
      }
    }
  }
}
