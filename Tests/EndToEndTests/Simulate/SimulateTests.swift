import Foundation
import TestKit
import Testing

/// Scripts of events in virtual time, through the whole program.
struct SimulateTests {
  private static let counting = Config.moving(
    "style: count, duration: 1.2s, initial: none, fps: 24")

  // MARK: Frames

  // Waybar's line tells the target beside what is shown, and whether it moves. Waybar and tmux
  // get 15 frames a second.
  @Test(arguments: [
    ("i3bar", [0, 1129, 1472]), ("ansi", [0, 1129, 1472]), ("plain", [0, 1129, 1472]),
    ("tmux", [0, 1134, 1534]), ("waybar", [0, 1000, 1134, 1534, 2200]),
  ])
  func `a change of two has two frames after that of its event`(
    _ output: String, _ moments: [Int64]
  ) throws {
    let sandbox = try Sandbox(config: Self.counting)

    let shots = try sandbox.texts([value(3, at: 0), value(5, at: 1000)], as: output)

    #expect(shots.map(\.at) == moments)
  }

  @Test func `the last frame is exact, comes on time and is the last`() throws {
    let sandbox = try Sandbox(config: Self.counting)

    let shots = try sandbox.widgets(
      [value(0, at: 0), value(12_480, at: 500)], ["--until", "60000"])

    let last = try #require(shots.last)
    #expect(last.at == 1700)
    #expect(last.frame["n"]?.shown == .whole(12_480))
    #expect(!last.frame.moving)
    // The frame of the event, the steps, and the value before.
    #expect(shots.count == 1 + 1 + 28)
  }

  @Test(arguments: ["i3bar", "waybar", "tmux", "ansi", "plain", "json"])
  func `the same script gives the same bytes`(_ output: String) throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "true"}}
        metrics:
          a: {source: s.a, format: integer, motion: roll, gauge: {width: 4}, range: 0..100}
          b: {source: s.b, format: {bytes: binary}, motion: {style: spring, stagger: 30ms}}
          c: {source: s.c, format: percent, motion: flip, chart: {width: 6}}
          d: {source: s.d, format: decimal, motion: odometer}
        """)
    let script = [
      #"{"at": 0, "report": {"source": "s", "line": "a=1 b=1000 c=7 d=1.5"}}"#,
      #"{"at": 900, "report": {"source": "s", "line": "a=99 b=123456 c=70 d=20.5"}}"#,
      #"{"at": 1100, "report": {"source": "s", "line": "a=50 b=9 c=3 d=19.5"}}"#,
      #"{"at": 1300, "fail": {"source": "s", "message": "gone"}}"#,
    ]

    let first = try sandbox.simulate(script, ["--output", output])
    let second = try sandbox.simulate(script, ["--output", output])

    #expect(first.status == 0)
    #expect(first.errors.isEmpty)
    #expect(first.lines.count > 20)
    #expect(first.output == second.output)
  }

  @Test func `events of one moment are one frame`() throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "true"}}
        metrics:
          a: {source: s.a, format: integer, motion: none}
          b: {source: s.b, format: integer, motion: none}
        """)

    let shots = try sandbox.widgets([
      #"{"at": 0, "value": {"a": 1}}"#,
      #"{"at": 0, "value": {"b": 2}}"#,
      #"{"at": 100, "value": {"a": 3}}"#,
      #"{"at": 100, "value": {"a": 4, "b": 5}}"#,
    ])

    #expect(shots.map(\.at) == [0, 100])
    #expect(shots.map { $0.frame["a"]?.value } == [.whole(1), .whole(4)])
    #expect(shots.map { $0.frame["b"]?.value } == [.whole(2), .whole(5)])
  }

  @Test func `metrics that move at the same time are drawn at the same moments`() throws {
    let sandbox = try Sandbox(
      config: """
        motion: {style: count, initial: none, fps: 20, duration: 1s}
        sources: {s: {command: "true"}}
        metrics:
          a: {source: s.a, format: integer}
          b: {source: s.b, format: integer}
        """)

    let shots = try sandbox.widgets([
      #"{"at": 0, "value": {"a": 0, "b": 0}}"#,
      #"{"at": 1000, "value": {"a": 100000}}"#,
      #"{"at": 1130, "value": {"b": 100000}}"#,
    ])

    let moments = shots.map(\.at).filter { $0 >= 1000 && $0 < 2130 }
    #expect(moments.allSatisfy { $0 % 50 == 0 }, "\(moments)")
    #expect(shots.last?.at == 2130)
  }

  // MARK: Motion that is not wanted

  @Test func `reduced motion goes straight to the value`() throws {
    let sandbox = try Sandbox(
      config: Self.counting.replacing("initial: none", with: "initial: open"))

    let shots = try sandbox.widgets(
      [value(10, at: 0), value(12_480, at: 1000)], ["--motion", "reduced"])

    #expect(shots.map(\.at) == [0, 1000])
    #expect(shots.map { $0.frame["n"]?.shown } == [.whole(10), .whole(12_480)])
    #expect(shots.allSatisfy { !$0.frame.moving })
  }

  @Test func `reduced motion ends what is in flight with the next frame`() throws {
    let sandbox = try Sandbox(config: Self.counting)

    let shots = try sandbox.widgets([
      value(0, at: 0), value(12_480, at: 1000), #"{"at": 1100, "motion": "reduced"}"#,
      value(7, at: 2000),
    ])

    let settled = try #require(shots.first { $0.at >= 1100 })
    #expect(settled.at <= 1142)
    #expect(settled.frame["n"]?.shown == .whole(12_480))
    #expect(!settled.frame.moving)
    #expect(shots.filter { $0.at > settled.at }.map(\.at) == [2000])
    #expect(shots.last?.frame["n"]?.shown == .whole(7))
  }

  @Test func `the config can ask for less motion, and the command line for all of it`() throws {
    let sandbox = try Sandbox(config: "motion: {reduced: always}\n" + Self.counting)
    let script = [value(3, at: 0), value(5, at: 1000)]

    #expect(try sandbox.texts(script, as: "plain").map(\.at) == [0, 1000])
    #expect(
      try sandbox.texts(script, as: "plain", ["--motion", "full"]).map(\.at) == [0, 1129, 1472])
  }

  // MARK: Clicks and steppers

  private static let stepper = """
    metrics:
      n: {stepper: {range: 0..5, step: 1}, motion: {style: count, duration: 100ms}}
    """

  struct Presses: Decodable {
    struct Press: Decodable {
      let press: String
      let after: Int64
      let animates: Bool
    }

    let initial: Int64
    let presses: [Press]
  }

  enum Hand: String, CaseIterable {
    case step
    case wheel
    case buttons

    func event(_ sign: String, at time: Int) -> String {
      let up = sign == "+"
      switch self {
      case .step: return "{\"at\": \(time), \"step\": {\"metric\": \"n\", \"by\": \(up ? 1 : -1)}}"
      case .wheel:
        return "{\"at\": \(time), \"click\": {\"metric\": \"n\", \"button\": \(up ? 4 : 5)}}"
      case .buttons:
        let side = up ? "plus" : "minus"
        return "{\"at\": \(time), \"click\": {\"metric\": \"n\", \"instance\": \"\(side)\", "
          + "\"button\": 1}}"
      }
    }
  }

  @Test(arguments: try MotionVectors.cases("stepper", as: Presses.self), Hand.allCases)
  func `a stepper stops at its limits and does nothing there`(
    _ run: Presses, _ hand: Hand
  ) throws {
    let sandbox = try Sandbox(config: Self.stepper)
    let script = run.presses.enumerated().map { hand.event($1.press, at: ($0 + 1) * 1000) }

    let shots = try sandbox.widgets([value(run.initial, at: 0)] + script)

    for (index, press) in run.presses.enumerated() {
      let frames = shots.filter { $0.at / 1000 == Int64(index) + 1 }
      #expect(!frames.isEmpty == press.animates, "press \(index)")
      guard let last = frames.last else { continue }
      #expect(last.frame["n"]?.value == .whole(press.after), "press \(index)")
      #expect(last.frame["n"]?.shown == .whole(press.after), "press \(index)")
    }
  }

  @Test func `a stepper without a source has a value from the first`() throws {
    let sandbox = try Sandbox(
      config: "metrics: {n: {stepper: {range: 3..9, step: 2}, motion: none}}")

    let shots = try sandbox.widgets([#"{"at": 100, "step": {"metric": "n", "by": 2}}"#])

    #expect(shots.map { $0.frame["n"]?.value } == [.whole(3), .whole(5)])
  }

  @Test func `steps of a tenth do not drift`() throws {
    let sandbox = try Sandbox(
      config: """
        metrics:
          n: {stepper: {range: 0..1, step: 0.1}, format: decimal, fraction: 1, motion: none}
        """)
    let steps = (1...10).map { "{\"at\": \($0 * 100), \"step\": {\"metric\": \"n\", \"by\": 0.1}}" }

    let shots = try sandbox.widgets(steps)

    #expect(
      shots.suffix(10).map { $0.frame["n"]?.label }
        == ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"])
    #expect(shots.last?.frame["n"]?.value == .whole(1))
  }

  @Test func `a click does what the config says`() throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "true"}}
        metrics:
          n:
            source: s.n
            format: integer
            motion: none
            label: "long {value}"
            short: "{value}"
            on: {left: toggle short, right: step +2}
            stepper: {range: 0..9}
        """)

    let shots = try sandbox.texts(
      [
        value(1, at: 0), #"{"at": 100, "click": {"metric": "n", "button": 1}}"#,
        #"{"at": 200, "click": {"metric": "n", "button": 3}}"#,
        #"{"at": 300, "click": {"metric": "n", "button": 2}}"#,
        #"{"at": 400, "click": {"metric": "nobody", "button": 1}}"#,
      ], as: "plain")

    #expect(shots.map(\.frame) == ["long 1", "1", "3"])
  }

  // MARK: Failures

  @Test func `a source that fails is stale, then an error, and well with the next report`() throws {
    let sandbox = try Sandbox(
      config: """
        sources: {s: {command: "true"}}
        metrics: {n: {source: s.n, format: integer, motion: none, title: Sales}}
        """)

    let shots = try sandbox.widgets([
      #"{"at": 0, "report": {"source": "s", "line": "n=1"}}"#,
      #"{"at": 100, "fail": {"source": "s", "message": "no route"}}"#,
      #"{"at": 200, "fail": {"source": "s", "message": "no route"}}"#,
      #"{"at": 300, "report": {"source": "s", "line": "n=2"}}"#,
    ])

    #expect(shots.map { $0.frame["n"]?.state } == ["normal", "stale", "error", "normal"])
    let texts = try sandbox.texts(
      [
        #"{"at": 0, "report": {"source": "s", "line": "n=1"}}"#,
        #"{"at": 100, "fail": {"source": "s", "message": "no route"}}"#,
        #"{"at": 200, "fail": {"source": "s", "message": "no route"}}"#,
      ], as: "plain")
    #expect(texts.first?.frame == "1")
    #expect(texts.last?.frame == "⚠ Sales: no route")
  }

  // MARK: Hostile text

  static let hostile = [
    #"<b>&amp;</span>"#, #""quoted" \ 'single'"#, "#[fg=red]#(touch /tmp/x)##{pane}", "%H:%M %% %",
    "\u{1b}[31mred\u{7}", "a\tb\rc", "\u{202e}evil\u{2066}", "zero\u{200b}width", "é\u{301}\u{301}",
    "{\"text\": 1}", "</markup>]]>", "\u{0}nul", "🏳️‍🌈 🇩🇪", "\u{2028}line\u{2029}",
  ]

  private static let texts = """
    sources: {s: {command: "true", protocol: text}}
    metrics: {n: {source: s, format: text, motion: none, title: "<T&>"}}
    """

  private func script(_ text: String) throws -> [String] {
    let line = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return [
      "{\"at\": 0, \"report\": {\"source\": \"s\", \"line\": \(line)}}",
      "{\"at\": 50, \"fail\": {\"source\": \"s\", \"message\": \(line)}}",
      "{\"at\": 60, \"fail\": {\"source\": \"s\", \"message\": \(line)}}",
    ]
  }

  @Test(arguments: hostile)
  func `text from outside stays text in every output`(_ text: String) throws {
    let sandbox = try Sandbox(config: Self.texts)
    let script = try script(text)

    for shot in try sandbox.texts(script, as: "i3bar") {
      #expect(shot.frame.hasSuffix(","))
      for block in try I3barBlock.read(shot.frame) { try block.checkMarkup() }
    }
    for shot in try sandbox.texts(script, as: "waybar") {
      let module = try WaybarModule(shot.frame)
      try #require(Markup.isWellFormed(module.text), "\(module.text)")
      try #require(Markup.isWellFormed(module.tooltip), "\(module.tooltip)")
    }
    for shot in try sandbox.texts(script, as: "tmux") {
      // Whatever follows a sign that tmux obeys was written by this program.
      let rest = shot.frame.replacing("##", with: "").replacing(/#\[[a-z0-9=#, ]*\]/, with: "")
      #expect(!rest.contains("#"), "\(shot.frame)")
    }
    for output in ["plain", "ansi", "json"] {
      for line in try sandbox.simulate(script, ["--output", output]).lines {
        _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
      }
    }
    for shot in try sandbox.texts(script, as: "plain") {
      #expect(!shot.frame.unicodeScalars.contains { $0.value < 32 || $0.value == 127 })
    }
    for shot in try sandbox.texts(script, as: "ansi") {
      #expect(!shot.frame.contains("\u{1b}[31m") && !shot.frame.contains("\u{7}"))
    }
  }

  // MARK: Scripts that are wrong

  static let faults: [(script: [String], place: String, message: String)] = [
    ([#"{"at": 1}"#], "1:1", "no event beside 'at'"),
    ([#"{"value": {"n": 1}}"#], "1:1", "expected 'at' in milliseconds"),
    ([#"{"at": -1, "open": true}"#], "1:1", "expected 'at' in milliseconds"),
    ([#"{"at": 1, "value": "#], "1:20", "the text ends within the value"),
    ([#"{"at": 1, "valu": {}}"#], "1:1", "unknown event 'valu' (did you mean 'value'?)"),
    (["", #"[1]"#], "2:1", "expected an object"),
    (
      [#"{"at": 5, "open": true}"#, "", #"{"at": 4, "open": true}"#], "3:1",
      "event at 4 comes after one at 5"
    ),
    ([#"{"at": 1, "value": {"m": 1}}"#], "1:1", "no metric 'm' (did you mean 'n'?)"),
    ([#"{"at": 1, "step": {"metric": "m", "by": 1}}"#], "1:1", "no metric 'm'"),
    ([#"{"at": 1, "step": {"metric": "n", "by": 1}}"#], "1:1", "metric 'n' has no stepper"),
    ([#"{"at": 1, "step": {"metric": "n"}}"#], "1:1", "expected a number as 'by'"),
    ([#"{"at": 1, "step": {"metric": "n", "by": 1, "to": 2}}"#], "1:1", "'step' goes 'by' or 'to'"),
    ([#"{"at": 1, "report": {"source": "t", "line": "1"}}"#], "1:1", "no source 't'"),
    ([#"{"at": 1, "fail": {"source": "t", "message": "x"}}"#], "1:1", "no source 't'"),
    ([#"{"at": 1, "report": {"source": "s"}}"#], "1:1", "expected a string as 'line'"),
    ([#"{"at": 1, "click": {"metric": "n", "button": 99}}"#], "1:1", "expected 'button' from"),
    ([#"{"at": 1, "click": {"metric": "n", "part": "plsu"}}"#], "1:1", "no part 'plsu' in 'click'"),
    ([#"{"at": 1, "click": {"metric": "n", "part": 1}}"#], "1:1", "expected 'part' to be one of"),
    ([#"{"at": 1, "motion": "less"}"#], "1:1", "expected 'motion' to be one of"),
  ]

  @Test(arguments: faults.indices)
  func `a script that is wrong is refused with its place`(_ index: Int) throws {
    let fault = Self.faults[index]
    let sandbox = try Sandbox(config: Self.counting)
    let file = try sandbox.write(fault.script.joined(separator: "\n"), to: "events.json")

    let piped = try sandbox.simulate(fault.script)
    let named = try sandbox.run(["simulate", "--events", file.path])

    for (run, name) in [(piped, "standard input"), (named, file.path)] {
      #expect(run.status == 65)
      #expect(run.output.isEmpty)
      #expect(
        run.errors.hasPrefix("odobar: \(name):\(fault.place): \(fault.message)"), "\(run.errors)")
    }
  }

  @Test func `what it is asked for has to be there`() throws {
    let sandbox = try Sandbox(config: Self.counting)
    let questions: [([String], Int32, String)] = [
      (["--output", "wayba"], 64, "unknown output 'wayba' (did you mean 'waybar'?)"),
      (["--metric", "m"], 64, "no metric 'm' (did you mean 'n'?)"),
      (["--bar", "side"], 64, "no bar 'side'"),
      (["--until", "soon"], 64, "--until takes a number of milliseconds, found 'soon'"),
      (["--every", "0"], 64, "--every takes a number of milliseconds, found '0'"),
      (["--motion", "some"], 64, "--motion is one of: full, reduced, auto"),
      (["--events", "none.json"], 65, "cannot read 'none.json'"),
    ]
    for (options, status, message) in questions {
      let run = try sandbox.run(["simulate"] + options)
      #expect(run.status == status, "\(options)")
      #expect(run.output.isEmpty, "\(options)")
      #expect(run.errors.contains("odobar: \(message)"), "\(run.errors)")
    }
  }
}
