// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias ReferenceHandle = OwnedPointer<ReferenceRelease>

enum ReferenceRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_reference_free(pointer)
  }
}
