// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import JobQueue

extension ServerConfiguration {
  /// The limits and the retention of the queue.
  package var queuePolicy: QueuePolicy {
    var policy = QueuePolicy()
    policy.maximumAttempts = limits.attempts
    policy.runningPerRepository = limits.workersPerRepository
    policy.retention.deliveries = retention.deliveries.duration
    policy.retention.finishedJobs = retention.jobs.duration
    policy.retention.publications = retention.publications.duration
    policy.retention.approvals = retention.approvals.duration
    return policy
  }
}
