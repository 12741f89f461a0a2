import FeedConfig
import FeedCore

extension Metric {
  /// A stepper that no source and no formula has a say in: its value is odobar's to keep.
  var isOwnStepper: Bool { source == nil && configuration.stepper != nil }

  /// Limits and step around the value that is wanted; nil while there is nothing to step from.
  var stepper: Stepper? {
    guard let limits = configuration.stepper, let value = reading.quantity else { return nil }
    return Stepper(value: value, lower: limits.lower, upper: limits.upper, step: limits.step)
  }

  /// A minus or a plus as it is to be drawn.
  func control(_ part: StepperPart) -> Control? {
    guard let limits = configuration.stepper else { return nil }
    let side = part == .minus ? stepper?.minus : stepper?.plus
    return Control(
      part: part.rawValue, text: part == .minus ? limits.minus : limits.plus,
      isEnabled: side?.isEnabled ?? false)
  }
}

/// What a press on a stepper is called.
enum StepperPart: String {
  case minus
  case plus
}

extension MetricConfiguration.Stepper {
  /// Where it begins when nothing was kept: at zero, or as near as the limits let it.
  var start: Quantity { min(max(.integer(0), lower), upper) }
}

extension MetricConfiguration {
  /// The width of the widest value in the stepper's range; 0 without a stepper.
  ///
  /// Formats reserve the width of a whole unit, so it is enough to come by in each: at the ends, at
  /// the powers of ten, and at even distances between.
  var steppedWidth: Int {
    guard let stepper, !isText else { return 0 }
    let (low, high) = (stepper.lower.double, stepper.upper.double)
    guard low.isFinite, high.isFinite else { return 0 }
    var values = [stepper.lower, stepper.upper]
    for part in 1..<32 {
      let share = Double(part) / 32
      values.append(.real((low * (1 - share) + high * share).rounded()))
    }
    var power = 1.0
    while power < max(low.magnitude, high.magnitude), values.count < 128 {
      values += [.real(power), .real(-power)]
      power *= 10
    }
    let inside = values.filter { stepper.lower <= $0 && $0 <= stepper.upper }
    return inside.map { formatter.reservedWidth(for: $0.normalized) }.max() ?? 0
  }
}
