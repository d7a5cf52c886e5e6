// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract
import SystemPackage

/// Finds the Swift files of a project whose coverage can be measured.
///
/// Tests can write to the checkout, so the number of entries and the depth are limited, and links are not followed.
struct ProjectSources: Sendable {
  static let maximumFiles = 20_000
  static let maximumDepth = 32

  struct Found: Hashable, Sendable {
    /// Relative to the repository, sorted.
    var paths: [String] = []
    /// Whether the search stopped at ``maximumFiles`` entries.
    var isCut = false
  }

  let root: FilePath
  let files: MeasuredFiles

  func find() -> Found {
    let checkout = ContainedDirectory(root)
    var found: Set<String> = []
    var visited: Set<String> = []
    var entries = 0
    let targets = files.layout.targets.filter { MeasuredFiles.types.contains($0.type) }
    var folders = targets.map { ($0.path, 0) }
    while let (folder, depth) = folders.popLast() {
      guard visited.insert(folder).inserted else { continue }
      // A missing or unreadable folder contains no measurable files.
      for entry in ((try? checkout.entries(of: folder)) ?? []) where Self.isShown(entry.name) {
        entries += 1
        guard entries <= Self.maximumFiles else { return Found(paths: found.sorted(), isCut: true) }
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        switch entry.status.kind {
        case .directory where depth < Self.maximumDepth: folders.append((path, depth + 1))
        case .file where files.isCode(path) && !files.isExcluded(path): found.insert(path)
        default: break
        }
      }
    }
    return Found(paths: found.sorted())
  }

  private static func isShown(_ name: String) -> Bool {
    !name.hasPrefix(".") && !name.utf8.contains { $0 < 0x20 || $0 == 0x7f }
  }
}
