import CYAML
import FeedCore

/// One step of a YAML stream, as plain values.
enum YAMLEvent {
  case documentStart
  case scalar(text: String, isQuoted: Bool, anchor: String?, tag: String?)
  case sequenceStart(anchor: String?, tag: String?)
  case sequenceEnd
  case mappingStart(anchor: String?, tag: String?)
  case mappingEnd
  case alias(String)
  case streamEnd
  /// Carries nothing that a reader of data needs.
  case other
}

/// The events of one YAML text; owns libyaml's parser and the bytes that it reads.
///
/// *Source:* `yaml_parser_parse`, libyaml 0.2.
final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let file: String

  /// - Throws: when libyaml has no memory for a parser.
  init(_ text: [UInt8], file: String) throws(Diagnostic) {
    bytes = .allocate(capacity: text.count)
    _ = bytes.initialize(fromContentsOf: text)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    self.file = file
    guard yaml_parser_initialize(parser) == 1 else {
      throw Diagnostic("out of memory while reading '\(file)'")
    }
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    bytes.deallocate()
  }

  /// The next event and where it stands.
  ///
  /// - Throws: libyaml's own words for what cannot be read, with their place.
  func next() throws(Diagnostic) -> (YAMLEvent, SourceSpan) {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
    defer { yaml_event_delete(&event) }
    let span = SourceSpan(
      file: file, start: Mark(event.start_mark), end: Mark(event.end_mark))
    return (YAMLEvent(event), span)
  }

  private func problem() -> Diagnostic {
    let parser = parser.pointee
    var message = parser.problem.map { String(cString: $0) } ?? "the text is not YAML"
    if let context = parser.context {
      message += " \(String(cString: context))"
    }
    var mark = Mark(parser.problem_mark)
    var hint: String?
    let begin = Mark(parser.context_mark)
    // libyaml's index counts characters, not bytes.
    let rest = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .dropFirst(parser.problem_mark.index)
    if parser.error == YAML_READER_ERROR {
      mark = Mark(afterBytes: parser.problem_offset, of: bytes)
    } else if message.contains("cannot start any token"), rest.first == "\t" {
      message = "a tab cannot indent: YAML takes spaces only"
    } else if message.contains("unexpected ':'") {
      hint = "a space belongs after ':'"
    } else if parser.context != nil,
      rest.isEmpty || message.contains("end of stream") || message.contains("simple key")
    {
      // What was never finished is easier to find at its start.
      let end = bytes.lastIndex { !" \t\r\n".utf8.contains($0) }.map { $0 + 1 } ?? 0
      mark = min(begin, Mark(afterBytes: end, of: bytes))
    } else if parser.context != nil, begin.line < mark.line {
      hint = "it begins on line \(begin.line)"
    }
    let end = Mark(line: mark.line, column: mark.column + 1)
    return Diagnostic(message, at: SourceSpan(file: file, start: mark, end: end), hint: hint)
  }
}

extension YAMLEvent {
  fileprivate init(_ event: yaml_event_t) {
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: self = .documentStart
    case YAML_STREAM_END_EVENT: self = .streamEnd
    case YAML_SEQUENCE_END_EVENT: self = .sequenceEnd
    case YAML_MAPPING_END_EVENT: self = .mappingEnd
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      self = .scalar(
        text: String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self),
        isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE,
        anchor: scalar.anchor.text, tag: scalar.tag.text)
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      self = .sequenceStart(anchor: sequence.anchor.text, tag: sequence.tag.text)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      self = .mappingStart(anchor: mapping.anchor.text, tag: mapping.tag.text)
    case YAML_ALIAS_EVENT: self = .alias(event.data.alias.anchor.text ?? "")
    default: self = .other
    }
  }
}

extension UnsafeMutablePointer<yaml_char_t>? {
  fileprivate var text: String? { map { String(cString: $0) } }
}

extension Mark {
  /// libyaml counts from 0, people from 1.
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1)
  }

  /// The place that follows the first `count` bytes of a text.
  init(afterBytes count: Int, of bytes: some Collection<UInt8>) {
    self.init(line: 1, column: 1)
    for scalar in String(decoding: bytes.prefix(count), as: UTF8.self).unicodeScalars {
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
  }
}
