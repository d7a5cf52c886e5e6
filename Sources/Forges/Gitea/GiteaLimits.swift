// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What Gitea and Forgejo take, each with where they say so.
enum GiteaLimits {
  /// `MAX_RESPONSE_ITEMS` of the section `api` in Gitea's configuration: items of a page, unless the operator says
  /// otherwise.
  static let pageSize = 50
  /// Ours: neither says a limit. What GitHub takes is written for every forge.
  static let commentCharacters = 65_536
  /// Ours: neither says a limit, and the page shows one line.
  static let statusDescriptionCharacters = 140
}
