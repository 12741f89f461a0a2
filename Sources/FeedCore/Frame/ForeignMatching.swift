/// Which blocks of a generator's last line go on in its new one.
package enum ForeignMatching {
  /// For each new block the index of the old one that it is now; nil for one that is new.
  ///
  /// Blocks are known by name and instance; of those that share both, or have none, by their shape
  /// and their order.
  package static func pairs(_ old: [ForeignBlock], _ new: [ForeignBlock]) -> [Int?] {
    var pairs = [Int?](repeating: nil, count: new.count)
    var groups: [[String?]: (old: [Int], new: [Int])] = [:]
    for (index, block) in old.enumerated() {
      groups[[block.name, block.instance], default: ([], [])].old.append(index)
    }
    for (index, block) in new.enumerated() {
      groups[[block.name, block.instance], default: ([], [])].new.append(index)
    }
    for group in groups.values {
      let places =
        group.old.count == group.new.count
        ? group.new.indices.map { $0 }
        : byShape(group.old.map { old[$0] }, group.new.map { new[$0] })
      for (place, index) in zip(places, group.new) {
        pairs[index] = place.map { group.old[$0] }
      }
    }
    return pairs
  }

  private static func byShape(_ old: [ForeignBlock], _ new: [ForeignBlock]) -> [Int?] {
    let (before, after) = (old.map(shape), new.map(shape))
    return TextAlignment.heaviest(old.count, new.count) { left, right in
      before[left] == after[right] ? 1 : 0
    }
  }

  /// What of a block is no number.
  private static func shape(of block: ForeignBlock) -> [String] {
    let text = Array(block.fullText?.text ?? "")
    return TextToken.tokens(of: text, isMarkup: block.isMarkup).map { token in
      token.kind == .word ? token.text : token.kind.rawValue
    }
  }
}
