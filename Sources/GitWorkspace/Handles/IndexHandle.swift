// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias IndexHandle = OwnedPointer<IndexRelease>

enum IndexRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_index_free(pointer)
  }
}
