// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The files that a build was made from, with their times: a build looks at those to see what changed.
package struct SourceManifest: Codable, Sendable {
  package struct File: Codable, Sendable {
    package let path: String
    /// SHA-256, hexadecimal.
    package let digest: String
    /// Nanoseconds since 1970.
    package let modified: Int

    package init(path: String, digest: String, modified: Int) {
      self.path = path
      self.digest = digest
      self.modified = modified
    }
  }

  /// Ordered by path.
  package let files: [File]

  /// Where SwiftPM builds, from the root of a package.
  package static let buildDirectory = ".build"

  /// Larger files are not compared; they count as changed.
  private static let largestFile = 64 << 20
  /// A path cannot be longer than 4096 bytes; what is deeper is left alone.
  private static let maximumDepth = 200

  package init(files: [File]) {
    self.files = files
  }

  /// Reads all regular files of a checkout, apart from build folders.
  package init(of checkout: ContainedDirectory) {
    files = Self.regularFiles(in: checkout).compactMap { Self.file($0.path, $0.status, in: checkout) }
  }

  /// Gives the files of another checkout that have the same content the times that they had here, and all others the
  /// present: the compiler takes a file whose time is before its last run for one that it has seen, and a checkout can
  /// be older than the build that it gets.
  ///
  /// - Returns: how many are the same.
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

  /// The regular files of a checkout, apart from build folders, from its root.
  package static func paths(in checkout: ContainedDirectory) -> [String] { regularFiles(in: checkout).map(\.path) }

  private static func regularFiles(in checkout: ContainedDirectory) -> [(path: String, status: FileStatus)] {
    var found: [(path: String, status: FileStatus)] = []
    var folders = [(path: "", depth: 0)]
    while let folder = folders.popLast() {
      // A directory that cannot be read holds nothing that could be built.
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

  /// `nil` when it cannot be read, or is too large to be.
  private static func file(_ path: String, _ status: FileStatus, in checkout: ContainedDirectory) -> File? {
    guard let bytes = try? checkout.bytes(at: path, limit: largestFile) else { return nil }
    return File(path: path, digest: Fingerprint.name(of: bytes), modified: status.modified)
  }
}
