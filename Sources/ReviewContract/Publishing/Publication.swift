// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// The content that a forge shows about one pull request, or about a commit without one.
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
  /// The commit status; `nil` leaves it as it is.
  package let state: State?
  /// One line without markup.
  package let summary: String
  /// Remarks at lines, where the forge and the token support them.
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

  /// The same publication without annotations.
  package var withoutAnnotations: Publication {
    Publication(
      pullRequest: pullRequest, commit: commit, marker: marker, comment: comment, state: state, summary: summary)
  }
}

/// A remark at lines of the head, where a forge can show one beside the code.
package struct Annotation: Hashable, Sendable {
  package let path: String
  package let range: SourceRange
  package let severity: Severity
  /// A short text without markup, such as the rule's identifier.
  package let title: String
  /// Plain text.
  package let message: String

  package init(path: String, range: SourceRange, severity: Severity, title: String, message: String) {
    self.path = path
    self.range = range
    self.severity = severity
    self.title = title
    self.message = message
  }

  /// Title and message without hidden scalars. The path stays as it is: a forge compares it with the file's.
  package init(_ finding: Finding) {
    self.init(
      path: finding.path, range: finding.range, severity: finding.severity, title: HostileText(finding.rule).line(),
      message: HostileText(finding.message).multiline())
  }
}

/// The first line of reviewbot's comment, by which it is found again.
package struct CommentMarker: Hashable, Sendable {
  /// The name of this reviewbot among several on one pull request; also the context of the commit status.
  package let name: String

  /// Fails unless the name has 1 to 60 letters, digits, `-`, `_`, `.` or `/`.
  package init?(name: String) {
    guard (1...60).contains(name.utf8.count) else { return nil }
    let allowed = name.isASCIIName(punctuation: "-_./")
    guard allowed, !name.contains("--") else { return nil }
    self.name = name
  }

  package var line: String { "<!-- reviewbot:v1 id=\(name) -->" }

  package func isFirstLine(of body: String) -> Bool {
    // By bytes: to Swift a carriage return and a newline are one character.
    let first = body.utf8.prefix { $0 != UInt8(ascii: "\n") }
    let end = first.last == UInt8(ascii: "\r") ? first.dropLast() : first
    return end.elementsEqual(line.utf8)
  }
}
