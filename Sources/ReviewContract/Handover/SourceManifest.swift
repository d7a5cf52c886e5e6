// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ContainedFiles
import Findings

/// The source files of a build, with their modification times, which a build uses to detect changes.
package struct SourceManifest: Codable, Sendable {
  package struct File: Codable, Sendable {
    package let path: String
    /// The SHA-256 of the contents, in hexadecimal.
    package let digest: String
    /// The modification time, in nanoseconds since 1970.
    package let modified: Int
  }

  /// Ordered by path.
  package let files: [File]

  /// SwiftPM's build folder, relative to the root of a package.
  package static let buildDirectory = ".build"

  /// The maximum size of a compared file; larger files count as changed.
  private static let largestFile = 64 << 20
  /// The maximum depth; deeper files are ignored. A path cannot be longer than 4096 bytes.
  private static let maximumDepth = 200

  /// Reads all regular files of a checkout, except for build folders.
  package init(of checkout: ContainedDirectory) {
    files = Self.regularFiles(in: checkout).compactMap { Self.file($0.path, $0.status, in: checkout) }
  }

  /// Sets the modification times of files in another checkout: files with the same content get the times in this
  /// manifest, all others the present. The compiler considers a file with a time before its last run unchanged, and a
  /// checkout can be older than the build that it uses.
  ///
  /// - Returns: the number of files with the same content.
  @discardableResult
  package func restoreTimes(in checkout: ContainedDirectory) -> Int {
    let known = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
    return Self.regularFiles(in: checkout).count { path, status in
      let same = known[path].flatMap { old in
        Self.file(path, status, in: checkout)?.digest == old.digest ? old : nil
      }
      // The file may have been removed in the meantime.
      try? checkout.setModified(same?.modified, of: path)
      return same != nil
    }
  }

  /// Returns the paths of the regular files of a checkout, except for build folders, relative to its root.
  package static func paths(in checkout: ContainedDirectory) -> [String] { regularFiles(in: checkout).map(\.path) }

  private static func regularFiles(in checkout: ContainedDirectory) -> [(path: String, status: FileStatus)] {
    var found: [(path: String, status: FileStatus)] = []
    var folders = [(path: "", depth: 0)]
    while let folder = folders.popLast() {
      // A directory that cannot be read contains nothing that could be built.
      for entry in (try? checkout.entries(of: folder.path)) ?? [] where entry.name != buildDirectory {
        let path = folder.path.isEmpty ? entry.name : "\(folder.path)/\(entry.name)"
        switch entry.status.kind {
        case .directory where folder.depth < maximumDepth: folders.append((path, folder.depth + 1))
        case .file: found.append((path, entry.status))
        default: break
        }
      }
    }
    return found.sorted { $0.path < $1.path }
  }

  /// Returns the entry of a file; `nil` if it cannot be read or is too large.
  private static func file(_ path: String, _ status: FileStatus, in checkout: ContainedDirectory) -> File? {
    guard let bytes = try? checkout.bytes(at: path, limit: largestFile) else { return nil }
    return File(path: path, digest: Fingerprint.name(of: bytes), modified: status.modified)
  }
}
