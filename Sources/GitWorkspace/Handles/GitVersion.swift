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

  /// Whether a credential for one port of a host stays there when the server redirects to another port.
  ///
  /// Debian's libgit2 1.5 does since the security update 1.5.1+ds-1+deb12u2, which can be told by the limit that it added.
  package static var keepsCredentialsAtPort: Bool {
    guard (try? GitLibrary.start()) != nil else { return false }
    return !text.hasPrefix("1.5.") || reviewbot_git_set_pack_object_size_limit(GitLibrary.maximumObjectBytes) == 0
  }

  private static func has(_ feature: git_feature_t) -> Bool {
    UInt32(bitPattern: git_libgit2_features()) & UInt32(feature.rawValue) != 0
  }
}
