// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// How much of the machine a child and all that it starts may take at once.
///
/// Watched from outside, several times a second, so that they hold for every user, root included, and on machines that
/// offer no control groups: a child that goes over one is ended a moment later, with everything that it started.
package struct ResourceLimits: Hashable, Codable, Sendable {
  /// Processes and their threads.
  package var tasks: Int
  /// Bytes of memory that they hold together; what they share counts for each.
  package var memoryBytes: Int
  /// Bytes that must stay free on the disk of `folder`.
  package var freeBytes: Int
  package var folder: FilePath

  package init(tasks: Int, memoryBytes: Int, freeBytes: Int, folder: FilePath) {
    self.tasks = tasks
    self.memoryBytes = memoryBytes
    self.freeBytes = freeBytes
    self.folder = folder
  }
}
