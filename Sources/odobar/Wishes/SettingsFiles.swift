import FeedEngine
import FeedSystem

/// Files in which desktops write down what they want of motion.
struct SettingsFiles {
  private let gtk: [String]
  private let kde: String
  /// What `gsettings` says changes with this file; where there is none, nothing was ever changed.
  let database: String

  init(_ environment: Environment) {
    var folder = environment["XDG_CONFIG_HOME"] ?? ""
    if !folder.hasPrefix("/") { folder = (environment["HOME"] ?? "") + "/.config" }
    gtk = ["gtk-4.0", "gtk-3.0"].map { "\(folder)/\($0)/settings.ini" }
    kde = "\(folder)/kdeglobals"
    database = "\(folder)/dconf/user"
  }

  var paths: [String] { gtk + [kde, database] }

  /// Takes in what is in the files now: a few microseconds where there are none.
  func read(into survey: inout MotionSurvey) {
    let finding = gtk.lazy.compactMap { path -> DesktopSettings.Finding? in
      let name = path.split(separator: "/").suffix(2).joined(separator: "/")
      return Self.text(of: path).flatMap { DesktopSettings.gtk($0, named: name) }
    }.first
    survey.note(.gtk, finding?.wish, because: finding?.reason ?? "")
    let factor = Self.text(of: kde).flatMap(DesktopSettings.kdeDurationFactor)
    survey.durationScale = factor.flatMap { $0 > 0 ? $0 : nil } ?? 1
    survey.note(
      .kde, factor == 0 ? .off : nil, because: "AnimationDurationFactor is 0 in kdeglobals")
  }

  private static func text(of path: String) -> String? {
    (try? FileReader.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What `gsettings` prints of all schemas that say something of motion.
  static let question = [
    "/bin/sh", "-c",
    """
    for schema in org.gnome.desktop.interface org.gnome.desktop.a11y.interface \
    io.elementary.settings-daemon.a11y org.cinnamon.desktop.interface; do
      gsettings list-recursively $schema
    done
    """,
  ]
}

/// The batteries of this machine.
struct Batteries {
  private let folder: String

  init(_ environment: Environment) {
    folder = (environment["ODOBAR_ROOT"] ?? "") + "/sys/class/power_supply"
  }

  /// Whether what they hold comes to an end; nil where there is none.
  var areShort: Bool? {
    let batteries = FileSystem.names(in: folder).compactMap { name in
      Battery { file in
        (try? FileReader.contents(of: "\(folder)/\(name)/\(file)", limit: 4096)).map { bytes in
          String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
        }
      }
    }
    return batteries.isEmpty ? nil : Battery.isShort(batteries)
  }
}
