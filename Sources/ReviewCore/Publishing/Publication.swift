// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a forge is to show about one pull request, or about a commit that belongs to none.
package struct Publication: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case pending, success, failure, error
  }

  /// The pull request's number; any, such as 0, where there is no comment to write.
  package let pullRequest: Int
  package let commit: CommitID
  package let marker: CommentMarker
  /// Markdown that starts with the marker's line; `nil` leaves the conversation as it is.
  package let comment: String?
  /// What stands beside the commit; `nil` leaves that as it is.
  package let state: State?
  /// One line without markup.
  package let summary: String
  /// What is shown beside the lines it is about, where the forge and the token allow it.
  package let annotations: [Annotation]

  /// A publication of a comment, a state, or both; of neither is a programming error.
  package init(
    pullRequest: Int, commit: CommitID, marker: CommentMarker, comment: String? = nil, state: State? = nil,
    summary: String, annotations: [Annotation] = []
  ) {
    precondition(comment != nil || state != nil, "there is nothing to publish")
    self.pullRequest = pullRequest
    self.commit = commit
    self.marker = marker
    self.comment = comment
    self.state = state
    self.summary = summary
    self.annotations = annotations
  }

  /// The same with nothing beside the lines.
  package var withoutAnnotations: Publication {
    Publication(
      pullRequest: pullRequest, commit: commit, marker: marker, comment: comment, state: state, summary: summary)
  }
}
