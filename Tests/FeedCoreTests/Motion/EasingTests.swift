import FeedCore
import TestKit
import Testing

struct EasingTests {
  @Test func `curves are those of the reference`() throws {
    for (name, points) in try MotionVectors.easings() {
      let easing = try #require(Easing.catalog[name])
      for point in points {
        #expect(easing.value(at: point.x).isClose(to: point.y), "\(name) at \(point.x)")
      }
    }
  }

  @Test func `control points are those of the reference`() throws {
    for (name, points) in try MotionVectors.controlPoints() {
      #expect(
        Easing.catalog[name]
          == .bezier(x1: points[0], y1: points[1], x2: points[2], y2: points[3]))
    }
  }

  @Test(arguments: Easing.catalog.names)
  func `every named curve rises from 0 to 1`(_ name: String) throws {
    let easing = try #require(Easing.catalog[name])

    #expect(easing.value(at: 0) == 0)
    #expect(easing.value(at: 1) == 1)
    #expect(easing.value(at: -.infinity) == 0)
    #expect(easing.value(at: .infinity) == 1)
    #expect(easing.value(at: .nan) == 1)
    var last = 0.0
    for step in 0...1000 {
      let value = easing.value(at: Double(step) / 1000)
      #expect(value >= last)
      last = value
    }
  }

  @Test func `control points that are no numbers still end at the end`() {
    let odd = Easing.bezier(x1: .nan, y1: .nan, x2: .infinity, y2: .nan)
    for step in 0...10 { #expect(!odd.value(at: Double(step) / 10).isNaN) }
    #expect(odd.value(at: 1) == 1)
  }

  @Test func `lengths of time do not wrap round`() {
    #expect(TimeSpan.milliseconds(.max).nanoseconds == .max)
    #expect(TimeSpan.milliseconds(.min).nanoseconds == .min)
    #expect((TimeSpan.milliseconds(40) * 3).nanoseconds == 120_000_000)
    #expect((TimeSpan(nanoseconds: -2) * .max).nanoseconds == .min)
    #expect((TimeSpan(nanoseconds: -2) * .min).nanoseconds == .max)
  }
}
