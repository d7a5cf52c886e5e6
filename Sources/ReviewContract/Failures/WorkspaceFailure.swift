// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A pull request's code could not be fetched, compared or checked out.
package typealias WorkspaceError = CodedError<WorkspaceFailure>

/// The codes of ``WorkspaceError``.
package enum WorkspaceFailure: String, FailureCode {
  /// The repository has no such pull request.
  case missingPullRequest
  /// The repository has no such base branch.
  case missingBase
  /// The repository has no such revision.
  case missingRevision
  /// The head has no commit that the base lacks.
  case nothingToReview
  /// Head and base have no commit in common.
  case noMergeBase
  /// There is no git repository at that path.
  case notARepository
  /// The server requires other credentials, or the folder other permissions.
  case accessDenied
  /// The server could not be reached, or its answer is not git's.
  case unreachable
  /// The server stopped answering, or took too long.
  case timedOut
  /// No space is left for the mirror or the workspace.
  case diskFull
  /// The repository or the change is over a limit.
  case tooLarge
  /// The tree contains an entry that cannot be checked out safely.
  case unsafeContent
  /// Objects or refs of the repository are missing or broken.
  case damaged
  /// Anything else.
  case failed

  package static let port = "git"

  package var failureClass: FailureClass {
    switch self {
    // The git server can lag behind the API.
    case .missingPullRequest, .missingRevision: .transient(.forge)
    case .missingBase, .nothingToReview, .noMergeBase, .tooLarge, .unsafeContent: .permanent(.repository)
    case .notARepository: .permanent(.operator, action: "check the clone URL and the credential's read access")
    case .accessDenied: .outage(until: "give the credential read access", breaker: .repository)
    case .unreachable:
      .outage(ofForge: "check the network, the proxy and the forge's certificate, if it lasts")
    case .timedOut: .transient(.forge, action: "raise `limits.fetch_timeout`, if it lasts")
    case .diskFull: .outage(until: "free disk space")
    case .damaged, .failed: .transient(.reviewbot, action: "report the message, if it lasts")
    }
  }
}

extension WorkspaceError {
  /// The error for a pull request whose head is part of its base.
  package static func nothingToReview(_ head: String, beyond base: String) -> WorkspaceError {
    WorkspaceError(
      .nothingToReview, "\(head) has no commit that its base \(base) lacks",
      remedy: "add a commit to it, or name another base with --base")
  }

  /// Whether a retry would fail in the same way until the repository is changed.
  package var isLasting: Bool { !failureClass.isTransient }
}
