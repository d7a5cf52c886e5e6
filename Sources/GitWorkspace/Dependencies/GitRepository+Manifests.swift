// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import ReviewContract

extension GitRepository {
  private static let largestManifest = 1 << 20
  private static let mostManifests = 16

  /// The texts of the package manifests at the top of a commit, or of the default branch.
  ///
  /// - Returns: nothing when the mirror has no such commit, which may have been on a branch that is gone.
  func manifests(at revision: CommitID?) throws(WorkspaceError) -> [String] {
    guard let commit = try commit(named: revision?.hex ?? "HEAD") else { return [] }
    let names = try withTree(of: commit) { _, tree throws(WorkspaceError) in
      (0..<git_tree_entrycount(tree)).lazy.compactMap { index in
        git_tree_entry_byindex(tree, index).map { String(cString: git_tree_entry_name($0)) }
      }.filter { $0 == "Package.swift" || $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }
        .prefix(Self.mostManifests).map { $0 }
    }
    var texts: [String] = []
    for name in names {
      let file = try smallFile(named: name, at: commit, limit: Self.largestManifest)
      if case .text(let text) = file { texts.append(text) }
    }
    return texts
  }
}
