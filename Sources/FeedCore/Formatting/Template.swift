/// `"{icon} {value} of {max}"` as segments: parsed once, filled often.
package struct Template: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  package enum Placeholder: Hashable, Sendable {
    case icon
    case title
    case value
    case min
    case max
    case step
    /// What steps down, and up, when it is pressed.
    case minus
    case plus
    case delta
    case state
    case gauge
    case chart
    /// Another field of the metric's source.
    case field(String)
  }

  package var segments: [Segment]

  package init(segments: [Segment]) { self.segments = segments }
}
