// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ChildProcess
import Foundation
package import SystemPackage

/// What the code under review may take of the machine.
package struct SandboxLimits: Hashable, Codable, Sendable {
  /// Bytes of one file.
  package var fileBytes: Int
  /// Bytes of /dev/shm, which are memory.
  package var sharedMemoryBytes: Int
  package var resources: ResourceLimits
  /// Whether a control group limits the memory of all processes together, whoever it belongs to. Otherwise there may be none that belongs
  /// to no process, as that of memfd_create(2).
  package var isMemoryLimitedByKernel = false

  package init(fileBytes: Int = 8 << 30, sharedMemoryBytes: Int = 256 << 20, resources: ResourceLimits) {
    self.fileBytes = fileBytes
    self.sharedMemoryBytes = sharedMemoryBytes
    self.resources = resources
  }

  /// Limits that leave the machine able to work, for runs whose folders are in `folder`: four fifths of the memory, a
  /// gibibyte of the disk or half of what is free now, and more processes and threads than any build needs.
  package static func fitting(_ folder: FilePath) -> SandboxLimits {
    let memory = Int(ProcessInfo.processInfo.physicalMemory) / 5 * 4
    var status = statvfs()
    let free = statvfs(folder.string, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : .max
    return SandboxLimits(
      resources: ResourceLimits(tasks: 4096, memoryBytes: memory, freeBytes: min(1 << 30, free / 2), folder: folder))
  }
}
