// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

extension GitRepository {
  /// Files that became a link, a submodule or the reverse on one side and are gone on the other.
  ///
  /// For git that is a conflict. libgit2 sees no conflict when the other side moved the file: it puts the link where
  /// the file went, and the file's text is lost.
  func movedTypeChanges(of one: CommitID, and other: CommitID, since base: CommitID) throws(WorkspaceError) -> [String]
  {
    try typeChanges(from: base, to: one, goneFrom: other) + typeChanges(from: base, to: other, goneFrom: one)
  }

  private func typeChanges(
    from old: CommitID, to new: CommitID, goneFrom other: CommitID
  ) throws(WorkspaceError) -> [String] {
    var options = try DiffOptions.make()
    return try withTree(of: old) { repository, oldTree throws(WorkspaceError) in
      try withTree(of: new) { _, newTree throws(WorkspaceError) in
        try withTree(of: other) { _, otherTree throws(WorkspaceError) in
          let diff: DiffHandle = try adopt("compare \(old.short) with \(new.short)") { out in
            git_diff_tree_to_tree(out, repository, oldTree, newTree, &options)
          }
          return try diff.withPointer { diff throws(WorkspaceError) in
            var paths: [String] = []
            for position in 0..<git_diff_num_deltas(diff) {
              guard let delta = git_diff_get_delta(diff, position)?.pointee, delta.status == GIT_DELTA_TYPECHANGE,
                let path = delta.new_file.path
              else { continue }
              let isThere = try Self.has(path, in: otherTree)
              if !isThere { paths.append(PathText(cString: path).text) }
            }
            return paths
          }
        }
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
