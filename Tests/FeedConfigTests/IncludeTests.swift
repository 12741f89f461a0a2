import FeedConfig
import FeedCore
import Testing

/// Configs in more than one file.
struct IncludeTests {
  /// Reads `config.yaml` in `/c` with other files beside it.
  private func read(
    _ text: String, _ files: [String: String] = [:]
  ) -> (configuration: Configuration, faults: [String]) {
    var context = ConfigContext.test
    context.folder = "/c"
    context.readFile = { path in
      files[path].map { .text(Array($0.utf8)) } ?? .unreadable("No such file or directory")
    }
    let (configuration, faults) = Configuration.read(
      Array(text.utf8), file: "config.yaml", context: context)
    return (configuration, faults.map(\.summary))
  }

  private static let metrics =
    "metrics: {n: {stepper: {range: 0..5}}, m: {stepper: {range: 0..9}}}\n"

  @Test func `what is later holds, key by key`() throws {
    let (configuration, faults) = read(
      """
      include: [base.yaml, machine.yaml]
      motion: {fps: 30}
      metrics: {n: {title: Mine}}
      """,
      [
        "/c/base.yaml": "motion: {fps: 10, reduced: never}\n" + Self.metrics,
        "/c/machine.yaml": "motion: {fps: 20}\nmetrics: {m: {title: Theirs}, n: {title: Theirs}}",
      ])

    #expect(faults == [])
    #expect(configuration.motion.framesPerSecond == 30)
    #expect(configuration.motion.reduced == .never)
    #expect(configuration.metrics.map(\.title) == ["Mine", "Theirs"])
    #expect(configuration.metrics.allSatisfy { $0.stepper != nil })
    #expect(configuration.files == ["/c/base.yaml", "/c/machine.yaml"])
  }

  @Test func `below what has a name, values are replaced whole`() throws {
    let (configuration, faults) = read(
      "include: base.yaml\nsources: {s: {env: {B: 2}}}\nbars: {main: [m]}\n",
      [
        "/c/base.yaml": Self.metrics
          + "sources: {s: {command: x, env: {A: 1}}}\nbars: {main: [n, m], other: [n]}\n"
      ])

    #expect(faults == [])
    #expect(configuration.sources.first?.environment == ["B": "2"])
    #expect(configuration.bars.map(\.metrics) == [["m"], ["n"]])
  }

  @Test func `an empty section takes nothing away, and an empty file brings nothing`() throws {
    let (configuration, faults) = read(
      "include: [base.yaml, empty.yaml]\nmetrics:\n",
      ["/c/base.yaml": Self.metrics, "/c/empty.yaml": "# nothing\n"])

    #expect(faults == [])
    #expect(configuration.metrics.count == 2)
  }

  @Test func `paths begin at the file that names them`() throws {
    let (configuration, faults) = read(
      "include: ./parts//./all.yaml\n",
      [
        "/c/parts/all.yaml":
          "include: [more/n.yaml, ~/home.yaml, /etc/all.yaml]\ntheme: ./t.yaml\n",
        "/c/parts/more/n.yaml": Self.metrics, "/home/ada/home.yaml": "x-a: 1\n",
        "/etc/all.yaml": "x-b: 1\n", "/c/parts/t.yaml": "warning: '#ffaa00'\n",
      ])

    #expect(faults == [])
    #expect(configuration.metrics.count == 2)
    #expect(
      configuration.files == [
        "/c/parts/t.yaml", "/c/parts/all.yaml", "/c/parts/more/n.yaml", "/home/ada/home.yaml",
        "/etc/all.yaml",
      ])
  }

  static let faulty: [(config: String, files: [String: String], faults: [String])] = [
    (
      "include: other.yaml\n\(metrics)", [:],
      [
        "config.yaml:1:10: the included file 'other.yaml' cannot be read: No such file or directory (it is"
      ]
    ),
    (
      "include: [a.yaml]\n\(metrics)",
      ["/c/a.yaml": "include: b.yaml\n", "/c/b.yaml": "include: ./a.yaml\n"],
      ["b.yaml:1:10: './a.yaml' includes itself (by way of b.yaml)"]
    ),
    (
      "include: config.yaml\n\(metrics)", ["/c/config.yaml": ""],
      ["config.yaml:1:10: 'config.yaml' includes itself"]
    ),
    (
      "include: p/a.yaml\n\(metrics)", ["/c/p/a.yaml": "metrics: [\n"],
      ["p/a.yaml:1:11: did not find expected node content"]
    ),
    (
      "include: p/a.yaml\nmetrics: {n: {titel: N}}\n",
      ["/c/p/a.yaml": "metrics:\n  n: {stepper: {range: 0..5}, formt: integer}\n"],
      [
        "config.yaml:2:15: unknown key 'titel' (did you mean 'title'?)",
        "p/a.yaml:2:31: unknown key 'formt' (did you mean 'format'?)",
      ]
    ),
    (
      "include: {a: b}\n\(metrics)", [:],
      ["config.yaml:1:10: expected the name of a file for 'include', found a mapping"]
    ),
    (
      "include:\n\(metrics)", [:],
      ["config.yaml:1:1: expected the name of a file for 'include', found nothing"]
    ),
    (
      "include: a.yaml\n\(metrics)", ["/c/a.yaml": "- list\n"],
      ["a.yaml:1:1: expected a mapping for the config, found a list"]
    ),
    (
      "include: a.yaml\n\(metrics)", ["/c/a.yaml": "sources: {s: {command: x, plugin: cpu}}\n"],
      ["a.yaml:1:15: source 's' has both 'plugin' and 'command' (leave one of them out)"]
    ),
  ]

  @Test(arguments: faulty.indices)
  func `what is wrong is told with its own file`(index: Int) {
    let (config, files, expected) = Self.faulty[index]
    let (_, faults) = read(config, files)
    #expect(faults.count == expected.count, "\(faults)")
    for (fault, wanted) in zip(faults, expected) {
      #expect(fault.hasPrefix(wanted.prefix(60)), "\(fault)")
    }
  }

  @Test func `a file may be included twice, but not without end`() {
    let (configuration, faults) = read(
      "include: [a.yaml, b.yaml]\n",
      ["/c/a.yaml": "include: m.yaml", "/c/b.yaml": "include: m.yaml", "/c/m.yaml": Self.metrics])
    #expect(faults == [])
    #expect(configuration.metrics.count == 2)

    let names = (0..<200).map { "f\($0).yaml" }
    let many = Dictionary(uniqueKeysWithValues: names.map { ("/c/\($0)", "x-a: 1\n") })
    let (_, more) = read("include: [\(names.joined(separator: ", "))]\n\(Self.metrics)", many)
    #expect(more.first?.contains("more than 64 files are included") == true)
  }

  @Test func `comments that are none are found in included files, too`() {
    let (_, faults) = read(
      "include: a.yaml\n\(Self.metrics)",
      ["/c/a.yaml": "\nsources: \n  s: \n    command: curl x #top\n"])
    #expect(faults.count == 1)
    #expect(faults.first?.hasPrefix("a.yaml:4:21: warning: this is a comment") == true, "\(faults)")
  }
}
