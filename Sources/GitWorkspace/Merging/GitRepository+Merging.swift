// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

extension GitRepository {
  enum Merge: Hashable {
    case conflict(ConflictPaths)
    /// The id of the tree that came of it.
    case clean(tree: CommitID)
  }

  /// Merges a head into a base in memory; what is new of it is added to the repository's objects, nothing else.
  func merge(_ head: CommitID, into base: CommitID) throws(WorkspaceError) -> Merge {
    var headID = try head.gitID()
    var baseID = try base.gitID()
    var options = try MergeOptions.make()
    let task = "merge \(head.short) into \(base.short)"
    return try handle.withPointer { repository throws(WorkspaceError) in
      let ours: CommitHandle = try adopt(task) { git_commit_lookup($0, repository, &baseID) }
      let theirs: CommitHandle = try adopt(task) { git_commit_lookup($0, repository, &headID) }
      let index: IndexHandle = try ours.withPointer { ours throws(WorkspaceError) in
        try theirs.withPointer { theirs throws(WorkspaceError) in
          try adopt(task) { git_merge_commits($0, repository, ours, theirs, &options) }
        }
      }
      return try index.withPointer { index throws(WorkspaceError) in
        guard git_index_has_conflicts(index) == 0 else { return .conflict(ConflictPaths(in: index)) }
        var tree = git_oid()
        try check(git_index_write_tree_to(&tree, index, repository), task)
        return .clean(tree: CommitID(tree))
      }
    }
  }
}
