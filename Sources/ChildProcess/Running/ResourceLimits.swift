// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// How much of the machine a child and its descendants may take at once.
///
/// The kernel holds it to memory and tasks where a control group has been made for it. Otherwise they are watched from outside, several
/// times a second, as the disk always is, so that they hold for every user, root included: a child that goes over one is ended a
/// moment later, with everything that it started. What counts is what the child takes, not what others leave of the machine.
package struct ResourceLimits: Hashable, Codable, Sendable {
  /// Processes and their threads.
  package var tasks: Int
  /// Bytes of memory that they hold together; without a control group, what they share counts for each.
  package var memoryBytes: Int
  /// The directory of the control group that the child runs in, which limits its tasks and its memory to those numbers; `nil` without.
  package var controlGroup: FilePath?
  /// Bytes on the disk of all `folders` together.
  package var diskBytes: Int
  /// Files, folders and links in all `folders` together.
  package var files: Int
  /// The folders that the child can write to.
  package var folders: [FilePath]
  /// Bytes, and files, that have to stay free on the disk of the folders, so that the watch itself can work. When they do not
  /// although the child keeps to its limits, others have filled the disk.
  package var freeBytes: Int
  package var freeFiles: Int

  package init(
    tasks: Int, memoryBytes: Int, diskBytes: Int = .max, files: Int = .max, folders: [FilePath] = [],
    freeBytes: Int = 0, freeFiles: Int = 0, controlGroup: FilePath? = nil
  ) {
    self.tasks = tasks
    self.memoryBytes = memoryBytes
    self.diskBytes = diskBytes
    self.files = files
    self.folders = folders
    self.freeBytes = freeBytes
    self.freeFiles = freeFiles
    self.controlGroup = controlGroup
  }
}
