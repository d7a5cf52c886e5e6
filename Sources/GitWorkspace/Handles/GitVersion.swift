// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2

/// What the libgit2 that is there can do.
package enum GitVersion {
  /// Such as `1.5.1`.
  package static var text: String {
    var (major, minor, patch) = (Int32(0), Int32(0), Int32(0))
    git_libgit2_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// Whether it fetches from `https://` addresses.
  package static var speaksHTTPS: Bool { has(GIT_FEATURE_HTTPS) }
  /// Whether it fetches from `ssh://` addresses.
  package static var speaksSSH: Bool { has(GIT_FEATURE_SSH) }

  private static func has(_ feature: git_feature_t) -> Bool {
    UInt32(bitPattern: git_libgit2_features()) & UInt32(feature.rawValue) != 0
  }
}
