// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias ObjectHandle = OwnedPointer<ObjectRelease>

enum ObjectRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_object_free(pointer)
  }
}
