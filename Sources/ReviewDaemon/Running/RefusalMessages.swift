// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

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
    let text = lines.prefix(60).map { "    " + DaemonWords.visible($0.prefix(500)) }.joined(separator: "\n")
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
  static func summary(_ reason: String) -> String { "could not be reviewed: \(DaemonWords.firstLine(reason))" }
}
