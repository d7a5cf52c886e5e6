// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import JobQueue
import ReviewContract

/// The texts that the daemon itself publishes on a forge.
enum DaemonMessages {
  /// - Parameter page: the address of the review's page; `nil` without pages.
  static func approvalWanted(
    of head: CommitID, _ job: ReviewJob, _ policy: RepositoryPolicy, page: String? = nil
  ) -> Publication {
    let command = "/\(policy.marker.name) ok \(head)"
    let comment = """
      \(policy.marker.line)
      ### Waiting for approval

      This pull request comes from a fork, and its author has no write permission for this repository. Its code runs \
      only after a member with write permission has reviewed it\(page.map { " and approves it on [its page](\($0)), or" } ?? " and") comments:

      ```
      \(command)
      ```

      The approval covers this commit only. A later push needs a new approval.
      """
    return Publication(
      pullRequest: job.pullRequest.number, commit: head, marker: policy.marker, comment: comment, state: .pending,
      summary: "waiting for a member to approve \(head.short): see the comment")
  }

  static func otherHead(approved: CommitID, head: CommitID, _ policy: RepositoryPolicy) -> String {
    """
    `\(approved)` is no longer the head of this pull request, so nothing was approved. The head is `\(head)`; \
    review it, and comment `/\(policy.marker.name) ok \(head)` to let it run.
    """
  }

  static func edited(_ policy: RepositoryPolicy) -> String {
    "This comment was edited, so it is not a command for `\(policy.marker.name)`. Write a new comment."
  }

  static func help(_ policy: RepositoryPolicy) -> String {
    """
    The commands are:

    - `/\(policy.marker.name) recheck` reviews the pull request again.
    - `/\(policy.marker.name) ok COMMIT` approves exactly this commit, given as its full id of 40 or 64 digits.
    - `/\(policy.marker.name) ignore FINDING` leaves a finding of a rule out until the next push. FINDING is the \
    identifier after the finding in the comment of the review.
    - `/\(policy.marker.name) explain RULE` explains a rule.
    - `/\(policy.marker.name) help` lists the commands.

    The author of the pull request can use `recheck`, `explain` and `help`, accounts with write permission all of them.
    """
  }

  static func invalidIdentifier(_ identifier: String, _ policy: RepositoryPolicy) -> String {
    """
    \(HostileText(identifier).codeSpan(limit: 80)) is not the identifier of a finding, so nothing was ignored. An \
    identifier has \(IgnoreRequest.digits) or more digits and letters from `a` to `f`, and stands after the finding in \
    the comment of the review: `/\(policy.marker.name) ignore 01234567`.
    """
  }

  /// Why a finding cannot be ignored; `nil` if it can.
  ///
  /// - Parameter identifier: in the form of an identifier.
  static func problem(_ match: Report.Match, _ identifier: String, _ head: CommitID) -> String? {
    let nothing = "so nothing was ignored"
    return switch match {
    case .finding: nil
    case .none: "The review of `\(head.short)` has no finding `\(identifier)`, \(nothing)."
    case .several: "Several findings begin with `\(identifier)`, \(nothing). Give more digits."
    case .otherKind:
      "`\(identifier)` is not a finding of a rule, \(nothing): errors of the build and files that were not checked "
        + "have to be corrected."
    }
  }

  static func reviewing(_ head: CommitID) -> String { "reviewing \(head.short)" }

  static let internalError = "internal error; the operator can find the details in the log of the job"

  /// Returns the text about an error for the author of a pull request.
  static func reason(_ error: any Error) -> String {
    switch FailureClass(error).author {
    case .message: "\(error)"
    case .internalError: internalError
    }
  }

  /// Why a review ended without a result, for its comment.
  static func exhausted(_ error: any Error, attempts: Int) -> String {
    """
    \(RefusalMessages.firstLine(reason(error)))
    The review was attempted \(attempts == 1 ? "once" : "\(attempts) times") and is not retried. \
    The result of an earlier commit, if there was one, is no longer shown.
    """
  }

  /// Who paused the reviews, and why, for the author of a pull request.
  static func paused(_ pause: Pause) -> String {
    // The id of the user is for operators.
    let person = pause.author.split(separator: " (uid").first.map(String.init) ?? pause.author
    let reason = pause.reason.map { ": \($0)" } ?? ""
    return RefusalMessages.firstLine("reviews are paused by \(person)\(reason)")
  }

  static func stopped(_ cancellation: ReviewJob.Cancellation) -> String {
    switch cancellation {
    case .superseded: "not reviewed: superseded by a newer commit"
    case .closed: "not reviewed: the pull request was closed"
    case .requested: "not reviewed: cancelled by the operator"
    }
  }
}

extension JobFailure {
  /// Classifies the error of a job by the table of failures.
  ///
  /// - Parameter masked: removes secrets from the message, which is stored in the queue and shown to operators.
  init(_ error: any Error, masked: (String) -> String = { $0 }) {
    let failure = FailureClass(error)
    self.init(
      masked(String(systemError: error)), isTransient: failure.isTransient,
      retryAfter: (error as? any ClassifiedError)?.retryAfter, isOutage: failure.isOutage,
      needsOperator: failure.isOutage && failure.fault == .operator)
  }
}

extension FailureClass {
  /// Looks an error of a job up in the table of failures.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as any ClassifiedError: error.failureClass
      default: ReviewFailure.other.failureClass
      }
  }
}
