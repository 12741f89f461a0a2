import CLinux
import Glibc

/// Programs of this machine that answer a question on a socket.
package enum LocalService {
  /// The answer to `question` as soon as it is whole; nil when nobody gives one in time.
  ///
  /// It waits, for `limit` nanoseconds at most: only for what has to be known before the rest.
  package static func answer(
    from path: String, to question: [UInt8], within limit: Int64, isWhole: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    let number = odobar_connect_stream(path)
    guard number >= 0 else { return nil }
    let socket = Descriptor(owning: number, access: .socket)
    guard case .wrote(question.count)? = try? socket.write(question) else { return nil }
    let end = MonotonicClock.now + limit
    var answer: [UInt8] = []
    while !isWhole(answer) {
      let left = end - MonotonicClock.now
      var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard left > 0, odobar_poll(&entry, 1, left) > 0 else { return nil }
      guard let result = try? socket.read(into: &answer), result != .ended else { return nil }
    }
    return answer
  }
}
