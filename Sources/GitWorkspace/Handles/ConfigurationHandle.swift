// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop

typealias ConfigurationHandle = OwnedPointer<ConfigurationRelease>

enum ConfigurationRelease: ReleasePolicy {
  static func release(_ pointer: OpaquePointer) {
    git_config_free(pointer)
  }
}
