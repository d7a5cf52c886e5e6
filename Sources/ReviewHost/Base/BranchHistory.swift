// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import KeyedStore
package import SystemPackage

/// The coverage history of a branch, of this machine or of all machines that share a queue.
package struct BranchHistory: Sendable {
  package let about: CoverageHistory.About
  /// The entries in the order of the commits' first reviews, without unreadable ones.
  package let entries: @Sendable () async throws -> [CoverageHistory.Entry]

  /// The histories of this machine, ordered by repository and branch.
  ///
  /// - Parameter folder: the folder of all cached results.
  package static func all(in folder: FilePath) -> [BranchHistory] {
    CoverageHistory.all(in: folder).map { history in BranchHistory(about: history.about) { history.entries } }
  }

  /// The histories that machines share, ordered by repository and branch.
  package static func all(sharedBy shared: SharedBaseResults) async throws -> [BranchHistory] {
    let branches = try await shared.branches.values(in: BranchKey.all).map { key, about in
      BranchHistory(about: about) {
        try await shared.history.values(in: key).values
          .sorted { ($0.time, $0.commit.hex) < ($1.time, $1.commit.hex) }
      }
    }
    return branches.sorted { ($0.about.repository, $0.about.branch) < ($1.about.repository, $1.about.branch) }
  }
}
