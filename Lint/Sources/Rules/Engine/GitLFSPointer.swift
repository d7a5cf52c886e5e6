// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The file that git checks out instead of one that Git LFS stores, when it did not fetch that one.
///
/// Source: the specification of Git LFS, version 1: text of less than 1,024 bytes whose first line is the version.
enum GitLFSPointer {
  static let reason = UnreadableSource.other("it is a pointer of Git LFS; fetch the file with git lfs pull")
  private static let start = Array("version https://git-lfs.github.com/spec/".utf8)

  static func isPointer(_ bytes: [UInt8]) -> Bool { bytes.count < 1_024 && bytes.starts(with: start) }
}
