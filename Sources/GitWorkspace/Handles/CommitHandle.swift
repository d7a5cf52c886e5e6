// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias CommitHandle = OwnedPointer<CommitRelease>

enum CommitRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_commit_free(pointer)
  }
}
