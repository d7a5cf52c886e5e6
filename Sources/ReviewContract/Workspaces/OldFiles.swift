// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
package import SystemPackage

/// A folder with the old versions of changed files, which rules compare with the new ones.
package struct OldFiles: Hashable, Codable, Sendable {
  /// The maximum size of one file, in bytes.
  package static let maximumBytes = 2 << 20
  package static let maximumTotal = 128 << 20

  package let folder: FilePath

  package init(folder: FilePath) {
    self.folder = folder
  }

  /// Returns whether rules use the old version of a file.
  package static func includes(_ file: ChangedFile) -> Bool {
    guard file.isText, file.status != .added else { return false }
    return file.path.hasSuffix(".swift") || file.path.hasSuffix("Package.resolved")
  }

  /// Returns the name of a file in the folder, which has no subfolders.
  ///
  /// - Parameter path: the path of the file after the change.
  package static func name(of path: String) -> String { Fingerprint.name(of: path) }

  /// Returns the old version; `nil` if it is too large or was not written.
  package func bytes(of file: ChangedFile) -> [UInt8]? {
    guard Self.includes(file) else { return nil }
    return try? ContainedDirectory(folder).bytes(at: Self.name(of: file.path), limit: Self.maximumBytes)
  }
}
