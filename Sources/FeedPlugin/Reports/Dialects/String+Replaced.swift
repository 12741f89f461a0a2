extension String {
  /// With `new` in the place of every `old`, from the left.
  func replaced(_ old: String, by new: String) -> String {
    let bytes = Array(utf8)
    let pattern = Array(old.utf8)
    guard !pattern.isEmpty else { return self }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: pattern) {
        result += new.utf8
        index += pattern.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
