// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
package import SystemPackage

/// The resources of the host that the code under review may use.
package struct SandboxLimits: Hashable, Codable, Sendable {
  /// Bytes of one file.
  package var fileBytes: Int
  /// Bytes of /dev/shm, which are memory.
  package var sharedMemoryBytes: Int
  package var resources: ResourceLimits
  /// Whether a control group limits the memory of all processes together, whichever it belongs to. Otherwise memory
  /// that belongs to no process, such as that of memfd_create(2), is not permitted.
  package var isMemoryLimitedByKernel = false

  package init(fileBytes: Int = 8 << 30, sharedMemoryBytes: Int = 256 << 20, resources: ResourceLimits) {
    self.fileBytes = fileBytes
    self.sharedMemoryBytes = sharedMemoryBytes
    self.resources = resources
  }

  /// The bytes on disk, and the files, of one review at most. Debug builds of the largest packages have 10 GiB in
  /// 100,000 files.
  private static let largestDisk = 64 << 30
  private static let mostFiles = 2_000_000

  /// Returns limits that leave the host able to work, for runs whose folders are on the disk of `folder`: four fifths
  /// of the memory and half of the disk for all reviews together, and more processes and threads than any build needs.
  /// They depend on the capacity of the host, not on what is free.
  ///
  /// - Parameter reviews: the number of concurrent reviews. Each has its part, so that none can use what another needs.
  package static func fitting(_ folder: FilePath, reviews: Int = 1) -> SandboxLimits {
    let reviews = max(1, reviews)
    var resources = ResourceLimits(
      tasks: 4096, memoryBytes: Int(ProcessInfo.processInfo.physicalMemory) / 5 * 4 / reviews, diskBytes: largestDisk,
      files: mostFiles, folders: [folder])
    var status = statvfs()
    if statvfs(folder.string, &status) == 0 {
      let capacity = Int(
        clamping: UInt64(status.f_blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
      resources.diskBytes = min(largestDisk, capacity / 2 / reviews)
      resources.freeBytes = min(1 << 30, capacity / 16)
      if status.f_files > 0 {
        resources.files = min(mostFiles, Int(clamping: status.f_files) / 2 / reviews)
        resources.freeFiles = min(10_000, Int(clamping: status.f_files) / 16)
      }
    }
    return SandboxLimits(resources: resources)
  }
}

extension SandboxSettings {
  /// Creates the sandbox of the level.
  ///
  /// - Parameter scratch: an empty folder that no sandbox shows, for the files from which one is made.
  /// - Throws: an error with a one-sentence reason.
  package func sandbox(scratch: FilePath) throws -> any Sandbox {
    switch level {
    case .bwrap: try BubblewrapSandbox(self, scratch: scratch)
    case .container: try ContainerSandbox(self, scratch: scratch)
    case .none: Unsandboxed(resources: limits.resources)
    }
  }
}
