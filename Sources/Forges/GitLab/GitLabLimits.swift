// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What GitLab takes, each with where it says so.
enum GitLabLimits {
  /// "Limited to 1,000,000 characters": the body of a note, in the documentation of the notes API.
  static let noteCharacters = 1_000_000
  /// "is too long (maximum is 255 characters)", in the answer (400) to a longer description of a commit status.
  static let statusDescriptionCharacters = 255
  /// "The maximum is 100": items of a page, in the documentation of the REST API's pagination.
  static let pageSize = 100
}
