// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

extension GitRepository {
  /// What differs between two commits, the second of which is checked out.
  ///
  /// - Parameter longestPath: of a file that can be written, in bytes.
  func changes(
    from old: CommitID, to new: CommitID, longestPath: Int, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    var options = try DiffOptions.make()
    return try withTree(of: old) { repository, oldTree throws(WorkspaceError) in
      try withTree(of: new) { _, newTree throws(WorkspaceError) in
        let diff: DiffHandle = try adopt("compare \(old) with \(new)") { out in
          git_diff_tree_to_tree(out, repository, oldTree, newTree, &options)
        }
        return try diff.withPointer { diff throws(WorkspaceError) in
          try DiffOptions.findRenames(in: diff)
          return try DiffCollector.collect(diff, longestPath: longestPath, interruption: interruption)
        }
      }
    }
  }

  /// What differs between a commit (or nothing at all) and the working tree with its index: also files that are neither
  /// tracked nor ignored.
  func workingTreeChanges(
    from old: CommitID?, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    if let old {
      return try withTree(of: old) { repository, tree throws(WorkspaceError) in
        try Self.workingTreeChanges(repository, from: tree, interruption: interruption)
      }
    }
    return try handle.withPointer { repository throws(WorkspaceError) in
      try Self.workingTreeChanges(repository, from: nil, interruption: interruption)
    }
  }

  private static func workingTreeChanges(
    _ repository: OpaquePointer, from tree: OpaquePointer?, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    var options = try DiffOptions.make(
      flags: GIT_DIFF_INCLUDE_UNTRACKED, GIT_DIFF_RECURSE_UNTRACKED_DIRS, GIT_DIFF_SHOW_UNTRACKED_CONTENT)
    let diff: DiffHandle = try adopt("compare the working tree") { out in
      git_diff_tree_to_workdir_with_index(out, repository, tree, &options)
    }
    return try diff.withPointer { diff throws(WorkspaceError) in
      try DiffOptions.findRenames(in: diff)
      return try DiffCollector.collect(diff, interruption: interruption)
    }
  }
}
