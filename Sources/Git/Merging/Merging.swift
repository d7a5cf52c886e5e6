// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract

extension GitRepository {
  enum Merge: Hashable {
    case conflict(ConflictPaths)
    /// The id of the merged tree.
    case clean(tree: CommitID)
  }

  /// Merges a head into a base in memory; only new objects are added to the repository.
  func merge(_ head: CommitID, into base: CommitID) throws(WorkspaceError) -> Merge {
    var headID = try head.gitID()
    var baseID = try base.gitID()
    var options = try MergeOptions.make()
    let task = "merge \(head.short) into \(base.short)"
    return try handle.withPointer { repository throws(WorkspaceError) in
      let ours = try adopt(task, git_commit_free) { git_commit_lookup($0, repository, &baseID) }
      let theirs = try adopt(task, git_commit_free) { git_commit_lookup($0, repository, &headID) }
      let index = try ours.withPointer { ours throws(WorkspaceError) in
        try theirs.withPointer { theirs throws(WorkspaceError) in
          try adopt(task, git_index_free) { git_merge_commits($0, repository, ours, theirs, &options) }
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

/// The paths of the conflicts of a merge.
struct ConflictPaths: Hashable {
  /// The maximum number of named paths; more would not help to resolve the conflict.
  static let limit = 100

  /// The first paths, sorted and unique.
  let named: [String]
  let count: Int

  init(_ paths: [String]) {
    let ordered = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    named = Array(ordered.prefix(Self.limit))
    count = ordered.count
  }

  init(in index: OpaquePointer) {
    var paths: [String] = []
    var count = 0
    var last: [UInt8]?
    // An index is sorted by the bytes of its paths; a path in conflict occurs once for each side that has it.
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position), git_index_entry_stage(entry) > 0,
        let path = entry.pointee.path
      else { continue }
      // Compared as bytes: two names that are equal in Unicode are two files.
      let bytes = Array(String(cString: path).utf8)
      guard bytes != last else { continue }
      last = bytes
      count += 1
      if paths.count < Self.limit { paths.append(PathText(cString: path).text) }
    }
    named = paths
    self.count = count
  }
}

extension GitRepository {
  /// Returns the files that became a link, a submodule or the reverse on one side and are missing on the other.
  ///
  /// Git reports a conflict. libgit2 reports none when the other side moved the file: it writes the link to the file's
  /// new path, and the file's text is lost.
  func movedTypeChanges(of one: CommitID, and other: CommitID, since base: CommitID) throws(WorkspaceError) -> [String]
  {
    try typeChanges(from: base, to: one, goneFrom: other) + typeChanges(from: base, to: other, goneFrom: one)
  }

  private func typeChanges(
    from old: CommitID, to new: CommitID, goneFrom other: CommitID
  ) throws(WorkspaceError) -> [String] {
    try withDeltas("compare \(old.short) with \(new.short)", from: old, to: new) { deltas throws(WorkspaceError) in
      try withTree(of: other) { _, otherTree throws(WorkspaceError) in
        var paths: [String] = []
        for delta in deltas where delta.status == GIT_DELTA_TYPECHANGE {
          guard let path = delta.new_file.path else { continue }
          let isThere = try Self.has(path, in: otherTree)
          if !isThere { paths.append(PathText(cString: path).text) }
        }
        return paths
      }
    }
  }

  private static func has(_ path: UnsafePointer<CChar>, in tree: OpaquePointer) throws(WorkspaceError) -> Bool {
    var entry: OpaquePointer?
    let code = git_tree_entry_bypath(&entry, tree, path)
    if code == GIT_ENOTFOUND.rawValue { return false }
    try check(code, "look for a file")
    git_tree_entry_free(entry)
    return true
  }
}
