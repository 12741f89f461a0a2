import Glibc

/// A system call that failed.
package struct SystemCallError: Error, Hashable, Sendable {
  /// The name of the call, as in section 2 of the manual.
  package let call: String
  /// What `errno` said.
  package let code: Int32

  /// Names a call and its `errno`.
  package init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}

extension SystemCallError: CustomStringConvertible {
  /// The reason alone, as `strerror` words it.
  package var reason: String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// Whether something in the path is not there (`ENOENT`, `ENOTDIR`).
  package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether nobody listens at a socket that is there (`ECONNREFUSED`).
  package var isRefused: Bool { code == ECONNREFUSED }

  /// Whether trying again later may help (`EAGAIN`).
  package var isTemporary: Bool { code == EAGAIN }

  /// The call and the reason.
  package var description: String { "\(call): \(reason)" }
}

/// Makes a system call until no signal interrupts it; the one place that reads `errno`.
///
/// - Throws: What `errno` says if the call gives a negative number.
@discardableResult
func checked<Value: SignedInteger>(
  _ call: @autoclosure () -> String, _ body: () -> Value
) throws(SystemCallError) -> Value {
  while true {
    let value = body()
    guard value < 0 else { return value }
    let code = errno
    guard code == EINTR else { throw SystemCallError(call: call(), code: code) }
  }
}
