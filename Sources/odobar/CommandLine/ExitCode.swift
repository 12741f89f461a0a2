/// What the program's exit status says; the numbers of `sysexits.h` where there is one.
enum ExitCode: Int32 {
  case success = 0
  /// The output cannot be written: a full disk.
  case failure = 1
  case usage = 64
  /// A script of events cannot be understood.
  case data = 65
  case unavailable = 69
  case configuration = 78
}
