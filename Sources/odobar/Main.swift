import Glibc

@main
enum Main {
  static func main() {
    exit(CommandLineRunner.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
