/// By worth, exact to the ends of Int64; nothing is less or greater than NaN.
extension Quantity: Comparable {
  package static func < (left: Quantity, right: Quantity) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)):
      Int64(exactly: right.rounded(.up)).map { left < $0 } ?? (right > 0)
    case (.real(let left), .integer(let right)):
      Int64(exactly: left.rounded(.down)).map { $0 < right } ?? (left < 0)
    }
  }
}
