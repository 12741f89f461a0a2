import FeedConfig
import FeedCore
import FeedOutput
import Testing

struct LookDecodingTests {
  private let white = Color.white
  private let black = Color.black
  private let slate = Color(red: 0x2e, green: 0x34, blue: 0x40)

  @Test func `the nearest word on the look of a number wins`() throws {
    let (configuration, faults) = read(
      """
      output: {look: tiles}
      theme: {tile: {background: '#2e3440', foreground: '#ffffff'}}
      metrics:
        a: {stepper: {}}
        b: {stepper: {}, look: plain}
        c: {stepper: {}, tile: {background: '#000000'}}
      """)

    #expect(faults.isEmpty)
    let metrics = configuration.metrics
    #expect(metrics.map(\.look) == [.tiles, .plain, .tiles])
    #expect(metrics[0].tile == BlockStyle.Tile(background: slate, foreground: white))
    #expect(metrics[2].tile == BlockStyle.Tile(background: black, foreground: white))
  }

  @Test func `numbers are plain and have no colours of tiles where nothing is said`() throws {
    let metric = try #require(oneMetric("source: cpu"))

    #expect(metric.look == .plain && metric.tile == BlockStyle.Tile())
  }

  @Test(arguments: [
    ("gauge: true", 8, BlockStyle.GaugeStyle.auto), ("gauge: 5", 5, .auto),
    ("gauge: {style: blocks}", 8, .blocks), ("gauge: {width: 3, style: text}", 3, .text),
  ])
  func `a gauge has a width and is made of something`(
    _ body: String, _ width: Int, _ style: BlockStyle.GaugeStyle
  ) throws {
    let gauge = try #require(oneMetric("source: cpu, \(body)")?.gauge)

    #expect(gauge.width == width && gauge.style == style)
  }

  @Test(arguments: [
    ("", false), ("output: {background: '#2e3440'}", true), ("theme: light", true),
    ("theme: {background: '#2e3440'}", true), ("motion: {background: '#2e3440'}", true),
    ("theme: {foreground: '#2e3440'}", false),
  ])
  func `the bar's background is known where the config says it`(_ text: String, _ isKnown: Bool) {
    #expect(read("metrics: {m: {stepper: {}}}\n" + text).0.output.knowsBackground == isKnown)
  }

  @Test func `what glyphs fade into can be said of one metric`() throws {
    let text = """
      motion: {background: '#000000'}
      metrics:
        a: {stepper: {}}
        b: {stepper: {}, motion: {background: '#2e3440'}}
      """
    let (configuration, faults) = read(text)

    #expect(faults.isEmpty)
    #expect(configuration.metrics.map(\.motion.background) == [black, slate])
    #expect(configuration.output.background == black)
  }

  @Test(
    arguments: [("auto", nil), ("i3bar", .i3bar), ("swaybar", .swaybar)]
      as [(
        String, BarClient?
      )])
  func `what reads the i3bar protocol can be said`(_ name: String, _ client: BarClient?) {
    #expect(read("output: {client: \(name)}").0.output.client == client)
  }
}
