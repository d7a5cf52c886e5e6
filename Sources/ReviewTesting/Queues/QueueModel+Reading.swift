// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

extension QueueModel {
  package func publications(of pullRequest: PullRequestReference) -> [PublicationRecord] {
    publications.map(\.record).filter { $0.key.pullRequest == pullRequest }
  }

  package func reviewedHead(of pullRequest: PullRequestReference) -> CommitID? {
    pullRequests[pullRequest]?.reviewed?.head
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
    statistics.oldestQueuedAt = queued.map(\.queuedAt).min()
    statistics.ended = ended
    statistics.deliveries = deliveryCounts
    statistics.duplicates = duplicates
    return statistics
  }
}
