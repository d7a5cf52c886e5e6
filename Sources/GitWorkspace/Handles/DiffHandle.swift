// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias DiffHandle = OwnedPointer<DiffRelease>

enum DiffRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_diff_free(pointer)
  }
}
