// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a forge is to show about one pull request.
package struct Publication: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case pending, success, failure, error
  }

  package let pullRequest: Int
  package let commit: CommitID
  package let marker: CommentMarker
  /// Markdown that starts with the marker's line.
  package let comment: String
  package let state: State
  /// One line without markup.
  package let summary: String
  /// What is shown beside the lines it is about, where the forge and the token allow it.
  package let annotations: [Annotation]

  package init(
    pullRequest: Int, commit: CommitID, marker: CommentMarker, comment: String, state: State, summary: String,
    annotations: [Annotation] = []
  ) {
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
