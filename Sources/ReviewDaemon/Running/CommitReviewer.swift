// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

/// Reviews commits, from fetching to the report. Cancelling its task ends everything that was started.
package protocol CommitReviewer: Sendable {
  /// Reviews a pull request. What was reviewed for the same job before the process ended is not reviewed again.
  ///
  /// - Throws: ``ReviewRefusal`` when it would be the same the next time; any other error may pass.
  func review(_ pullRequest: PullRequest, for job: ReviewJob) async throws -> ReviewProduct

  /// Reviews the tip of a branch, and keeps what pull requests are compared with.
  func reviewTip(of branch: String, for job: ReviewJob) async throws

  /// Reviews what a merge queue is about to merge: the commit at the end of a ref.
  func reviewMerge(at ref: String, for job: ReviewJob) async throws -> ReviewProduct
}

/// What a review came to, ready to be shown.
package struct ReviewProduct: Hashable, Sendable {
  package let publication: Publication
  package let verdict: String

  package init(publication: Publication, verdict: String) {
    self.publication = publication
    self.verdict = verdict
  }
}

/// A commit cannot be reviewed, and trying again would not help.
package struct ReviewRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// For the author of the pull request: says what is wrong and what to do, and may have several lines.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
