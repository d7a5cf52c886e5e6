// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What ends a child that does not end by itself.
package struct ChildLimits: Sendable {
  /// From the start; then the whole process group gets SIGTERM.
  package var time: Duration
  /// From being asked (SIGTERM) to being made to end (SIGKILL).
  package var grace: Duration
  /// All output together; a child that writes more is ended.
  package var outputBytes: Int
  /// What is longer is cut off, so that a line of a gigabyte costs no more than this.
  package var lineBytes: Int
  /// What the child and its descendants may take at once; `nil` means no limit.
  package var resources: ResourceLimits?

  package init(
    time: Duration, grace: Duration = .seconds(3), outputBytes: Int = 256 << 20, lineBytes: Int = 16 << 10,
    resources: ResourceLimits? = nil
  ) {
    self.time = time
    self.grace = grace
    self.outputBytes = outputBytes
    self.lineBytes = lineBytes
    self.resources = resources
  }

  /// The same, with what there is to take where these say nothing of it.
  package func limiting(_ resources: ResourceLimits?) -> ChildLimits {
    var limits = self
    limits.resources = limits.resources ?? resources
    return limits
  }
}
