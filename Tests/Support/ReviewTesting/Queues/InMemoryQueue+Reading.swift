// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
package import ReviewContract

extension InMemoryQueue {
  package func jobs(_ filter: JobFilter) async throws(QueueError) -> [ReviewJob] {
    let found = state.jobs.reversed().filter { job in
      (filter.states.isEmpty || filter.states.contains(job.state))
        && (filter.pullRequest == nil || filter.pullRequest == job.pullRequest)
        && (filter.before.map { job.id < $0 } ?? true)
    }
    return Array(found.prefix(filter.limit))
  }

  package func job(_ id: ReviewJob.ID) async throws(QueueError) -> ReviewJob? { state.jobs.first { $0.id == id } }

  package func delivery(_ id: String, from forge: String) async throws(QueueError) -> RecordedDelivery? {
    state.deliveries.first { $0.delivery.forge == forge && $0.delivery.id == id }
  }

  package func publications(of pullRequest: PullRequestReference) async throws(QueueError) -> [PublicationRecord] {
    state.publications(of: pullRequest)
  }

  package func unsettledPublications(marked mark: String) async throws(QueueError) -> [PublicationRecord] {
    let marked = state.publications.map(\.record).filter { record in
      record.key.channel != .comment && (record.intended != nil || record.fingerprint?.hasPrefix(mark) == true)
    }
    return Array(marked.sorted { $0.changedAt < $1.changedAt }.prefix(QueueLimits.markedPublications))
  }

  package func repositories() async throws(QueueError) -> [RepositoryReference] {
    Set(state.pullRequests.keys.map(\.repository)).sorted { "\($0)" < "\($1)" }
  }

  package func reviewedHead(of pullRequest: PullRequestReference) async throws(QueueError) -> CommitID? {
    state.reviewedHead(of: pullRequest)
  }

  package func isApproved(
    _ head: CommitID, of pullRequest: PullRequestReference
  ) async throws(QueueError) -> Bool {
    state.isApproved(head, of: pullRequest)
  }

  package func approvals(limit: Int) async throws(QueueError) -> [RecordedApproval] {
    let all = state.approvals.map { RecordedApproval(approval: $0.key, givenAt: $0.value) }
    return Array(all.sorted { $0.givenAt > $1.givenAt }.prefix(limit))
  }

  package func audit(of job: ReviewJob.ID?, limit: Int) async throws(QueueError) -> [AuditRecord] {
    Array(state.audit.reversed().filter { job == nil || $0.job == job }.prefix(limit))
  }

  package func pauses() async throws(QueueError) -> [Pause] {
    state.pauses.sorted { ($0.scope.forge, $0.scope.name) < ($1.scope.forge, $1.scope.name) }
  }

  package func nextDue() async throws(QueueError) -> Timestamp? {
    let state = state
    return state.jobs.compactMap { job in
      switch job.state {
      case .queued: job.notBefore > state.now ? job.notBefore : nil
      case .running: job.leaseExpiresAt
      default: nil
      }
    }.min()
  }

  package func statistics() async throws(QueueError) -> QueueStatistics {
    var state = state
    state.now = now
    return state.statistics
  }
}
