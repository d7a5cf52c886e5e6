// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
package import ReviewContract

extension QueueModel: QueueRecords {
  package func jobs(_ filter: JobFilter) -> [ReviewJob] {
    let found = jobs.reversed().filter { job in
      (filter.states.isEmpty || filter.states.contains(job.state))
        && (filter.kinds.isEmpty || filter.kinds.contains(job.kind))
        && (filter.repository == nil || filter.repository == job.pullRequest.repository)
        && (filter.pullRequest == nil || filter.pullRequest == job.pullRequest)
        && (filter.before.map { job.id < $0 } ?? true)
    }
    return Array(found.prefix(filter.limit))
  }

  package func job(_ id: ReviewJob.ID) -> ReviewJob? { jobs.first { $0.id == id } }

  package func delivery(_ id: String, from forge: String) -> RecordedDelivery? {
    deliveries.first { $0.delivery.forge == forge && $0.delivery.id == id }
  }

  package func unsettledPublications(marked mark: String) -> [PublicationRecord] {
    let marked = publications.map(\.record).filter { record in
      record.key.channel != .comment && (record.intended != nil || record.fingerprint?.hasPrefix(mark) == true)
    }
    return Array(marked.sorted { $0.changedAt < $1.changedAt }.prefix(QueueLimits.markedPublications))
  }

  package func repositories() -> [RepositoryReference] {
    Set(pullRequests.keys.map(\.repository)).sorted { "\($0)" < "\($1)" }
  }

  package func approvals(limit: Int) -> [RecordedApproval] {
    let all = approvals.map { RecordedApproval(approval: $0.key, givenAt: $0.value) }
    return Array(all.sorted { $0.givenAt > $1.givenAt }.prefix(limit))
  }

  package func audit(of job: ReviewJob.ID?, limit: Int) -> [AuditRecord] {
    Array(audit.reversed().filter { job == nil || $0.job == job }.prefix(limit))
  }

  package func pauses() -> [Pause] {
    paused.sorted { ($0.scope.forge, $0.scope.name) < ($1.scope.forge, $1.scope.name) }
  }

  package func nextDue() -> Timestamp? {
    jobs.compactMap { job in
      switch job.state {
      case .queued: job.notBefore > now ? job.notBefore : nil
      case .running: job.leaseExpiresAt
      default: nil
      }
    }.min()
  }

  package func publications(of pullRequest: PullRequestReference) -> [PublicationRecord] {
    publications.map(\.record).filter { $0.key.pullRequest == pullRequest }
  }

  package func reviewedHead(of pullRequest: PullRequestReference) -> CommitID? {
    pullRequests[pullRequest]?.reviewed?.head
  }

  /// The state of repositories and pull requests that is visible only by its later effects, one line each.
  package var memory: Set<String> {
    let repositories = Set(labels.keys).union(machines.keys).map { repository in
      Self.memory(of: repository, labels: labels[repository] ?? [], machine: machines[repository])
    }
    let known = pullRequests.map { reference, state in
      Self.memory(
        of: reference, forgeUpdatedAt: state.forgeUpdatedAt, reviewed: state.reviewed?.head,
        base: state.reviewed?.base, cancellations: state.cancellations)
    }
    return Set(repositories + known)
  }

  package static func memory(of repository: RepositoryReference, labels: [WorkerLabel], machine: String?) -> String {
    "\(repository): labels \(labels), machine \(machine ?? "none")"
  }

  package static func memory(
    of pullRequest: PullRequestReference, forgeUpdatedAt: Timestamp?, reviewed: CommitID?, base: CommitID?,
    cancellations: Int
  ) -> String {
    let reviewed = "\(reviewed?.hex ?? "none") on \(base?.hex ?? "none")"
    let updated = forgeUpdatedAt?.milliseconds ?? 0
    return "\(pullRequest): updated \(updated), reviewed \(reviewed), \(cancellations) cancelled"
  }

  package func statistics() -> QueueStatistics {
    // A job can become ready between two steps.
    let now = max(now, readAt ?? now)
    var statistics = QueueStatistics(now: now)
    let queued = jobs.filter { $0.state == .queued }
    statistics.ready = queued.count { $0.notBefore <= now }
    statistics.delayed = queued.count - statistics.ready
    statistics.waiting = jobs.count { $0.state == .waiting }
    for job in queued where job.notBefore <= now && job.kind.isBuild {
      if job.labels.isEmpty { statistics.readyBuildsAnywhere += 1 }
      for label in job.labels { statistics.readyBuilds[label, default: 0] += 1 }
    }
    statistics.running = jobs.count { $0.state == .running }
    statistics.dead = jobs.count { $0.state == .dead }
    statistics.pauses = paused.count
    statistics.oldestQueuedAt = queued.filter { !isPaused($0) }.map(\.queuedAt).min()
    statistics.ended = ended
    statistics.deliveries = deliveryCounts
    statistics.duplicates = duplicates
    return statistics
  }
}
