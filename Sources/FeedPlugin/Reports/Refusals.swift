import FeedCore
import FeedData

/// What no protocol takes, refused in the same words by all.

extension LineBuffer.Line {
  /// Refuses a line of which a part is lost: half a number is another number.
  func refuseCut() throws(Rejection) {
    if isCut { throw Rejection("a line is longer than \(bytes.count) bytes") }
  }
}

extension ReportParser {
  /// Refuses a run that has ended in another way than its protocol has for runs that are well.
  func refuseFailure(_ status: ExitStatus?) throws(Rejection) {
    if let status, !status.isAmong(normalStatuses) { throw Rejection(status.description) }
  }
}

extension JSONValue {
  /// Reads a JSON value.
  static func read(_ bytes: [UInt8]) throws(Rejection) -> JSONValue {
    do throws(JSONProblem) { return try JSONReader.read(bytes) } catch {
      throw Rejection("no JSON at byte \(error.offset + 1): \(error.reason)")
    }
  }

  /// Reads a JSON object.
  static func members(of text: String) throws(Rejection) -> [Member] {
    guard case .object(let members) = try read(Array(text.utf8)) else {
      throw Rejection("expected a JSON object")
    }
    return members
  }
}
