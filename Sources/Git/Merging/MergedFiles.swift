// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract
import SystemPackage

extension GitRepository {
  /// Returns the files to write and to remove to turn the files of a head into those of a merge, path by path, without
  /// the files that a checkout omits.
  func mergedFiles(from head: CommitID, to tree: CommitID, longestPath: Int) throws(WorkspaceError) -> MergedFiles {
    try withDeltas("compare \(head.short) with its merge", from: head, to: tree) { deltas in
      var files = MergedFiles(tree: tree)
      for delta in deltas { files.add(delta, longestPath: longestPath) }
      return files
    }
  }

  /// Lends the differences of two trees, without renames.
  func withDeltas<Result>(
    _ task: String, from old: CommitID, to new: CommitID,
    _ body: ([git_diff_delta]) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    try withTree(of: old) { repository, oldTree throws(WorkspaceError) in
      try withTree(of: new) { _, newTree throws(WorkspaceError) in
        try Self.difference(task, repository, oldTree, newTree).withPointer { diff throws(WorkspaceError) in
          try body((0..<git_diff_num_deltas(diff)).compactMap { git_diff_get_delta(diff, $0)?.pointee })
        }
      }
    }
  }

  /// Writes the merge's version of each file that differs into an empty folder, as a checkout does.
  func write(
    _ files: MergedFiles, into folder: FilePath, progress: @escaping ProgressHandler
  ) throws(WorkspaceError) {
    let task = "list the files of the merge"
    try withObject(task, git_index_free, from: { git_index_new($0) }) { index throws(WorkspaceError) in
      for file in files.written {
        var entry = git_index_entry()
        entry.mode = file.mode
        entry.id = try file.id.gitID()
        let code = file.path.withCString { path in
          entry.path = path
          return git_index_add(index, &entry)
        }
        try check(code, task)
      }
      try handle.withPointer { repository throws(WorkspaceError) in
        try Self.write(index, of: repository, into: folder, progress: progress)
      }
    }
  }
}

extension MergedFiles {
  /// Adds one difference between head and merge.
  fileprivate mutating func add(_ delta: git_diff_delta, longestPath: Int) {
    // Both sides have the path, even if only one has the file.
    guard let bytes = delta.new_file.path ?? delta.old_file.path,
      EntryName.obstacle(toPath: bytes, longestPath: longestPath) == nil
    else { return }
    let path = PathText(cString: bytes).text
    let isThere = delta.status != GIT_DELTA_DELETED && Self.isFile(delta.new_file)
    let wasThere = delta.status != GIT_DELTA_ADDED && Self.isFile(delta.old_file)
    guard isThere || wasThere else { return }
    if isThere {
      written.append(File(path: path, mode: UInt32(delta.new_file.mode), id: CommitID(delta.new_file.id)))
    } else {
      removed.append(path)
    }
  }

  /// Returns `false` for submodules, which cannot be written; a checkout has an empty folder for them.
  private static func isFile(_ side: git_diff_file) -> Bool {
    UInt32(side.mode) != GIT_FILEMODE_COMMIT.rawValue
  }
}
