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
    var options = try DiffOptions.make()
    return try withTree(of: head) { repository, headTree throws(WorkspaceError) in
      try withTree(of: tree) { _, mergeTree throws(WorkspaceError) in
        let diff: DiffHandle = try adopt("compare \(head.short) with its merge") { out in
          git_diff_tree_to_tree(out, repository, headTree, mergeTree, &options)
        }
        return diff.withPointer { diff in
          var files = MergedFiles(tree: tree)
          for position in 0..<git_diff_num_deltas(diff) {
            if let delta = git_diff_get_delta(diff, position) { files.add(delta.pointee, longestPath: longestPath) }
          }
          return files
        }
      }
    }
  }

  /// Writes the merge's version of each file that differs into an empty folder, as a checkout does.
  func write(
    _ files: MergedFiles, into folder: FilePath, progress: @escaping ProgressHandler
  ) throws(WorkspaceError) {
    let task = "list the files of the merge"
    let index: IndexHandle = try adopt(task) { git_index_new($0) }
    try index.withPointer { index throws(WorkspaceError) in
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
