// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Finds the Swift files of a project that its tests could run.
///
/// The tests had the folder to themselves: how deep and how far is looked is bounded, and no link is followed.
struct ProjectSources: Sendable {
  static let maximumFiles = 20_000
  static let maximumDepth = 32

  struct Found: Hashable, Sendable {
    /// From the repository's root, ordered.
    var paths: [String] = []
    /// Whether there are more than were looked for.
    var isCut = false
  }

  let root: FilePath
  let files: MeasuredFiles

  func find() -> Found {
    var found: Set<String> = []
    var visited: Set<String> = []
    var entries = 0
    let targets = files.layout.targets.filter { MeasuredFiles.types.contains($0.type) }
    var folders = targets.map { ($0.path, 0) }
    while let (folder, depth) = folders.popLast() {
      guard visited.insert(folder).inserted else { continue }
      for name in names(in: folder) {
        entries += 1
        guard entries <= Self.maximumFiles else { return Found(paths: found.sorted(), isCut: true) }
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        switch kind(of: path) {
        case S_IFDIR where depth < Self.maximumDepth: folders.append((path, depth + 1))
        case S_IFREG where files.isCode(path) && !files.isExcluded(path): found.insert(path)
        default: break
        }
      }
    }
    return Found(paths: found.sorted())
  }

  private func names(in folder: String) -> [String] {
    // A folder that cannot be read holds nothing that could be measured.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.pushing(FilePath(folder)).string)) ?? []
    return names.filter { name in
      !name.hasPrefix(".") && !name.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }
  }

  private func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(root.pushing(FilePath(path)).string, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
