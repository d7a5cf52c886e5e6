// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// A disk of a few megabytes, in memory.
package struct SmallDisk: ~Copyable, Sendable {
  package let path: FilePath

  /// Whether this process can mount: only root may, and in a container usually not even root.
  package static let isPossible: Bool = {
    guard geteuid() == 0 else { return false }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reviewbot-test-\(UUID().uuidString)")
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
      return false
    }
    defer { rmdir(folder.path) }
    return (try? SmallDisk(at: FilePath(folder.path), megabytes: 1)) != nil
  }()

  /// Mounts the disk over a folder.
  ///
  /// - Parameter files: the maximum number of files and folders; `nil` for the kernel's default.
  package init(at path: FilePath, megabytes: Int, files: Int? = nil) throws {
    let options = "size=\(megabytes)m" + (files.map { ",nr_inodes=\($0)" } ?? "")
    guard mount("reviewbot-test", path.string, "tmpfs", 0, options) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    self.path = path
  }

  deinit {
    umount2(path.string, Int32(MNT_DETACH))
  }
}
