import FeedSystem
import Foundation
import Testing

extension SystemTests {
  struct SignalsTests {
    @Test func `tells each signal that it handles, and dies of none`() throws {
      let host = try Host(["signals"])
      #expect(try host.line() == "ready")

      for signal in Signal.handled where signal != .terminate {
        host.signal(signal)
        #expect(try host.line() == signal.description)
      }
      host.signal(.terminate)

      #expect(try host.line() == "TERM")
      #expect(host.end() == .exited(0))
    }

    @Test func `tells what came while it was stopped, like signals once`() throws {
      let host = try Host(["signals"])
      #expect(try host.line() == "ready")

      host.signal(.stop)
      eventually("stopped") { state(of: host.child.pid) == "T" }
      for _ in 0..<5 { host.signal(.user1) }
      host.signal(.windowChanged)
      host.signal(.proceed)

      var told: [String] = []
      while told.last != "WINCH" { told.append(try host.line()) }
      #expect(told == ["USR1", "CONT", "WINCH"])
      host.signal(.terminate)
      #expect(try host.line() == "TERM")
      #expect(host.end() == .exited(0))
    }

    @Test func `names signals as kill does`() {
      #expect(Signal.user1.description == "USR1")
      #expect(Signal.realTime(0)?.description == "RTMIN")
      #expect(Signal.realTime(10)?.description == "RTMIN+10")
      #expect(Signal.realTime(10)?.realTimeOffset == 10)
      #expect(Signal.realTime(31) == nil)
      #expect(Signal.terminate.realTimeOffset == nil)
    }
  }
}
