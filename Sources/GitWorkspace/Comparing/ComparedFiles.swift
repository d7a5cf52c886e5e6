// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What a comparison found.
struct ComparedFiles: Hashable {
  /// The ids of a file's text before and after.
  struct Blobs: Hashable {
    let old: CommitID
    let new: CommitID
  }

  let changes: ChangeSet
  /// By the path of the file.
  let blobs: [String: Blobs]
  /// The files of the new side that a checkout leaves out.
  let omitted: OmittedFiles
}
