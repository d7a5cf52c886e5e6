// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import HostileText
package import SecretMasking

/// Publishes a review on a forge.
package protocol ReportPublisher: Sendable {
  /// Publishes exactly this publication on the forge. Idempotent.
  ///
  /// - Parameter isDryRun: whether to only read from the forge, without writing.
  /// - Throws: ``ForgeError``. A token without write permission is not an error; the ``Receipt`` reports it.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt

  /// Publishes the status of a commit again if it is outdated: it shows the result of a pull request that was closed, or
  /// has another head or base now, or it does not show the failure of one that was opened again.
  ///
  /// The results are those that the statuses of the commit show. No result of an open pull request is changed.
  ///
  /// - Throws: ``ForgeError``, as ``publish(_:isDryRun:)``.
  func renewStatus(of commit: CommitID, _ marker: CommentMarker) async throws(ForgeError) -> StatusRenewal

  var progressWrites: ProgressWrites { get }
}

/// How often the pending status of a commit can be replaced by another one.
package enum ProgressWrites: Hashable, Sendable {
  case often
  /// The server permits so few writes that results of other reviews would wait for it.
  case sparingly
  /// The forge refuses a second time.
  case once
}

/// The open pull requests with one head, and what was written for them.
package struct StatusRenewal: Hashable, Sendable {
  package var receipt: Receipt
  /// Those whose result is valid: it is for this head and for their base.
  package var reviewed: Set<Int>
  /// Those whose result is for another base.
  package var retargeted: Set<Int>
  /// Those that passed, while the status shows the failure of another.
  package var held: Set<Int>

  package init(
    receipt: Receipt = Receipt(entries: []), reviewed: Set<Int> = [], retargeted: Set<Int> = [], held: Set<Int> = []
  ) {
    self.receipt = receipt
    self.reviewed = reviewed
    self.retargeted = retargeted
    self.held = held
  }
}

/// The result of publishing, one entry for each object on the forge.
package struct Receipt: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable {
    case created, updated, unchanged, deleted
    /// Not written, in a dry run.
    case planned
    /// The token has no permission.
    case refused
    /// The status keeps the failure of another open pull request with the same head.
    case held
  }

  package struct Entry: Hashable, Sendable {
    package let outcome: Outcome
    /// `comment`, `status`, `check run`.
    package let subject: String
    /// The request, such as `PATCH /repos/acme/shapes/issues/comments/7`, the forge's reason when refused, or empty.
    package let detail: String
    /// The request's body, in a dry run.
    package let body: String?
    /// The number of the pull request whose failure is kept.
    package let holder: Int?

    package init(outcome: Outcome, subject: String, detail: String, body: String? = nil, holder: Int? = nil) {
      self.holder = holder
      self.outcome = outcome
      self.subject = subject
      self.detail = detail
      self.body = body
    }
  }

  package let entries: [Entry]

  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// Whether the forge refused a request because of the token.
  package var isRefused: Bool { entries.contains { $0.outcome == .refused } }

  /// The number of the pull request whose failure the status shows instead of the published state.
  package var holder: Int? { entries.lazy.compactMap(\.holder).first }
}

/// The published content of one pull request, or of a commit without one.
package struct Publication: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case pending, success, failure, error
  }

  /// The pull request's number; any number, such as 0, without a comment to write.
  package let pullRequest: Int
  /// The branch that the pull request is to be merged into, as it was reviewed; `nil` if it is unknown. The status names
  /// it, because pull requests with different bases can have the same head, and with it the same status.
  package var base: String?
  package let commit: CommitID
  package let marker: CommentMarker
  /// The comment: Markdown that starts with the marker's line; `nil` leaves the conversation unchanged.
  package private(set) var comment: String?
  /// The commit status; `nil` leaves it unchanged.
  package private(set) var state: State?
  /// The summary: one line without markup.
  package private(set) var summary: String
  /// Remarks at lines, published if the forge and the token support them.
  package private(set) var annotations: [Annotation]
  /// Whether a pending state is final until the author changes the pull request.
  package let awaitsAuthor: Bool
  /// Whether a missing comment is created; an existing one is updated in any case.
  package let createsComment: Bool
  /// The state of the review that the comment stores; `nil` for a comment that is not a review.
  package var memory: ReviewMemory?
  /// Whether an existing comment shows that the commit is being reviewed, from a pending state until the final one.
  /// Only for a publication without a comment.
  package var notesProgress = false
  /// Whether a pending state replaces one of the same review.
  package var isProgress = false
  /// Comments at lines; `nil` leaves existing ones unchanged.
  package var review: LineReview?
  /// The URL of the pull request's page, from the forge.
  package var page: String?
  /// The URL of the CI job that reviews; status and check run link to it when there is no comment.
  package var jobPage: String?
  /// The URL of the review's own page; status and check run link to it.
  package var reviewPage: String?

  /// Creates a publication of a comment, a state, or both; neither is a programming error.
  package init(
    pullRequest: Int, commit: CommitID, marker: CommentMarker, comment: String? = nil, state: State? = nil,
    summary: String, annotations: [Annotation] = [], awaitsAuthor: Bool = false,
    createsComment: Bool = true
  ) {
    self.createsComment = createsComment
    precondition(comment != nil || state != nil, "there is nothing to publish")
    self.pullRequest = pullRequest
    self.commit = commit
    self.marker = marker
    self.comment = comment
    self.state = state
    self.summary = summary
    self.annotations = annotations
    self.awaitsAuthor = awaitsAuthor
  }

  /// The publication without annotations.
  package var withoutAnnotations: Publication {
    var publication = self
    publication.annotations = []
    return publication
  }

  /// Returns the requested parts of the publication; at least one must exist.
  package func with(comment: Bool, verdict: Bool) -> Publication {
    precondition(comment && self.comment != nil || verdict && state != nil, "there is nothing to publish")
    var publication = verdict ? self : withoutAnnotations
    if !comment, self.comment != nil { (publication.comment, publication.review) = (nil, nil) }
    if !verdict { publication.state = nil }
    return publication
  }

  /// Returns the publication without secrets. The marker is set by the operator and is not masked.
  package func masked(by mask: SecretMask) -> Publication {
    var publication = self
    publication.comment = comment.map { mask.masked($0) }
    publication.summary = mask.masked(summary)
    publication.review = review?.masked { mask.masked($0) }
    publication.annotations = annotations.map {
      Annotation(
        path: mask.masked($0.path), range: $0.range, severity: $0.severity, title: mask.masked($0.title),
        message: mask.masked($0.message))
    }
    return publication
  }
}

/// A remark at lines of the head, for forges that can show it beside the code.
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

  /// Creates an annotation with title and message without hidden scalars. The path is unchanged, because a forge
  /// compares it with the path of the file.
  package init(_ finding: Finding) {
    self.init(
      path: finding.path, range: finding.range, severity: finding.severity, title: HostileText(finding.rule).line(),
      message: HostileText(finding.message).multiline())
  }
}

/// The first line of reviewbot's comment, which identifies it.
package struct CommentMarker: Hashable, Sendable {
  /// The name of this reviewbot among several on one pull request; also the context of the commit status.
  package let name: String

  /// Creates a marker; `nil` unless the name has 1 to 60 letters, digits, `-`, `_`, `.` or `/`.
  package init?(name: String) {
    guard (1...60).contains(name.utf8.count) else { return nil }
    let allowed = name.isASCIIName(punctuation: "-_./")
    guard allowed, !name.contains("--") else { return nil }
    self.name = name
  }

  package var line: String { "<!-- reviewbot:v1 id=\(name) -->" }

  /// Returns whether a comment begins with the mark on a line of its own, with any line ending.
  package func isFirstLine(of body: String) -> Bool {
    // By bytes: to Swift a carriage return and a newline are one character.
    let first = body.utf8.prefix { $0 != UInt8(ascii: "\n") }
    let end = first.last == UInt8(ascii: "\r") ? first.dropLast() : first
    return end.elementsEqual(line.utf8)
  }
}
