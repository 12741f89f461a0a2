import Testing

/// The plugin `cpu`.
struct CPUTests {
  /// Lines of /proc/stat: the times of each processor, user nice system idle iowait irq softirq
  /// steal guest guest_nice, with their sum on top.
  private func stat(_ cores: [Int: [Int]]) -> String {
    let columns = cores.values.map(\.count).max() ?? 0
    let sum = (0..<columns).map { column in cores.values.map { $0[column] }.reduce(0, +) }
    let lines =
      [("cpu ", sum)] + cores.sorted { $0.key < $1.key }.map { ("cpu\($0.key)", $0.value) }
    return lines.map { name, times in "\(name) \(times.map(String.init).joined(separator: " "))" }
      .joined(separator: "\n") + "\nintr 12345 0 9 0"
  }

  private func machine(_ cores: [Int: [Int]]) throws -> Machine {
    let machine = try Machine(nil)
    try machine.write(stat(cores), to: "proc/stat")
    return machine
  }

  @Test func `the first answer is the average since boot`() throws {
    let answer = try Session("cpu", on: Machine()).ask()

    #expect(answer.line == "usage=28.0 steal=0.5 core0=28.0 core1=56.0 core2=14.0 core3=14.0")
  }

  @Test func `the first answer is measured if there was time to`() throws {
    let machine = try Machine(nil)
    let baseline = try machine.makePipe(at: "proc/stat")
    let session = try Session("cpu", on: machine)
    try baseline.send(stat([0: [900, 0, 0, 100, 0, 0, 0, 0, 0, 0]]))

    try machine.write(stat([0: [910, 0, 0, 190, 0, 0, 0, 0, 0, 0]]), to: "proc/stat")

    #expect(try session.ask()["usage"] == 10)
  }

  @Test func `later answers are measured between ticks`() throws {
    let machine = try machine([
      0: [100, 0, 0, 900, 0, 0, 0, 0, 0, 0], 1: Array(repeating: 0, count: 10),
    ])
    let session = try Session("cpu", on: machine)
    _ = try session.ask()

    try machine.write(
      stat([
        0: [110, 10, 10, 960, 0, 5, 5, 0, 0, 0],
        1: [67, 0, 0, 33, 0, 0, 0, 0, 0, 0],
      ]), to: "proc/stat")
    let answer = try session.ask()

    #expect(answer.values == ["usage": 53.5, "steal": 0, "core0": 40, "core1": 67])
  }

  @Test func `waiting for a disk is idleness`() throws {
    let machine = try machine([0: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]])
    let session = try Session("cpu", on: machine)
    _ = try session.ask()

    try machine.write(stat([0: [26, 0, 0, 25, 50, 0, 0, 0, 0, 0]]), to: "proc/stat")

    #expect(try session.ask()["usage"] == 25)
  }

  @Test func `guests are counted once and stolen time as use`() throws {
    let machine = try machine([0: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]])
    let session = try Session("cpu", on: machine)
    _ = try session.ask()

    try machine.write(stat([0: [20, 10, 0, 61, 0, 0, 0, 10, 20, 10]]), to: "proc/stat")
    let answer = try session.ask()

    #expect(answer["usage"] == 40)
    #expect(answer["steal"] == 10)
  }

  @Test func `the last answer stands while the counters do`() throws {
    let machine = try machine([0: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]])
    let session = try Session("cpu", on: machine)
    _ = try session.ask()
    try machine.write(stat([0: [30, 0, 0, 71, 0, 0, 0, 0, 0, 0]]), to: "proc/stat")

    #expect(try session.ask()["usage"] == 30)
    #expect(try session.ask()["usage"] == 30)
  }

  @Test(arguments: [
    [5, 0, 0, 5, 0, 0, 0, 0, 0, 0],  // started anew
    [5, 0, 0, 2000, 0, 0, 0, 0, 0, 0],  // less work
    [2000, 0, 0, 5, 0, 0, 0, 0, 0, 0],  // less idleness
  ])
  func `a counter that goes backwards is no measurement`(_ times: [Int]) throws {
    let machine = try machine([0: [500, 0, 0, 500, 0, 0, 0, 0, 0, 0]])
    let session = try Session("cpu", on: machine)
    #expect(try session.ask()["usage"] == 50)

    try machine.write(stat([0: times]), to: "proc/stat")
    #expect(try session.ask()["usage"] == 50)

    let later = zip(times, [10, 0, 0, 90, 0, 0, 0, 0, 0, 0]).map { $0 + $1 }
    try machine.write(stat([0: later]), to: "proc/stat")
    #expect(try session.ask()["usage"] == 10)
  }

  @Test(arguments: [1, 256])
  func `all cores are on one line`(_ count: Int) throws {
    let idle = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [0, 0, 0, 1, 0, 0, 0, 0]) })
    let machine = try machine(idle)
    try machine.write("0-\(count - 1)", to: "sys/devices/system/cpu/online")
    let session = try Session("cpu", on: machine)
    _ = try session.ask()

    try machine.write(stat(idle.mapValues { _ in [50, 0, 0, 51, 0, 0, 0, 0] }), to: "proc/stat")
    let answer = try session.ask()

    #expect(answer.values.count == count + 2)
    #expect(answer["usage"] == 50)
    #expect(answer["core\(count - 1)"] == 50)
  }

  @Test func `a core which is off is left out until it is back`() throws {
    let idle = [0, 0, 0, 100, 0, 0, 0, 0, 0, 0]
    let machine = try machine([0: idle, 1: idle])
    let session = try Session("cpu", on: machine)
    #expect(try session.ask()["core1"] == 0)

    try machine.write(stat([0: idle]), to: "proc/stat")
    #expect(try session.ask()["core1"] == nil)

    try machine.write(stat([0: idle, 1: [50, 0, 0, 150, 0, 0, 0, 0, 0, 0]]), to: "proc/stat")
    #expect(try session.ask()["core1"] == 50)
  }

  @Test func `old kernels tell less`() throws {
    let machine = try Machine(nil)
    try machine.write("cpu 10 0 10 80\ncpu0 10 0 10 80", to: "proc/stat")

    #expect(try Session("cpu", on: machine).ask().line == "usage=20.0 steal=0.0 core0=20.0")
  }

  @Test func `rubbish between the lines is passed over`() throws {
    let machine = try Machine(nil)
    try machine.write(
      """
      cpu 10 0 10 80 0 0 0 0
      cpu0;exit 1 2 3 4
      cpu0 x 0 0 0
      cpu1 08 0 0 0
      cpu2 99999999999999999999 0 0 1
      cpu3 -1 0 0 1
      cpu4 10 0 10 80 0 0 0 18446744073709551615
      cpu5
      """, to: "proc/stat")

    #expect(try Session("cpu", on: machine).ask().line == "usage=20.0 steal=0.0 core4=20.0")
  }

  @Test func `goes on when the file is back`() throws {
    let machine = try Machine()
    let session = try Session("cpu", on: machine)
    _ = try session.ask()
    try machine.remove("proc/stat")
    #expect(try session.ask().trouble == "no processor times in /proc/stat")

    try machine.write(stat([0: [10, 0, 0, 90, 0, 0, 0, 0, 0, 0]]), to: "proc/stat")

    #expect(try session.ask()["usage"] != nil)
  }
}
