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

/// One repository on its forge: what the daemon asks about it, and shows there.
package protocol ForgeDesk: PullRequestSource, RepositoryInspector {
  var policy: RepositoryPolicy { get }

  /// Makes the forge show exactly this.
  func publish(_ publication: Publication) async throws(ForgeError) -> Receipt
}

/// Has a desk for each repository that the operator named.
package protocol ForgeDesks: Sendable {
  /// `nil` for a repository that is not to be served.
  func desk(for repository: RepositoryReference) throws -> (any ForgeDesk)?

  /// The repositories that are named in full. Of those that a pattern stands for, only the ones that sent something are
  /// known.
  var named: [RepositoryReference] { get }
}

/// What the operator decided for a repository.
package struct RepositoryPolicy: Hashable, Sendable {
  /// Pull requests from other repositories, whose authors may not write to this one.
  package enum ForkPolicy: String, Hashable, Sendable {
    /// They wait until somebody who may write approves exactly their head.
    case requireApproval
    case run
    case ignore
  }

  package var marker: CommentMarker
  package var forks: ForkPolicy
  /// Accounts that are no strangers, whatever they may do.
  package var trusted: Set<String>
  package var skipsDrafts: Bool

  package init(
    marker: CommentMarker, forks: ForkPolicy = .requireApproval, trusted: Set<String> = [], skipsDrafts: Bool = false
  ) {
    self.marker = marker
    self.forks = forks
    // Forges take names in any case.
    self.trusted = Set(trusted.map { $0.lowercased() })
    self.skipsDrafts = skipsDrafts
  }

  func trusts(_ account: String?) -> Bool { account.map { trusted.contains($0.lowercased()) } ?? false }
}
