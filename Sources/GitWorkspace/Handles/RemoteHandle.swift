// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias RemoteHandle = OwnedPointer<RemoteRelease>

enum RemoteRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_remote_free(pointer)
  }
}
