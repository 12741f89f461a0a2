import FeedCore
import FeedEngine
import FeedOutput

/// Plays a script to its end and prints the frames.
struct ScriptPlayer {
  private var simulation: Simulation
  private let printsObjects: Bool
  private let until: Int64?
  private let every: Int64?
  private var nextPicture: Int64 = 0
  private var last: [UInt8]?
  private var printed: [UInt8] = []

  /// What takes longer to come to rest than this after the last event does not come to rest.
  private static let patience: Int64 = 600_000

  var diagnostics: [Diagnostic] { simulation.diagnostics }

  init(_ simulation: Simulation, printsObjects: Bool, until: Int64?, every: Int64?) {
    self.simulation = simulation
    self.printsObjects = printsObjects
    self.until = until
    self.every = every
  }

  mutating func play(_ script: [Script.Entry]) {
    for entry in script where entry.at <= until ?? .max {
      pass(until: entry.at - 1)
      show(simulation.take(entry.events, at: entry.at))
    }
    let lastEvent = min(script.last?.at ?? 0, until ?? .max)
    if let until {
      pass(until: until)
    } else {
      pass(until: lastEvent)
      while let next = simulation.next, next <= lastEvent + Self.patience { pass(until: next) }
    }
    let picture = simulation.picture()
    if every != nil {
      if nextPicture <= picture.at { printPictures(until: picture.at) }
    } else if picture.line != last {
      show([picture])
    }
    Console.write(printed, to: 1)
  }

  private mutating func pass(until time: Int64) {
    printPictures(until: time)
    guard time >= 0 else { return }
    show(simulation.pass(until: time))
  }

  private mutating func printPictures(until time: Int64) {
    guard let every else { return }
    while nextPicture <= time {
      _ = simulation.pass(until: nextPicture)
      append(simulation.picture())
      nextPicture += every
    }
  }

  private mutating func show(_ shots: [Simulation.Shot]) {
    guard every == nil else { return }
    for shot in shots {
      append(shot)
      last = shot.line
    }
  }

  private mutating func append(_ shot: Simulation.Shot) {
    printed += Array("{\"at\": \(shot.at), \"frame\": ".utf8)
    if printsObjects {
      printed += shot.line
    } else {
      printed.append(json: String(decoding: shot.line, as: UTF8.self))
    }
    printed += Array("}\n".utf8)
    // A long run is printed as it goes.
    if printed.count > 1 << 16 {
      Console.write(printed, to: 1)
      printed.removeAll(keepingCapacity: true)
    }
  }
}
