// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Creates directories of reviewbot's own. Foundation's function does not report the system's error.
package enum DirectoryCreation {
  /// Creates a directory and its missing parents. An existing directory is not an error.
  ///
  /// - Parameter permissions: of new directories, before the umask.
  /// - Throws: `Errno`, such as `notDirectory` if a file exists in the path.
  package static func make(_ path: FilePath, permissions: UInt32 = 0o777) throws(Errno) {
    if isDirectory(path) { return }
    let parent = path.parent
    if !parent.isEmpty, parent != path { try make(parent, permissions: permissions) }
    guard mkdir(path.string, permissions) != 0 else { return }
    let error = Errno(rawValue: errno)
    // Another process may have created it.
    guard error == .fileExists, isDirectory(path) else { throw error == .fileExists ? .notDirectory : error }
  }

  private static func isDirectory(_ path: FilePath) -> Bool {
    var status = stat()
    return stat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
