// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What GitHub takes.
enum GitHubLimits {
  /// "Body is too long (maximum is 65536 characters)", in the answer (422) to a longer comment.
  static let commentCharacters = 65_536
  /// "description is too long (maximum is 140 characters)", in the answer (422) to a longer status.
  static let statusDescriptionCharacters = 140
  /// The largest page of a list, in GitHub's description of its REST API.
  static let pageSize = "100"
}
