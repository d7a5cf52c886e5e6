// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Reads facts about git on this machine.
package protocol CheckoutInspector: Sendable {
  /// The URL of the remote `origin` of the repository around `folder`; `nil` without such a remote.
  func originURL(around folder: FilePath) async throws(WorkspaceError) -> String?

  /// The `url.TO.insteadOf = FROM` entries of the given git configuration files, of which some may not exist.
  func rewrites(in files: [FilePath]) async -> [URLRewrite]
}

/// Git fetches from another URL than the one that is written down.
package struct URLRewrite: Hashable, Codable, Sendable {
  /// What a URL begins with.
  package let from: String
  /// What it begins with instead.
  package let to: String

  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}
