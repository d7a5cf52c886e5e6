// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// How the files of a merge differ from the head's.
struct MergedFiles: Hashable {
  /// A file to write as the merge has it.
  struct File: Hashable {
    let path: String
    let mode: UInt32
    let id: CommitID
  }

  /// The id of the merge's tree.
  let tree: CommitID
  var written: [File] = []
  var removed: [String] = []

  var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}
