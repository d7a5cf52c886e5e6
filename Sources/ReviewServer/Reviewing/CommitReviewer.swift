// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
package import ReviewContract

/// Reviews commits, from the fetch to the report. Cancelling the task ends every process that was started.
package protocol CommitReviewer: Sendable {
  /// Reviews a pull request. A review that the same job completed before a restart of the process is not repeated.
  ///
  /// - Parameters:
  ///   - ignored: returns the findings to leave out; called when the report is there.
  ///   - progress: is given the events of the review.
  /// - Throws: ``ReviewRefusal`` for a permanent failure; `MissingLabels` if another machine can review it, here and in
  ///   the other functions; any other error may be transient.
  func review(
    _ pullRequest: PullRequest, for job: ReviewJob,
    ignoring ignored: @escaping @Sendable () async throws -> [IgnoreRequest], progress: @escaping ProgressHandler
  ) async throws -> ReviewProduct

  /// Returns the report of a finished review; `nil` if it is no longer stored.
  func report(of job: ReviewJob) async -> KeptReport?

  /// Returns the product of a report without some of its findings.
  ///
  /// - Parameter job: the job of the report.
  func product(of kept: KeptReport, for job: ReviewJob, ignoring ignored: [IgnoreRequest]) async throws -> ReviewProduct

  /// Returns an answer in Markdown to a question about a rule, of the program or of the configuration of the base.
  ///
  /// - Parameter rule: hostile text.
  func explanation(of rule: String, on pullRequest: PullRequest, for job: ReviewJob) async throws -> String

  /// Reviews the tip of a branch, and stores the results that pull requests are compared with.
  ///
  /// - Returns: the labels that the repository requires; `nil` if its configuration was not read.
  func reviewTip(of branch: String, for job: ReviewJob) async throws -> [WorkerLabel]?

  /// Reviews the commit that a merge queue is about to merge: the tip of a ref.
  func reviewMerge(at ref: String, for job: ReviewJob) async throws -> ReviewProduct
}

/// The result of a review, ready to be published.
package struct ReviewProduct: Hashable, Sendable {
  package let publication: Publication
  package let verdict: String
  /// The labels that the repository requires; `nil` if its configuration was not read.
  package let labels: [WorkerLabel]?

  package init(publication: Publication, verdict: String, labels: [WorkerLabel]? = nil) {
    self.publication = publication
    self.verdict = verdict
    self.labels = labels
  }
}

/// A permanent failure: the commit cannot be reviewed, and a retry would fail too.
package struct ReviewRefusal: ClassifiedError, Hashable, Sendable, CustomStringConvertible {
  package var failureClass: FailureClass { ReviewFailure.refused.failureClass }
  /// For the author of the pull request: the problem and its remedy, in one or more lines.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// A repository on its forge: the daemon reads its pull requests and permissions, and publishes reviews.
package protocol RepositoryClient: PullRequestSource, RepositoryInspector {
  var policy: RepositoryPolicy { get }

  /// Creates or updates the comment, status and check run of the publication.
  ///
  /// - Parameter mayWrite: called right before each request that changes something, which is sent only if it does not
  ///   throw.
  func publish(
    _ publication: Publication, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> Receipt

  var progressWrites: ProgressWrites { get }

  /// Publishes the status of a commit again if it is outdated; see ``ReportPublisher/renewStatus(of:_:)``.
  ///
  /// - Parameter mayWrite: see ``publish(_:checking:)``.
  func renewStatus(
    of commit: CommitID, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> StatusRenewal
}

/// The clients of the repositories that the operator configured.
package protocol RepositoryClients: Sendable {
  /// - Returns: `nil` for a repository that is not configured.
  /// - Throws: when the configuration or a credential cannot be read.
  func client(for repository: RepositoryReference) throws -> (any RepositoryClient)?

  /// The repositories that are configured by their full names.
  var named: [RepositoryReference] { get }

  /// The names of the configured forges.
  var forges: [String] { get }

  /// Lists the repositories of a forge that its patterns match; `nil` without patterns.
  func discover(_ forge: String, last: DiscoveredRepositories?) async throws -> DiscoveredRepositories?
}

/// The operator's settings for a repository.
package struct RepositoryPolicy: Hashable, Sendable {
  /// How to treat pull requests from forks whose authors have no write permission.
  package enum ForkPolicy: String, Hashable, Sendable {
    /// They wait until an account with write permission approves exactly their head.
    case requireApproval
    case run
    case ignore
  }

  package var marker: CommentMarker
  package var forks: ForkPolicy
  /// Accounts that are trusted regardless of their permission; in lower case.
  package var trusted: Set<String>
  /// Overrides the repository's configuration; `nil` for no override.
  package var drafts: DraftReview?

  var skipsDrafts: Bool { drafts == .skip }

  package init(
    marker: CommentMarker, forks: ForkPolicy = .requireApproval, trusted: Set<String> = [], drafts: DraftReview? = nil
  ) {
    self.marker = marker
    self.forks = forks
    // Forges ignore the case of names.
    self.trusted = Set(trusted.map { $0.lowercased() })
    self.drafts = drafts
  }

  func trusts(_ account: String?) -> Bool { account.map { trusted.contains($0.lowercased()) } ?? false }
}
