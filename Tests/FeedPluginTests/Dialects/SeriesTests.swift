import FeedCore
import Testing

@testable import FeedPlugin

struct InfluxReportTests {
  @Test(arguments: [
    ("cpu usage=1.5", "cpu.usage=1.5"), ("cpu usage=1i", "cpu.usage=1"),
    (
      "cpu,host=a,core=0 u=1,v=2 1700000000000000000",
      "cpu.u{host=a,core=0}=1 cpu.v{host=a,core=0}=2"
    ),
    ("m f=1.", "m.f=1"), ("m f=.5", "m.f=0.5"), ("m f=-1e3", "m.f=-1000"),
    ("m f=00.693", "m.f=0.693"),
    ("m f=18446744073709551615u", "m.f=1.8446744073709552e+19"), ("m f=7u", "m.f=7"),
    ("m f=9007199254740993i", "m.f=9007199254740993"),
    ("m a=t,b=T,c=true,d=True,e=TRUE", "m.a=1 m.b=1 m.c=1 m.d=1 m.e=1"),
    ("m a=f,b=F,c=false,d=False,e=FALSE", "m.a=0 m.b=0 m.c=0 m.d=0 m.e=0"),
    (#"m s="a \"b\" \\ , = c""#, #"m.s="a "b" \ , = c""#), ("m s=\"\"", "m.s=\"\""),
    (#"my\ m\,x,t\=g=a\ b,q="c" f\,1=1"#, #"my m,x.f,1{t=g=a b,q="c"}=1"#),
    (#"a\b,c=d\e f=1"#, #"a\b.f{c=d\e}=1"#), ("m f=1 -5", "m.f=1"), ("m  f=1  5 ", "m.f=1"),
    ("# comment\nm f=1\r\nm g=2\r\n", "m.f=1 m.g=2"),
    ("m s=\"two\nlines\",f=1", "m.s=\"two lines\" m.f=1"),
  ])
  func `reads points`(_ output: String, _ expected: String) {
    #expect(Script("influx").phrase(output + "\n") == expected)
  }

  @Test(arguments: [
    "m", "m f", "m f=", "m f=nan", "m f=inf", "m f=1x", "m f=x", ",a=b f=1", "m,a f=1", "m,a= f=1",
    "m,a=b=c f=1", "m f=1 12345678901234567890", "m f=1 x", "m f=1,", "m f=\"x", "m f=1.5i",
    "m f=-1u", "m =1", "m f=0x10", "m f=tRUE",
  ])
  func `refuses what the grammar does not have`(_ line: String) {
    #expect(Script("influx").phrase(line + "\n").hasPrefix("rejected: line 1: "))
  }

  @Test func `bad lines take nothing from good ones`() {
    #expect(
      Script("influx").phrase("m f=x\nm f=1\n")
        == "m.f=1 (line 1: field 'f': 'x' is no value in 'm f=x m f=1')")
  }

  @Test func `a metric asks by field and tags`() {
    let lines = "cpu,cpu=cpu0,host=a u=1\ncpu,cpu=cpu1,host=a u=2\n"
    let script = Script("influx", wanted: ["cpu.u{cpu=cpu1}", "", #"cpu.u{host="a"}"#])
    #expect(
      script.phrase(lines)
        == #"cpu.u{cpu=cpu1}=2 value=1 cpu.u{host="a"}=1 cpu.u{cpu=cpu0,host=a}=1"#
        + #" cpu.u{cpu=cpu1,host=a}=2 ('cpu.u{host="a"}' means 2 series,"#
        + " the first is taken: cpu.u{cpu=cpu0,host=a})")
  }

  @Test func `each line of a daemon is a report`() {
    #expect(Script("influx", .stream).phrase("m f=1\n") == "m.f=1")
    #expect(Script("influx", .poll).phrase("m f=1\n") == "m.f=1")
  }
}

struct PrometheusReportTests {
  @Test(arguments: [
    ("up 1", "up=1"), ("up{job=\"a\"} 1", "up{job=a}=1"),
    ("up{job=\"a\",} 1 1700000000000", "up{job=a}=1"),
    ("a:b_c{x=\"1\", y=\"2\"}  3.5e2 ", "a:b_c{x=1,y=2}=350"),
    (#"m{p="a\\b\"c,} \n"} 1"#, #"m{p=a\b"c,}  }=1"#), ("m NaN", "m=-"), ("m +Inf", "m=-"),
    ("m -Inf", "m=-"),
    ("# HELP m Says it.\n# TYPE m counter\nm_bytes_total 5\n# EOF", "m_bytes_total=5[bytes]"),
    ("x_seconds_sum 1.5 # {trace=\"a\"} 1", "x_seconds_sum=1.5[seconds]"), ("m{} 1", "m=1"),
    ("m{a=\"\"} 1", "m{a=}=1"),
    ("t_celsius 20\n\nb_bytes 10", "t_celsius=20[celsius] b_bytes=10[bytes]"),
  ])
  func `reads samples`(_ output: String, _ expected: String) {
    #expect(Script("prometheus").phrase(output + "\n") == expected)
  }

  @Test(arguments: [
    "m", "m x", "1m 1", "m{a} 1", "m{a=b} 1", "m{a=\"b} 1", "m{a=\"b\" c=\"d\"} 1", "m 1 x", "{} 1",
  ])
  func `refuses what is no sample`(_ line: String) {
    #expect(Script("prometheus").phrase(line + "\n").hasPrefix("rejected: "))
  }

  @Test func `what a metric asks for is found among thousands`() {
    let lines = (0..<3000).map { "m{n=\"\($0)\"} \($0)\n" }.joined()
    let report = Script("prometheus", wanted: ["m{n=2999}"]).report(lines)
    #expect(report.fields.first?.reading == .number(.integer(2999)))
    #expect(report.fields.count == Report.fieldLimit)
  }

  @Test func `a server that is not there is a failure`() {
    #expect(Script("prometheus").phrase("", .exited(7)) == "rejected: exited with 7")
  }
}

struct NagiosReportTests {
  @Test(arguments: [
    (0, "normal"), (1, "warning"), (2, "critical"), (3, "error"),
  ])
  func `the exit status is the state`(_ code: Int32, _ state: String) {
    #expect(
      Script("nagios").phrase("PING\n", .exited(code))
        == "value=\"PING\" state:\(state) tooltip:[\"PING\"]")
  }

  @Test func `other ends are failures`() {
    #expect(Script("nagios").phrase("x\n", .exited(4)) == "rejected: exited with 4")
    #expect(Script("nagios").phrase("x\n", .signalled(9)) == "rejected: killed by signal 9")
    #expect(Script("nagios").phrase("", .exited(0)) == "rejected: a plugin has to print a line")
  }

  private func data(_ text: String) -> String {
    var data = PerformanceData(text)
    let fields = data.readAll()
    return AutoReportParserTests.phrase(Report(fields: fields, problems: data.problems))
  }

  @Test(arguments: [
    ("load1=0.5", "load1=0.5"), ("load1=0.5;5;10;0;", "load1=0.5{0.0..}"),
    ("/=2643MB;5948;5958;0;5968", "/=2643000000[bytes]{0.0..5968000000.0}"),
    ("p=42%;80;90", "p=42[percent]{0.0..100.0}"), ("t=0.25s;;;0", "t=0.25[seconds]{0.0..}"),
    ("'a b'=1 'it''s'=2", "a b=1 it's=2"), ("n=5c", "n=5"), ("n=U", "n=-"), ("n=-3", "n=-3"),
    ("n=x", "n=- ('n': 'x' is no number)"), ("n=1foo", "n=1 ('n': unknown unit 'foo')"),
    ("junk n=1", "n=1 ('junk' is no performance data)"),
  ])
  func `performance data are fields`(_ text: String, _ expected: String) {
    #expect(data(text) == expected)
  }

  @Test(arguments: [
    ("10", 5.0, false), ("10", 11, true), ("10", -1, true), ("10:", 9, true), ("10:", 10, false),
    ("~:10", -99, false), ("~:10", 11, true), ("10:20", 15, false), ("10:20", 21, true),
    ("@10:20", 15, true), ("@10:20", 21, false), ("10:20", 10, false), ("@10:20", 10, true),
  ])
  func `ranges alert as the guidelines say`(_ range: String, _ value: Double, _ isAlert: Bool) {
    #expect(AlertRange(range)?.alerts(value) == isAlert)
  }

  @Test(arguments: ["", "x", "20:10", "1:2:3", "@"])
  func `what is no range alerts nobody`(_ text: String) {
    #expect(AlertRange(text) == nil)
  }

  @Test func `thresholds give each number a state of its own`() {
    let small = Script("nagios").report("x | e=1e-05;1;2 f=4E3 g=5,5s\n", .exited(0))
    #expect(small.fields.first { $0.name == "e" }?.reading == .number(.real(1e-05)))
    #expect(small.fields.first { $0.name == "f" }?.reading == .number(.integer(4000)))
    #expect(small.fields.first { $0.name == "g" }?.reading == .missing)
    let report = Script("nagios").report("x | a=5;3;9 b=10;3;9 c=1;3;9 d=1\n", .exited(2))
    #expect(report.fields.dropFirst().map(\.state) == [.warning, .critical, .normal, nil])
    #expect(report.state == .critical)
  }

  @Test func `long texts and more performance data follow`() {
    #expect(
      Script("nagios").phrase("OK | a=1\nlong one\nlong two | b=2\nc=3\n")
        == "value=\"OK\" a=1 b=2 c=3 state:normal tooltip:[\"OK\", \"long one\", \"long two \"]")
  }
}
