// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Cuts absolute paths down to paths from the repository's root.
package enum RelativePath {
  /// `path` as seen from `root`; empty for the root itself, `nil` for what lies outside or tries to climb out.
  package static func make(_ path: String, from root: String) -> String? {
    if path == root { return "" }
    let prefix = root.hasSuffix("/") ? root : root + "/"
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0 == ".." || $0 == "." || $0.isEmpty }) else { return nil }
    return String(rest)
  }
}
