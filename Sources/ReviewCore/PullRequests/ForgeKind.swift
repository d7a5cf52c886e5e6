// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The kinds of place that a pull request can live in.
package enum ForgeKind: String, Codable, Sendable, CaseIterable {
  case github
  case gitlab
  /// Gitea and Forgejo.
  case gitea
  /// A plain git repository: a folder or a URL, with no API beside it.
  case local
}
