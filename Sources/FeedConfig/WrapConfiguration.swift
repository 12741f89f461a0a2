package import FeedCore

/// How the numbers move in what other generators say.
package struct WrapConfiguration: Sendable {
  package var motion = MotionSettings()
  package var rules = TextRules()

  package init() {}

  /// What stands for one text of a block.
  package var metric: MetricConfiguration {
    var metric = MetricConfiguration(
      name: "", formatter: TextShown(), title: "", template: Template(segments: []))
    metric.isText = true
    metric.isForeign = true
    metric.motion = motion
    if motion.style == "auto" { metric.motion.style = "roll" }
    return metric
  }
}

/// Texts are shown as they are.
private struct TextShown: Formatter {
  func readout(of value: Quantity, like target: Quantity) -> Readout { Readout() }
  func reservedWidth(for target: Quantity) -> Int { 0 }
  func resolution(for target: Quantity) -> Double { 1 }
}
