// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import HostileText

/// The comment and status of a pull request that cannot be reviewed because of a problem in its repository.
package enum RefusalMessages {
  /// - Parameters:
  ///   - reason: the problem and its remedy, in one or more lines. Hostile text.
  ///   - job: the number of the job; `nil` without a queue.
  ///   - page: the address of the job's page, from the operator; `nil` without pages.
  package static func publication(
    _ reason: String, pullRequest: Int, commit: CommitID, marker: CommentMarker, job: String? = nil,
    page: String? = nil
  ) -> Publication {
    // In a code block nothing has a meaning: no link, no mention, no markup.
    let text = HostileText(reason).codeBlock(limit: 500, maximumLines: 60)
    let comment = """
      \(marker.line)
      ### Could not be reviewed

      \(text)

      Commit `\(commit)`\(job.map { ", job \($0)" } ?? "")\(page.map { ", [log](\($0))" } ?? "").
      """
    return Publication(
      pullRequest: pullRequest, commit: commit, marker: marker, comment: comment, state: .error,
      summary: summary(reason))
  }

  /// One line.
  package static func summary(_ reason: String) -> String { "could not be reviewed: \(firstLine(reason))" }

  /// Returns the first line of a text that is not empty. The text can be hostile.
  package static func firstLine(_ text: String) -> String {
    let lines = HostileText(text).lines()
    return lines.first { !$0.isEmpty } ?? ""
  }
}
