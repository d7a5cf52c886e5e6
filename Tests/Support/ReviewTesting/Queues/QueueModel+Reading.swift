// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
package import ReviewContract

extension QueueModel {
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

  package var statistics: QueueStatistics {
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
    statistics.pauses = pauses.count
    statistics.oldestQueuedAt = queued.filter { !isPaused($0) }.map(\.queuedAt).min()
    statistics.ended = ended
    statistics.deliveries = deliveryCounts
    statistics.duplicates = duplicates
    return statistics
  }
}
