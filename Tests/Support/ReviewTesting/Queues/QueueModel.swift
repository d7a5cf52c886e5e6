// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
package import ReviewContract

/// A model of the queue in its simplest form: arrays that are searched from the beginning. Its correctness is evident
/// from the code; it is too slow for anything but tests.
package struct QueueModel: QueueSteps, Sendable {
  struct PullRequestState: Sendable {
    var forgeUpdatedAt: Timestamp?
    var reviewed: (head: CommitID, base: CommitID?)?
    var cancellations = 0
    var touchedAt: Timestamp
  }

  struct Publication: Sendable {
    var record: PublicationRecord
    let scope: CommitID?
  }

  struct Ignored: Sendable {
    let pullRequest: PullRequestReference
    let head: CommitID
    let request: IgnoreRequest
    let at: Timestamp
  }

  let policy: QueuePolicy
  package var now: Timestamp
  /// The time of a reading, if it is later than the last step.
  package var readAt: Timestamp?
  package internal(set) var jobs: [ReviewJob] = []
  var deliveries: [RecordedDelivery] = []
  var pullRequests: [PullRequestReference: PullRequestState] = [:]
  var approvals: [Approval: Timestamp] = [:]
  var ignored: [Ignored] = []
  var publications: [Publication] = []
  var paused: [Pause] = []
  var audit: [AuditRecord] = []
  /// The fence of the last claim of a job of each repository.
  var lastServed: [RepositoryReference: Int64] = [:]
  /// The labels that repositories require.
  var labels: [RepositoryReference: [WorkerLabel]] = [:]
  /// The machines of the last builds of repositories.
  var machines: [RepositoryReference: String] = [:]
  var fence: Int64 = 0
  var lastID: Int64 = 0
  var ended: [ReviewJob.State: Int] = [:]
  var deliveryCounts: [QueueOutcome.Kind: Int] = [:]
  var duplicates = 0

  /// - Parameter lastID: the number before that of the first job.
  package init(policy: QueuePolicy, now: Timestamp, lastID: Int64 = 0) {
    self.policy = policy
    self.now = now
    self.lastID = lastID
  }

  // MARK: Finding

  func index(of id: ReviewJob.ID) -> Int? { jobs.firstIndex { $0.id == id } }

  func openJob(_ pullRequest: PullRequestReference, _ kind: ReviewJob.Kind, _ subject: String) -> Int? {
    jobs.firstIndex {
      $0.pullRequest == pullRequest && $0.kind == kind && $0.subject == subject
        && ($0.state == .waiting || $0.state == .queued)
    }
  }

  func runningJob(_ pullRequest: PullRequestReference, _ kind: ReviewJob.Kind) -> Int? {
    jobs.firstIndex { $0.pullRequest == pullRequest && $0.kind == kind && $0.state == .running }
  }

  package func isApproved(_ head: CommitID, of pullRequest: PullRequestReference) -> Bool {
    approvals.keys.contains { $0.pullRequest == pullRequest && $0.head == head }
  }

  package func ignoreRequests(at head: CommitID, of pullRequest: PullRequestReference) -> [IgnoreRequest] {
    ignored.filter { $0.pullRequest == pullRequest && $0.head == head }.map(\.request)
      .sorted { $0.identifier < $1.identifier }
  }

  func leased(_ lease: Lease) throws(QueueError) -> Int {
    guard let index = index(of: lease.job.id), jobs[index].state == .running, jobs[index].fence == lease.fence else {
      throw lease.lost
    }
    return index
  }

  // MARK: Changing

  /// - Returns: whether the forge reported a newer state before.
  mutating func touch(_ pullRequest: PullRequestReference, _ forgeUpdatedAt: Timestamp? = nil) -> Bool {
    var state = pullRequests[pullRequest] ?? PullRequestState(touchedAt: now)
    state.touchedAt = now
    defer { pullRequests[pullRequest] = state }
    guard let forgeUpdatedAt else { return false }
    if let known = state.forgeUpdatedAt, forgeUpdatedAt < known { return true }
    state.forgeUpdatedAt = forgeUpdatedAt
    return false
  }

  /// Gives a job another number, which no job has.
  package mutating func rename(_ id: ReviewJob.ID, to other: ReviewJob.ID) {
    jobs = jobs.map { $0.id == id ? $0.renamed(other) : $0 }
    deliveries = deliveries.map { known in
      guard known.outcome.job == id else { return known }
      return RecordedDelivery(
        delivery: known.delivery, outcome: QueueOutcome(known.outcome.kind, other), receivedAt: known.receivedAt)
    }
  }

  mutating func end(_ index: Int, _ state: ReviewJob.State, because reason: ReviewJob.Cancellation? = nil) {
    jobs[index].state = state
    jobs[index].cancellation = jobs[index].cancellation ?? reason
    jobs[index].finishedAt = now
    jobs[index].owner = nil
    jobs[index].leaseExpiresAt = nil
    ended[state, default: 0] += 1
  }

  /// Ends a job as dead. The same head is not requested again automatically.
  mutating func giveUp(_ index: Int) {
    note(reviewed: jobs[index].head, index)
    end(index, .dead)
  }

  mutating func note(reviewed head: CommitID, _ index: Int) {
    guard jobs[index].kind == .review else { return }
    let pullRequest = jobs[index].pullRequest
    pullRequests[pullRequest]?.reviewed = (head, jobs[index].base)
    pullRequests[pullRequest]?.cancellations = 0
    pullRequests[pullRequest]?.touchedAt = now
  }

  /// Ends a job that was cancelled.
  mutating func stop(_ index: Int) {
    if jobs[index].cancellation == .requested {
      note(reviewed: jobs[index].head, index)
    } else if jobs[index].kind == .review, pullRequests[jobs[index].pullRequest]?.reviewed?.head == jobs[index].head {
      pullRequests[jobs[index].pullRequest]?.reviewed = nil
    }
    end(index, jobs[index].cancellation == .superseded ? .superseded : .cancelled)
  }

  mutating func putBack(_ index: Int, notBefore: Timestamp) {
    if openJob(jobs[index].pullRequest, jobs[index].kind, jobs[index].subject) != nil { return end(index, .superseded) }
    jobs[index].state = .queued
    jobs[index].owner = nil
    jobs[index].leaseExpiresAt = nil
    jobs[index].notBefore = notBefore
  }
}

extension ReviewJob {
  fileprivate func renamed(_ id: ID) -> ReviewJob {
    ReviewJob(
      id: id, kind: kind, pullRequest: pullRequest, subject: subject, head: head, base: base,
      needsApproval: needsApproval, labels: labels, priority: priority, state: state, attempts: attempts,
      losses: losses, owner: owner,
      fence: fence, leaseExpiresAt: leaseExpiresAt, cancellation: cancellation, error: error, verdict: verdict,
      revival: revival, queuedAt: queuedAt, notBefore: notBefore, createdAt: createdAt, startedAt: startedAt,
      finishedAt: finishedAt)
  }
}
