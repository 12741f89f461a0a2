import CLinux

/// How much of the system a process may have.
package enum ResourceLimits {
  /// Lets this process open as many files as the system allows it; what it starts from then on has
  /// the limit of before.
  package static func raiseDescriptors() { _ = odobar_raise_descriptor_limit() }
}
