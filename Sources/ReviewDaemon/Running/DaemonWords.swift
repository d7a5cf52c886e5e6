// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

/// What the daemon says on a forge by itself.
enum DaemonWords {
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
