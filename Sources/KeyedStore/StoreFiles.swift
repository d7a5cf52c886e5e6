// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ContainedFiles
package import Foundation

/// The files of a folder of entries.
package enum StoreFiles {
  package struct File: Hashable, Sendable {
    /// Relative to the folder.
    package let path: String
    package let status: FileStatus
  }

  /// Writes that were interrupted are removed after this time.
  private static let longestWrite = 3_600_000_000_000

  /// Returns all files, ordered by path, and removes the files of interrupted writes.
  ///
  /// - Parameters:
  ///   - depth: the maximum number of folders around a file.
  ///   - limit: the maximum number of entries of a folder, for hostile ones. A folder with more is left out.
  package static func all(
    in folder: ContainedDirectory, depth: Int = 1, limit: Int = .max / 2, now: Date = Date()
  ) -> [File] {
    let oldest = Int(now.timeIntervalSince1970 * 1e9) - longestWrite
    func files(_ parent: String, depth: Int) -> [File] {
      // A folder that is missing or cannot be read has no entries.
      let entries = (try? folder.entries(of: parent, limit: limit)) ?? []
      return entries.flatMap { entry -> [File] in
        let path = parent.isEmpty ? entry.name : "\(parent)/\(entry.name)"
        if entry.status.kind == .directory { return depth == 0 ? [] : files(path, depth: depth - 1) }
        guard entry.name.hasSuffix(".tmp") else { return [File(path: path, status: entry.status)] }
        if entry.status.modified < oldest { try? folder.remove(path) }
        return []
      }
    }
    return files("", depth: depth)
  }

  /// Removes a file, and its folder if that is empty.
  ///
  /// - Returns: whether it is removed.
  package static func remove(_ path: String, in folder: ContainedDirectory) -> Bool {
    guard (try? folder.remove(path)) != nil else { return false }
    if let slash = path.lastIndex(of: "/") { folder.removeEmptyDirectory(String(path[..<slash])) }
    return true
  }
}
