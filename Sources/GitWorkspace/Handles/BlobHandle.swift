// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias BlobHandle = OwnedPointer<BlobRelease>

enum BlobRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_blob_free(pointer)
  }
}
