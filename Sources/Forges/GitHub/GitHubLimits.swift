// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What GitHub takes, each with where it says so.
enum GitHubLimits {
  /// "Body is too long (maximum is 65536 characters)", in the answer (422) to a longer comment or review.
  static let commentCharacters = 65_536
  /// "description is too long (maximum is 140 characters)", in the answer (422) to a longer status.
  static let statusDescriptionCharacters = 140
  /// `maxLength` of `output.summary` and `output.text` of a check run, in GitHub's description of its REST API.
  static let checkSummaryCharacters = 65_535
  /// "Maximum 255 characters": the title of an annotation, in the documentation of check runs; what is longer is taken
  /// for the title of the check run too.
  static let checkTitleCharacters = 255
  /// `maxItems` of `output.annotations`, in GitHub's description of its REST API. Later requests append.
  static let annotationsPerRequest = 50
  /// Ours: what does not fit into twenty requests is only in the comment and in the report. GitHub says no limit.
  static let annotations = 1_000
  /// "The maximum size is 64 KB": the message of an annotation, in the documentation of check runs.
  static let annotationMessageBytes = 64 << 10
  /// The largest page of a list ("max 100"), in GitHub's description of its REST API.
  static let pageSize = 100
  /// "Responses include a maximum of 3000 files", in the documentation of the list of a pull request's files.
  static let pullRequestFiles = 3_000
  /// "The time limit is 10 minutes": how far away the end of an app's own token may be, in the documentation of JSON Web
  /// Tokens for apps.
  static let appTokenLifetime: Duration = .seconds(600)
  /// "We recommend that you set this 60 seconds in the past": the start of an app's own token, in the same place.
  static let appTokenLeeway: Duration = .seconds(60)
}
