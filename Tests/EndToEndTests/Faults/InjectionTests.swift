import Foundation
import TestKit
import Testing

/// Random text wherever text comes from: nothing obeys it.
struct InjectionTests {
  /// What means something to markup, JSON, tmux, terminals, shells, templates or YAML.
  private static let pieces = [
    "<", ">", "&", "\"", "'", "&amp;", "</span>", "<b>", "]]>", "<!--", "#", "#[", "#{", "#(", "##",
    "]", "}", ")", "#,", "#}", "fg=red]", "#[fg=red]", "%", "%%", "%H", "\u{1b}[31m",
    "\u{1b}]52;c;aGk=\u{7}", "\u{1b}]0;t\u{1b}\\", "\u{1b}P", "\u{9b}1m", "\u{7}", "\u{0}", "\n",
    "\t",
    "\r", "\\", "\\u0041", "\u{202e}", "\u{2066}", "\u{200b}", "\u{2028}", "\u{fffe}", "\u{85}",
    "\u{e0041}", "e\u{301}", "🏳️‍🌈", "$(id)", "`id`", ";", "|", "{value}", "{{", "}}", "x", "9",
  ]

  struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 33)
    }
  }

  private static func text(_ longest: Int, _ dice: inout Dice) -> String {
    (0..<Int.random(in: 0...longest, using: &dice))
      .map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
  }

  private static func json(_ value: String) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  /// A text in a config, as JSON writes it; in a template its braces are doubled.
  private static func quoted(
    _ dice: inout Dice, isTemplate: Bool = false, from start: String = ""
  ) throws -> String {
    let text = (start + text(5, &dice)).unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0 != "\u{fffe}"
    }
    let plain = String(String.UnicodeScalarView(text))
    let safe = isTemplate ? plain.replacing("{", with: "{{").replacing("}", with: "}}") : plain
    return try json(safe)
  }

  private static func config(_ dice: inout Dice) throws -> String {
    let word = try quoted(&dice, isTemplate: true).dropLast()
    return """
      motion: none
      sources:
        t: {command: "true", protocol: text}
        a: {command: "true"}
      metrics:
        t: {source: t, format: text, title: \(try quoted(&dice)), icon: \(try quoted(&dice)),
          label: \(word){icon}{title}{value}{state}{field:x}"}
        n: {source: a.n, format: integer, prefix: \(try quoted(&dice)), look: tiles, gauge: 4,
          suffix: \(try quoted(&dice)), title: \(try quoted(&dice)), thresholds: {warning: 1}}
        q: {stepper: {range: 0..5, minus: \(try quoted(&dice, from: "-")), plus: \(try quoted(&dice, from: "+"))},
          icon: \(try quoted(&dice))}
      output: {separator: \(try quoted(&dice))}
      panel: {periods: {day: \(try quoted(&dice)), week: W}}
      """
  }

  private static func script(_ dice: inout Dice) throws -> [String] {
    var lines: [String] = []
    for (time, source) in ["t", "a", "t", "a", "t", "a"].enumerated() {
      let said = text(12, &dice)
      let line =
        source == "t" ? said : "{\"n\": 3, \"x\": \(try json(said)), \"text\": \(try json(said))}"
      lines.append(
        "{\"at\": \(time * 100), \"report\": {\"source\": \"\(source)\", \"line\": \(try json(line))}}"
      )
    }
    for time in 6..<10 {
      let (source, message) = (time % 2 == 0 ? "t" : "a", try json(text(30, &dice)))
      lines.append(
        "{\"at\": \(time * 100), \"fail\": {\"source\": \"\(source)\", \"message\": \(message)}}")
    }
    return lines
  }

  /// What a terminal would obey, but for how things look and where they stand.
  private static func commands(in text: String) -> [Unicode.Scalar] {
    let drawn = text.replacing(/\u{1b}\[[0-9;:?]*[A-Za-z]/, with: "")
      .replacing("\u{1b}]11;?\u{1b}\\", with: "")
    return drawn.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\r" && $0 != "\n"
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `no text from anywhere is obeyed`(_ seed: UInt64) throws {
    var dice = Dice(state: seed &* 0x9e37_79b9_7f4a_7c15)
    let sandbox = try Sandbox(config: try Self.config(&dice))
    let script = try Self.script(&dice)

    for shot in try sandbox.texts(script, as: "i3bar") {
      for block in try I3barBlock.read(shot.frame) where block.markup != nil {
        try block.checkMarkup()
      }
    }
    for shot in try sandbox.texts(script, as: "waybar") {
      let module = try WaybarModule(shot.frame)
      #expect(Markup.isWellFormed(module.text), "\(module.text)")
      #expect(Markup.isWellFormed(module.tooltip), "\(module.tooltip)")
      for name in module.class { #expect(name.wholeMatch(of: /[a-z-]+/) != nil, "\(name)") }
    }
    for shot in try sandbox.texts(script, as: "tmux") {
      let rest = shot.frame.replacing("##", with: "").replacing(/#\[[a-z0-9=#, -]*\]/, with: "")
      #expect(!rest.contains("#"), "\(shot.frame)")
    }
    for shot in try sandbox.texts(script, as: "plain") {
      #expect(shot.frame.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
    for options in [[], ["--panel"]] {
      for shot in try sandbox.texts(script, as: "ansi", options) {
        #expect(Self.commands(in: shot.frame) == [], "\(shot.frame.debugDescription)")
      }
      for line in try sandbox.simulate(script, ["--output", "json"] + options).lines {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
      }
    }
  }
}
