// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The role of a process for a queue that several processes share.
package enum DaemonRole: String, Hashable, Sendable, CaseIterable {
  /// Receives webhook deliveries.
  case intake
  /// Runs jobs.
  case worker
  /// Reconciles, settles and sweeps, unless another process is the keeper.
  case keeper
  /// Serves the web pages of reviews.
  case pages

  package static let all = Set(allCases)
}

/// The operator's settings for the whole daemon.
package struct DaemonSettings: Hashable, Sendable {
  /// The number of concurrent builds; at least 1.
  package var workers: Int
  /// The number of concurrent jobs that build nothing, such as commands and announcements: several, because each waits
  /// for the forge most of the time, and one forge that does not respond must not stop the commands of another.
  package var commandWorkers = 8
  package var roles: Set<DaemonRole>
  /// The name of this process in the queue, such as `host:1234`.
  package var owner: String
  /// The labels of this machine, which repositories can require.
  package var labels: Set<WorkerLabel> = []
  /// The name of this machine, for a queue that several machines share.
  package var machine: String?
  /// The addresses of the web pages; `nil` without pages.
  package var pages: PageAddresses?
  package var times: DaemonTimes

  package init(
    workers: Int = 1, roles: Set<DaemonRole> = DaemonRole.all, owner: String, times: DaemonTimes = DaemonTimes()
  ) {
    self.workers = max(workers, 1)
    self.roles = roles
    self.owner = owner
    self.times = times
  }
}

/// The intervals and timeouts of the daemon.
package struct DaemonTimes: Hashable, Sendable {
  /// How often a lease is renewed, which also detects a cancellation.
  package var beat: Duration = .seconds(15)
  /// How long a forge's lists may lag behind a write.
  package var settling: Duration = .seconds(15)
  /// When the pending status of a running review is written again.
  package var status = StatusPace()
  /// The waits between reads while the forge's API does not return the head of a delivery yet.
  package var headRetries: [Duration] = [.seconds(1), .seconds(3)]
  /// How long running jobs may continue after ``Daemon/stop()``.
  package var shutdown: Duration = .seconds(25)
  /// How often the queue is reconciled with the open pull requests.
  package var reconciling: Duration = .seconds(900)
  /// How long after a reconciliation the repositories that could not be read are read again; each further wait is twice as
  /// long.
  package var reconcilingAgain: Duration = .seconds(30)
  /// How often the repositories that match the patterns of the forges are listed.
  package var discovering: Duration = .seconds(3_600)
  /// How often missing final statuses are searched for. Those of this process's jobs are requested at once.
  package var settlingInterval: Duration = .seconds(600)
  package var housekeeping: Duration = .seconds(600)
  /// How often a process checks whether it is, or can become, the keeper.
  package var keeping: Duration = .seconds(10)
  /// How often the queue is polled when no job is due. Work of this process wakes the workers immediately.
  package var polling: Duration = .seconds(60)
  /// How long to wait after an error of the queue.
  package var afterFailure: Duration = .seconds(5)

  package init() {}
}
