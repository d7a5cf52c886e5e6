// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract

extension GitRepository {
  enum SmallFile: Hashable {
    case missing
    case text(String)
    /// It is there and was not read, for this reason.
    case refused(String)
  }

  /// The text of a small file at the top of a commit.
  func smallFile(named name: String, at commit: CommitID, limit: Int) throws(WorkspaceError) -> SmallFile {
    try withTree(of: commit) { repository, tree throws(WorkspaceError) in
      guard let entry = git_tree_entry_byname(tree, name) else { return .missing }
      guard [GIT_FILEMODE_BLOB, GIT_FILEMODE_BLOB_EXECUTABLE].contains(git_tree_entry_filemode(entry)) else {
        return .refused("is not a regular file")
      }
      let blob: BlobHandle = try adopt("read \(name)") { git_blob_lookup($0, repository, git_tree_entry_id(entry)) }
      return blob.withPointer { blob in
        let size = Int(git_blob_rawsize(blob))
        guard size <= limit else { return .refused("has \(size) bytes, more than the \(limit) that are read") }
        let bytes = UnsafeRawBufferPointer(start: git_blob_rawcontent(blob), count: size)
        guard let text = String(validating: bytes, as: UTF8.self) else { return .refused("is not UTF-8") }
        return .text(text)
      }
    }
  }
}
