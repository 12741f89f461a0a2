import FeedConfig
import FeedCore
import FeedEngine
import FeedSystem

extension Loop {
  /// A loop for a config that has been read, with what is kept of its past.
  convenience init(
    _ loaded: ConfigLoader.Loaded, survey: MotionSurvey, environment: Environment
  ) throws(SystemCallError) {
    let zone = ZoneFinder.zone
    let motion = MotionWatch(survey, loaded.configuration.motion, environment)
    // Nobody is there yet to be told: what is wrong now is told to each feed as it comes.
    var faults = loaded.diagnostics
    let stepperValues = StepperValues(of: loaded, environment: environment)
    stepperValues?.complain = { faults.append(Diagnostic($0, severity: .warning)) }
    let kept = stepperValues?.load() ?? [:]
    let watch = Self.fileWatch(&faults)
    let reporter = Reporter()
    reporter.stand(faults, loaded.printer)
    stepperValues?.complain = reporter.complain
    try self.init(
      engine: Engine(loaded.configuration, limits: motion.limits, zone: zone, kept: kept),
      environment: environment, reporter: reporter,
      history: HistoryFile(of: loaded, environment: environment),
      stepperValues: stepperValues, motion: motion)
    reloader = Reloader(self, ConfigLoader(environment: environment), loaded, watch)
  }

  /// What tells of changes of the config, or why there is nothing.
  private static func fileWatch(_ faults: inout [Diagnostic]) -> FileWatch? {
    do throws(SystemCallError) { return try FileWatch() } catch {
      faults.append(
        Diagnostic(
          "changes of the config are not noticed: \(error)",
          hint: "'odobar reload' takes them in", severity: .warning))
      return nil
    }
  }
}

extension HistoryFile {
  /// The past of a config that has been read; nil where there is nothing to keep, or no place.
  convenience init?(of loaded: ConfigLoader.Loaded, environment: Environment) {
    let panel = loaded.configuration.panel
    guard panel.keepsHistory, let file = loaded.file,
      let folder = StateFolder(config: file, environment: environment)
    else { return nil }
    self.init(
      folder, known: Set(panel.rows.map { HistoryKey($0.metric) }), zone: ZoneFinder.zone)
  }
}
