import FeedCore

/// What one place of a config says about motion: changes to what holds around it.
struct MotionLayer {
  private var changes: [(inout MotionSettings) -> Void] = []

  mutating func set<Value>(
    _ path: WritableKeyPath<MotionSettings, Value>, _ value: Value?
  ) {
    guard let value else { return }
    changes.append { $0[keyPath: path] = value }
  }

  mutating func change(_ change: @escaping (inout MotionSettings) -> Void) {
    changes.append(change)
  }

  func applied(to settings: MotionSettings) -> MotionSettings {
    changes.reduce(into: settings) { settings, change in change(&settings) }
  }
}

/// A motion by one name, beside which every key may still be set.
enum MotionPreset: String, CaseIterable {
  /// A short fade.
  case calm
  /// Wheels on a spring.
  case snappy
  /// A split flap.
  case classic
  /// A count from zero, in the steps and with the darkness that the first of these counters had.
  case seed

  func apply(to settings: inout MotionSettings) {
    settings.duration = nil
    settings.easing = nil
    settings.spring = nil
    switch self {
    case .calm:
      settings.style = "fade"
      settings.duration = .milliseconds(200)
    case .snappy:
      settings.style = "roll"
      settings.spring = .snappy
    case .classic:
      settings.style = "flip"
      settings.duration = .milliseconds(420)
    case .seed:
      settings.style = "count"
      settings.duration = .milliseconds(1200)
      settings.framesPerSecond = 24
      settings.initial = .zero
      settings.presence = .instant
      settings.dim = 0.25
    }
  }
}
