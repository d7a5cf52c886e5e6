// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Finds the packages of a repository whose root is none.
///
/// The tree belongs to the pull request: how deep and how far is looked is bounded, and no link is followed.
struct PackageFinder: Sendable {
  static let maximumDepth = 6
  static let maximumFolders = 20_000
  static let maximumPackages = 20

  struct Found: Hashable, Sendable {
    /// From the repository's root, ordered; empty for the root itself.
    var folders: [String] = []
    /// Whether there may be more than were looked for.
    var isCut = false
  }

  let root: FilePath
  /// Files that nobody wants to hear of: packages among them are fixtures.
  let excluded: [Glob]

  /// The root, when it is a package. Else all folders with a manifest that are not inside another package: those are
  /// its parts, or samples for its tests.
  func find() -> Found {
    if isManifest("Package.swift") { return Found(folders: [""]) }
    var found = Found()
    var visited = 0
    var level = [""]
    for _ in 0..<Self.maximumDepth where !level.isEmpty {
      var next: [String] = []
      for folder in level {
        for name in subfolders(of: folder) {
          visited += 1
          guard visited <= Self.maximumFolders, found.folders.count < Self.maximumPackages else {
            found.isCut = true
            found.folders.sort()
            return found
          }
          let path = folder.isEmpty ? name : "\(folder)/\(name)"
          let manifest = "\(path)/Package.swift"
          if excluded.contains(where: { $0.matches(manifest) || $0.matches(path) }) { continue }
          if isManifest(manifest) { found.folders.append(path) } else { next.append(path) }
        }
      }
      level = next
    }
    found.folders.sort()
    return found
  }

  private func subfolders(of folder: String) -> [String] {
    let path = root.pushing(FilePath(folder))
    // A folder that cannot be read holds no package that could be built.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? []
    return names.sorted().filter { name in
      guard !name.hasPrefix("."), !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return false }
      return kind(of: path.appending(name)) == S_IFDIR
    }
  }

  private func isManifest(_ path: String) -> Bool { kind(of: root.pushing(FilePath(path))) == S_IFREG }

  private func kind(of file: FilePath) -> mode_t? {
    var status = stat()
    return lstat(file.string, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
