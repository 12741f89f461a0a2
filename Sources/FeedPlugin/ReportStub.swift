package import FeedCore

package struct Report { package struct Field { package var name: String; package var reading: Reading; package var minimum: Double?; package var maximum: Double? }
  package var fields: [Field]; package var state: MetricState?; package var text: String?; package var problems: [String] }
package struct ReportProblem: Error { package var reason: String }
package protocol ReportParser: Sendable { func report(of line: LineBuffer.Line) -> Result<Report, ReportProblem> }
package struct AutoReportParser: ReportParser { package init() {}
  package func report(of line: LineBuffer.Line) -> Result<Report, ReportProblem> {
    var fields: [Report.Field] = []
    for word in line.text.split(separator: " ") { let p = word.split(separator: "="); if p.count == 2, let q = try? NumberParser.parse(String(p[1])) { fields.append(.init(name: String(p[0]), reading: .number(q))) } }
    return .success(Report(fields: fields, problems: [])) } }
extension Catalog where Choice == any ReportParser { package static var reportParsers: Self { Catalog(kind: "protocol", entries: [.init(name: "auto", summary: "x", choice: AutoReportParser())]) } }
package struct Manifest { package struct P { package var name: String; package var defaultValue: String?; package var about: String? }
  package var mode: RunMode?; package var interval: TimeSpan?; package var protocolName: String?; package var fields: [FieldDeclaration]; package var parameters: [P]
  package static func read(_ t: [UInt8], file: String) -> (Manifest?, [Diagnostic]) { (Manifest(mode: .poll, interval: nil, fields: [], parameters: [.init(name:"path"),.init(name:"interface")]), []) } }
