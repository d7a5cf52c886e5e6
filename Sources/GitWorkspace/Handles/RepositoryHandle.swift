// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias RepositoryHandle = OwnedPointer<RepositoryRelease>

enum RepositoryRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_repository_free(pointer)
  }
}
