import Glibc

/// A terminal of which the test is the screen and the keyboard.
package final class PseudoTerminal {
  /// The side that a program has as its streams.
  package let terminal: Int32
  private let screen: Int32
  private var isOpen = true

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

  deinit { close() }

  /// How the terminal treats what is typed and drawn, to be compared.
  package var mode: String {
    var mode = termios()
    guard tcgetattr(terminal, &mode) == 0 else { return "error \(errno)" }
    let keys = withUnsafeBytes(of: mode.c_cc) { Array($0) }
    return "\(mode.c_iflag) \(mode.c_oflag) \(mode.c_cflag) \(mode.c_lflag) \(keys)"
  }

  /// What somebody types, or pastes.
  package func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard retrying({ write(screen, bytes, bytes.count) }) == bytes.count else {
      throw RunningProgram.Trouble(description: "cannot type: error \(errno)")
    }
  }

  /// What a program in the foreground reads of what was typed; empty if nothing comes.
  package func typed(within seconds: Double = 5) -> String {
    var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard retrying({ poll(&request, 1, Int32(seconds * 1000)) }) == 1 else { return "" }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = retrying { read(terminal, &buffer, buffer.count) }
    return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
  }

  /// Gives it another size; tells no program.
  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(screen, UInt(TIOCSWINSZ), &size)
  }

  /// Goes away, as a window that is closed.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(terminal)
    Glibc.close(screen)
  }

  /// What is drawn next, as much as one read gives; nothing if nothing comes in time.
  package func chunk(within seconds: Double) throws -> [UInt8] {
    var request = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    let wait = Deadline(in: seconds).milliseconds
    guard retrying({ poll(&request, 1, wait) }) == 1 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = retrying { read(screen, &buffer, buffer.count) }
    guard count > 0 else { throw RunningProgram.Trouble(description: "the terminal is gone") }
    return Array(buffer[..<count])
  }

  /// Reads on until all that was drawn says what is wanted; gives it.
  package func drawing(
    within seconds: Double = 60, until isWanted: (String) -> Bool
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
