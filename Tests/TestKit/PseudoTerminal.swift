import Glibc

/// A terminal of which the test is the screen and the keyboard.
package final class PseudoTerminal {
  /// The side that a program has as its streams.
  package let terminal: Int32
  private let screen: Int32

  package init() throws {
    screen = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    guard screen >= 0, ioctl(screen, 0x4004_5431, &isLocked) == 0,
      ioctl(screen, 0x8004_5430, &number) == 0
    else { throw RunningProgram.Trouble(description: "no terminal: error \(errno)") }
    terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  deinit {
    close(terminal)
    close(screen)
  }

  /// Reads on until all that was drawn says what is wanted; gives it.
  package func drawing(
    within seconds: Double = 20, until isWanted: (String) -> Bool
  ) throws -> String {
    let deadline = Deadline(in: seconds)
    var drawn: [UInt8] = []
    while true {
      let text = String(decoding: drawn, as: UTF8.self)
      if isWanted(text) { return text }
      var request = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
      guard retrying({ poll(&request, 1, deadline.milliseconds) }) == 1 else {
        throw RunningProgram.Trouble(description: "waited for the terminal in vain: \(text)")
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = retrying { read(screen, &buffer, buffer.count) }
      guard count > 0 else {
        throw RunningProgram.Trouble(description: "the terminal is gone: \(text)")
      }
      drawn += buffer[..<count]
    }
  }
}
