// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias TreeHandle = OwnedPointer<TreeRelease>

enum TreeRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_tree_free(pointer)
  }
}
