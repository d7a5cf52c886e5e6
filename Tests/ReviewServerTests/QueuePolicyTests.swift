// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import JobQueue
import Testing

@testable import ReviewServer

struct QueuePolicyTests {
  @Test func `the queue policy has the values of the operator's file`() {
    var configuration = ServerConfiguration()
    configuration.limits.attempts = 6
    configuration.limits.workersPerRepository = 4
    configuration.retention.deliveries = "3d"
    configuration.retention.jobs = "2d"
    configuration.retention.publications = "1d"
    configuration.retention.approvals = "3650d"
    var policy = QueuePolicy()
    policy.maximumAttempts = 6
    policy.runningPerRepository = 4
    policy.retention.deliveries = .seconds(3 * 86_400)
    policy.retention.finishedJobs = .seconds(2 * 86_400)
    policy.retention.publications = .seconds(86_400)
    policy.retention.approvals = .seconds(3_650 * 86_400)
    #expect(configuration.queuePolicy == policy)
    #expect(ServerConfiguration().queuePolicy == QueuePolicy())
  }
}
