// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
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
  package static func all(sharedBy shared: any SharedBaseResults) async throws -> [BranchHistory] {
    let branches = try await shared.histories().compactMap { key, data -> BranchHistory? in
      guard let about = try? ReportFile.decoder.decode(CoverageHistory.About.self, from: data) else { return nil }
      return BranchHistory(about: about) {
        try await shared.history(of: key).values.compactMap { CoverageHistory.Entry($0) }
          .sorted { ($0.time, $0.commit.hex) < ($1.time, $1.commit.hex) }
      }
    }
    return branches.sorted { ($0.about.repository, $0.about.branch) < ($1.about.repository, $1.about.branch) }
  }
}
