extension String {
  /// Whether it has the same bytes, where `==` also takes `é` for `e` and an accent.
  package func isSpelled(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
