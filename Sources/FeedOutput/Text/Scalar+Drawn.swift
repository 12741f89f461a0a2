extension Unicode.Scalar {
  /// What may stand in a line in place of this scalar: itself, a space for what would break the
  /// line, nothing for controls, overrides of the writing direction and noncharacters.
  ///
  /// Of a carriage return and a line feed the line feed becomes the space.
  var drawn: Unicode.Scalar? {
    switch value {
    case 0x20..<0x7f: self
    case 0x09...0x0c, 0x85, 0x2028, 0x2029: " "
    case 0..<0x20, 0x7f..<0xa0: nil
    case 0x202a...0x202e, 0x2066...0x2069: nil
    case let value where value & 0xfffe == 0xfffe: nil
    default: self
    }
  }
}
