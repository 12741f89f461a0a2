import FeedSystem
import Glibc

@main
enum Main {
  static func main() {
    // Somebody may ask a bar that has hardly begun to refresh: that must not end it.
    Signals.ignoreRefreshes()
    StandardDescriptors.closeOthers(
      but: Arguments.all + [Environment.current["ODOBAR_CONFIG"] ?? ""])
    exit(CommandLineRunner.run(Array(Arguments.all.dropFirst())).rawValue)
  }
}
