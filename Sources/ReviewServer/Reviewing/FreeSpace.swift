// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Checks the free space on the disk of a folder.
package struct FreeSpace: Sendable {
  package let folder: FilePath
  /// The minimum of free space.
  package let bytes: Int

  package init(folder: FilePath, bytes: Int) {
    self.folder = folder
    self.bytes = bytes
  }

  /// The reason why builds cannot start; `nil` when there is enough space.
  package var obstacle: String? {
    var status = statvfs()
    guard statvfs(folder.string, &status) == 0 else {
      return "cannot determine the free space of \(folder): \(String(cString: strerror(errno)))"
    }
    let (remaining, isLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    guard !isLarge, remaining < UInt64(bytes) else { return nil }
    return "only \(remaining >> 20) MiB are left on the disk of \(folder), less than \(bytes >> 20)"
  }
}
