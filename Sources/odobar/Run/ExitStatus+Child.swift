import FeedPlugin
import FeedSystem

extension ExitStatus {
  /// How a child ended, in the engine's words.
  init(_ status: ChildStatus) {
    switch status {
    case .exited(let code): self = .exited(Int32(truncatingIfNeeded: code))
    case .signaled(let signal): self = .signalled(signal.rawValue)
    }
  }
}
