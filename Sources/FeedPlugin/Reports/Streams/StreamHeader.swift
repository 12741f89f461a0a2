/// What a generator says of itself before its first line.
///
/// *Source:* the i3bar protocol, "Header".
package struct StreamHeader: Hashable, Sendable {
  /// It reads clicks on its standard input.
  package var readsClicks = false
  /// The signal that it wants to get when nobody looks; 0: it is left alone.
  package var stopSignal: Int32 = 19
  /// The signal that it wants to get when somebody looks again.
  package var continueSignal: Int32 = 18

  package init() {}
}
