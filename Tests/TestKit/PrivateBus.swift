package import Foundation

/// A message bus of a test's own, without any service but those that the test starts.
package final class PrivateBus {
  /// For `DBUS_SESSION_BUS_ADDRESS` and its like.
  package let address: String
  private let folder: URL
  private let daemon: RunningProgram

  package init() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "odobar-bus-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let config = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <listen>unix:path=\(folder.path)/bus</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """
    let file = folder.appending(path: "bus.conf")
    try Data(config.utf8).write(to: file)
    daemon = try RunningProgram(
      ["dbus-daemon", "--config-file=\(file.path)", "--nofork", "--nopidfile", "--print-address"],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
    address = try daemon.line()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The bus goes, as with the end of a session.
  package func stop() { daemon.signal(SIGKILL) }

  /// Runs a service that answers as the script says; returns when it is there.
  package func serve(_ script: URL, _ arguments: [String] = []) throws -> RunningProgram {
    let service = try RunningProgram(
      ["/usr/bin/python3", script.path] + arguments,
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address,
      ])
    try service.line { $0 == "ready" }
    return service
  }
}
