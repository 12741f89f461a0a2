import FeedCore
import Testing

@testable import FeedPlugin

struct ManifestTests {
  private func read(_ text: String) -> (manifest: Manifest?, faults: [Diagnostic]) {
    Manifest.read(Array(text.utf8), file: "cpu")
  }

  @Test func `reads all that a plugin can say`() {
    let (found, faults) = read(
      """
      #!/bin/sh
      # odobar: {mode: poll, interval: 2s, timeout: 500ms, protocol: auto, fields: {usage: \
      {unit: percent}, level: {unit: percent, settable: true}, core*: {}}, params: {interface: \
      {default: auto, about: "name, such as wlan0"}, path: /}}
      """)

    var expected = Manifest()
    expected.mode = .poll
    expected.interval = .seconds(2)
    expected.timeout = .milliseconds(500)
    expected.protocolName = "auto"
    expected.fields = [
      FieldDeclaration(name: "usage", unit: "percent"),
      FieldDeclaration(name: "level", unit: "percent", isSettable: true),
      FieldDeclaration(name: "core*"),
    ]
    expected.parameters = [
      Manifest.Parameter(
        name: "interface", defaultValue: "auto", about: "name, such as wlan0"),
      Manifest.Parameter(name: "path", defaultValue: "/"),
    ]
    #expect(faults.isEmpty)
    #expect(found == expected)
  }

  @Test(arguments: [
    "# odobar: {mode: once}", "// odobar: {mode: once}", "-- odobar: {mode: once}",
    "/* odobar: {mode: once} */", "<!-- odobar: {mode: once} -->", ";;odobar:{mode: once}",
    "\"\"\" odobar: {mode: once} \"\"\"", "odobar: {mode: once}", "#\todobar:\t{mode: once}\r",
  ])
  func `takes any sign of a comment`(_ line: String) {
    let (found, faults) = read("#!/usr/bin/env x\n\n\(line)\nrest")
    #expect(faults.isEmpty)
    #expect(found?.mode == .once)
  }

  @Test(arguments: [
    "", "#!/bin/sh\necho 1\n", "# odobar: a plugin for odobar", "# see odobar: {mode: once}",
    "# odobar {mode: once}", "# my-odobar: {mode: once}",
  ])
  func `a plugin need not declare anything`(_ text: String) {
    let (found, faults) = read(text)
    #expect(found == nil)
    #expect(faults.isEmpty)
  }

  @Test func `looks in the first twenty lines`() {
    let line = "# odobar: {mode: once}"
    #expect(read(String(repeating: "#\n", count: 19) + line).manifest != nil)
    #expect(read(String(repeating: "#\n", count: 20) + line).manifest == nil)
    #expect(read(line + "\n# odobar: {mode: poll}").manifest?.mode == .once)
  }

  @Test func `reads names of fields alone`() {
    #expect(
      read("# odobar: {fields: [one, five]}").manifest?.fields == [
        FieldDeclaration(name: "one"), FieldDeclaration(name: "five"),
      ])
    #expect(
      read("# odobar: {fields: {a: bytes, b: }}").manifest?.fields == [
        FieldDeclaration(name: "a", unit: "bytes"), FieldDeclaration(name: "b"),
      ])
  }

  @Test func `knows a single run`() {
    let found = read("# odobar: {mode: once, interval: once}").manifest
    #expect(found?.runsOnce == true)
    #expect(found?.interval == nil)
  }

  @Test(arguments: [
    ("{mode: pol}", "cpu:3:17: unknown mode 'pol' (did you mean 'poll'?)"),
    ("{intervall: 2s}", "cpu:3:11: unknown key 'intervall' (did you mean 'interval'?)"),
    (
      "{interval: 2}",
      "cpu:3:21: expected a duration for 'interval', found '2' (such as 250ms, 2s, 5m or 1h)"
    ),
    ("{interval: 1ms}", "cpu:3:21: '1ms' is out of range for 'interval'"),
    ("{protocol: autos}", "cpu:3:21: unknown protocol 'autos' (did you mean 'auto'?)"),
    (
      "{fields: {a: {unit: byte}}}", "cpu:3:30: unknown unit 'byte' (did you mean 'bytes'?)"
    ),
    ("{fields: {a: {settable: 1}}}", "cpu:3:34: expected true or false for 'settable', found '1'"),
    ("{fields: {1a: {}}}", "cpu:3:20: '1a' is no name of a field (letters, digits, '_', '.', '-')"),
    ("{fields: 3}", "cpu:3:19: expected a mapping for 'fields'"),
    ("{params: {a: [1]}}", "cpu:3:23: expected a mapping for 'a'"),
    ("{params: {a: {defalt: 1}}}", "cpu:3:24: unknown key 'defalt' (did you mean 'default'?)"),
  ])
  func `says what is wrong and where`(_ manifest: String, _ summary: String) {
    let (found, faults) = read("#!/bin/sh\n#\n#odobar: \(manifest)\n")
    #expect(faults.map(\.summary) == [summary])
    #expect(found != nil)
  }

  @Test func `counts columns in characters`() {
    let (_, faults) = read("#\t odobar: {params: {a: {about: \"größe\", x: 1}}}")
    #expect(faults.first?.span?.start == Mark(line: 1, column: 42))
  }

  @Test func `tells all faults at once`() {
    #expect(read("# odobar: {mode: x, interval: y, foo: 1}").faults.count == 3)
  }

  @Test(arguments: ["# odobar: {mode: poll", "# odobar: {mode: [}", "# odobar: {a: \"}"])
  func `tells of YAML that has no end`(_ text: String) {
    let (found, faults) = read(text)
    #expect(found == nil)
    #expect(faults.count == 1)
  }

  @Test func `survives a plugin that is no text`() {
    var random = RandomSource(seed: 1)
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(Manifest.read(bytes, file: "x").manifest == nil)

    let broken = Array("# odobar: {mode: ".utf8) + [0xFF, 0xFE] + Array("}".utf8)
    #expect(Manifest.read(broken, file: "x").faults.map(\.message) == ["the text is not UTF-8"])
  }

  @Test func `a brace in a string ends nothing`() {
    let (found, faults) = read("# odobar: {params: {a: {about: \"it's {x}} ok\"}, b: it's}} */")
    #expect(faults.isEmpty)
    #expect(found?.parameters.map(\.about) == ["it's {x}} ok", nil])
  }

  @Test func `an escaped quote closes nothing`() {
    let (found, faults) = read(#"# odobar: {params: {a: {about: "a \"}} b"}}} */"#)
    #expect(faults.isEmpty)
    #expect(found?.parameters.map(\.about) == ["a \"}} b"])
  }

  @Test(arguments: [
    ("core*", "core0", true), ("core*", "core12", true), ("core*", "core", false),
    ("core*", "score", false), ("rx", "rx", true), ("rx", "rx_total", false),
  ])
  func `families declare their members`(_ name: String, _ field: String, _ declares: Bool) {
    #expect(FieldDeclaration(name: name).declares(field) == declares)
  }
}
