package import FeedCore

/// Decides whether and how a change moves: what the settings ask, within what the times allow.
package struct MotionPlan: Sendable {
  package var style: any MotionStyle
  package var duration: TimeSpan
  /// The settings, with the time that this change may take as the longest.
  package var settings: MotionSettings

  /// What a change is caused by.
  package enum Cause: Hashable, Sendable {
    case data
    /// A click, a step, a command: somebody waits for it.
    case user
  }

  /// The plan for a change, or nil when the new value is to be shown at once.
  ///
  /// `interval` is how often the metric changes, nil when nobody knows. Motion takes at most
  /// `budget` of it, so that every number rests at least as long as it moves. `durationScale` is
  /// what the desktop multiplies all durations with.
  package static func make(
    _ settings: MotionSettings, cause: Cause, interval: TimeSpan?, reduction: Reduction,
    durationScale: Double = 1
  ) -> MotionPlan? {
    var name = settings.style
    if name == "auto" { name = automaticStyle(cause: cause, interval: interval) }
    switch reduction {
    case .none: break
    case .jump: return nil
    case .fade: name = name == "none" ? name : "fade"
    }
    guard let style = Catalog.motionStyles[name] else { return nil }
    var settings = settings
    settings.duration = settings.duration ?? style.defaultDuration
    if durationScale != 1 { settings = settings.slowed(by: durationScale) }
    var duration = settings.duration ?? .zero
    if reduction == .fade { duration = min(duration, style.defaultDuration) }
    if cause == .data, let interval {
      let share = TimeSpan.seconds(interval.seconds * settings.budget)
      settings.maximumDuration = min(settings.maximumDuration, share)
    }
    duration = min(duration, settings.maximumDuration)
    if cause == .data, interval != nil {
      // Fewer than two frames are a flicker, not a motion.
      guard duration.seconds * settings.framesPerSecond >= 2 else { return nil }
    }
    return duration > .zero
      ? MotionPlan(style: style, duration: duration, settings: settings) : nil
  }

  /// What the metrics of a group have in common: they move for the same time, so that those that
  /// begin together end together.
  package struct Group: Hashable, Sendable {
    /// How often the busiest of them changes; nil when nobody knows.
    package var interval: TimeSpan?
    /// The longest that any of them asks for.
    package var duration: TimeSpan
    /// What all of them allow.
    package var maximumDuration: TimeSpan
  }

  /// The group of metrics with these settings, each with the time between its changes.
  package static func group(
    _ members: [(settings: MotionSettings, interval: TimeSpan?)], cause: Cause
  ) -> Group {
    let interval = members.compactMap(\.interval).min()
    var group = Group(interval: interval, duration: .zero, maximumDuration: .seconds(3600))
    for (settings, _) in members {
      var name = settings.style
      if name == "auto" { name = automaticStyle(cause: cause, interval: interval) }
      let usual = Catalog.motionStyles[name]?.defaultDuration ?? .zero
      group.duration = max(group.duration, settings.duration ?? usual)
      group.maximumDuration = min(group.maximumDuration, settings.maximumDuration)
      guard cause == .data, let interval else { continue }
      group.maximumDuration = min(
        group.maximumDuration, .seconds(interval.seconds * settings.budget))
    }
    return group
  }

  /// The more often something changes, the less it moves.
  private static func automaticStyle(cause: Cause, interval: TimeSpan?) -> String {
    if cause == .user { return "roll" }
    guard let interval else { return "roll" }
    if interval >= .seconds(10) { return "roll" }
    return interval >= .seconds(2) ? "fade" : "none"
  }
}

/// What motion is turned into for people and machines that want less of it.
package enum Reduction: Hashable, Sendable {
  case none
  /// Straight to the value.
  case jump
  /// Every style becomes a short fade.
  case fade
}
