// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
package import ReviewContract

/// What the daemon says on a forge by itself.
enum DaemonMessages {
  static func approvalWanted(of head: CommitID, _ job: ReviewJob, _ policy: RepositoryPolicy) -> Publication {
    let command = "/\(policy.marker.name) ok \(head)"
    let comment = """
      \(policy.marker.line)
      ### Waiting for approval

      This pull request comes from another repository, and its author may not write to this one. Its code runs here only \
      after somebody who may has looked at it and comments:

      ```
      \(command)
      ```

      That holds for this commit alone. A later push waits again.
      """
    return Publication(
      pullRequest: job.pullRequest.number, commit: head, marker: policy.marker, comment: comment, state: .pending,
      summary: "waits until a member approves \(head.short): see the comment")
  }

  static func otherHead(approved: CommitID, head: CommitID, _ policy: RepositoryPolicy) -> String {
    """
    `\(approved)` is not the head of this pull request any more, so nothing was approved. The head is `\(head)`; look at it, \
    and comment `/\(policy.marker.name) ok \(head)` if it may run.
    """
  }

  static func edited(_ policy: RepositoryPolicy) -> String {
    "This comment was changed after it was written, so it is no command of `\(policy.marker.name)`. Write a new one."
  }

  static func help(_ policy: RepositoryPolicy) -> String {
    """
    That is no command. There are:

    - `/\(policy.marker.name) recheck` reviews the pull request again.
    - `/\(policy.marker.name) ok COMMIT` lets exactly this commit run, by its full id of 40 or 64 digits.
    """
  }

  static func stopped(_ cancellation: ReviewJob.Cancellation) -> String {
    switch cancellation {
    case .superseded: "not reviewed: there is a newer commit"
    case .closed: "not reviewed: the pull request was closed"
    case .requested: "not reviewed: the operator cancelled it"
    }
  }

  static func firstLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    return visible(line.prefix(200))
  }

  static func visible(_ text: some StringProtocol) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: "\u{fffd}"
          default: scalar
          }
        }))
  }
}

/// What a pull request is told when it could not be reviewed for a reason that lies in its repository.
package enum RefusalMessages {
  /// - Parameters:
  ///   - reason: what is wrong and what to do; may have several lines. Hostile text.
  ///   - job: the number of the job, where there is one.
  package static func publication(
    _ reason: String, pullRequest: Int, commit: CommitID, marker: CommentMarker, job: String? = nil
  ) -> Publication {
    // In an indented block nothing has a meaning: no link, no mention, no markup.
    let lines = reason.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let text = lines.prefix(60).map { "    " + DaemonMessages.visible($0.prefix(500)) }.joined(separator: "\n")
    let comment = """
      \(marker.line)
      ### Could not be reviewed

      \(text)

      Commit `\(commit)`\(job.map { ", job \($0)" } ?? "").
      """
    return Publication(
      pullRequest: pullRequest, commit: commit, marker: marker, comment: comment, state: .error,
      summary: summary(reason))
  }

  /// One line.
  static func summary(_ reason: String) -> String { "could not be reviewed: \(DaemonMessages.firstLine(reason))" }
}

extension JobFailure {
  /// What went wrong with a job, and whether it may pass.
  ///
  /// - Parameter masked: takes secrets out of the message, which is kept in the queue and shown to operators.
  init(_ error: any Error, masked: (String) -> String = { $0 }) {
    let failure = JobFailure(unmasked: error)
    self.init(
      masked(failure.message), isTransient: failure.isTransient, retryAfter: failure.retryAfter,
      isOutage: failure.isOutage)
  }

  private init(unmasked error: any Error) {
    switch error {
    case let error as ReviewRefusal: self.init("\(error)", isTransient: false)
    case let error as ForgeError:
      // A token can be replaced while the daemon runs, and it is no fault of the pull request's.
      let isOutage = error.isTransient || error.code == .badToken
      self.init("\(error)", isTransient: isOutage, retryAfter: error.retryAfter, isOutage: isOutage)
    case let error as WorkspaceError:
      self.init("\(error)", isTransient: !error.isLasting, isOutage: error.code == .unreachable)
    // Whatever it is, it is tried a few times: a process that was ended, memory that ran out.
    default: self.init("\(error)", isTransient: true)
    }
  }
}
