// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias DatabaseHandle = OwnedPointer<DatabaseRelease>

enum DatabaseRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_odb_free(pointer)
  }
}
