// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// A folder with the versions before the change of files that rules compare with.
package struct OldFiles: Hashable, Codable, Sendable {
  /// Of one file.
  package static let maximumBytes = 2 << 20
  package static let maximumTotal = 128 << 20

  package let folder: FilePath

  package init(folder: FilePath) {
    self.folder = folder
  }

  /// Whether the earlier version of a file is of use.
  package static func includes(_ file: ChangedFile) -> Bool {
    guard file.isText, file.status != .added else { return false }
    return file.path.hasSuffix(".swift") || file.path.hasSuffix("Package.resolved")
  }

  /// The name of a file in the folder, which has no other folders.
  ///
  /// - Parameter path: of the file after the change.
  package static func name(of path: String) -> String { Fingerprint.name(of: path) }

  /// The earlier version; `nil` for one that was too large or not written.
  package func bytes(of file: ChangedFile) -> [UInt8]? {
    guard Self.includes(file) else { return nil }
    return try? ContainedDirectory(folder).bytes(at: Self.name(of: file.path), limit: Self.maximumBytes)
  }
}
