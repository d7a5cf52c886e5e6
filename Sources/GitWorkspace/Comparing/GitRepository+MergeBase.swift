// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

extension GitRepository {
  struct MergeBase: Hashable {
    let id: CommitID
    /// More than one when branches were merged into each other crosswise.
    let candidateCount: Int
  }

  /// The best common ancestor of two commits.
  func mergeBase(of one: CommitID, and other: CommitID) throws(WorkspaceError) -> MergeBase? {
    var left = try one.gitID()
    var right = try other.gitID()
    return try handle.withPointer { repository throws(WorkspaceError) in
      var found = git_oidarray()
      let code = git_merge_bases(&found, repository, &left, &right)
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try check(code, "find the merge base of \(one) and \(other)")
      defer { git_oidarray_dispose(&found) }
      guard found.count > 0, let ids = found.ids else { return nil }
      return MergeBase(id: CommitID(ids[0]), candidateCount: found.count)
    }
  }
}
