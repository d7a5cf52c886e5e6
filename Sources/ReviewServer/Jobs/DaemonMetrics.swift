// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import CoreMetrics
package import JobQueue
import ReviewContract

/// What the daemon counts. The numbers go to whatever the program has set up for metrics.
package struct DaemonMetrics: Sendable {
  private let factory: any MetricsFactory

  package init(factory: any MetricsFactory) {
    self.factory = factory
  }

  func ended(_ kind: ReviewJob.Kind, as outcome: String, after time: Duration) {
    let dimensions = [("kind", kind.rawValue), ("outcome", outcome)]
    Counter(label: "reviewbot_runs", dimensions: dimensions, factory: factory).increment()
    Timer(label: "reviewbot_run_duration", dimensions: [("kind", kind.rawValue)], factory: factory)
      .recordMilliseconds(time.wholeMilliseconds)
  }

  func reconciled(_ findings: Reconciler.Findings) {
    let counts = [
      ("queued", findings.queued), ("cancelled", findings.cancelled), ("unsettled", findings.unsettled),
      ("failed", findings.failures),
    ]
    for (name, count) in counts {
      Counter(label: "reviewbot_reconciled", dimensions: [("found", name)], factory: factory).increment(by: count)
    }
  }

  /// Notes how the queue does.
  package func note(_ statistics: QueueStatistics, running: Int) {
    let jobs = [
      ("ready", statistics.ready), ("delayed", statistics.delayed), ("waiting", statistics.waiting),
      ("running", statistics.running), ("dead", statistics.dead),
    ]
    for (state, count) in jobs {
      Gauge(label: "reviewbot_jobs", dimensions: [("state", state)], factory: factory).record(count)
    }
    Gauge(label: "reviewbot_workers_busy", factory: factory).record(running)
    let age = statistics.oldestQueuedAt.map { statistics.now - $0 } ?? .zero
    Gauge(label: "reviewbot_oldest_queued_seconds", factory: factory).record(Double(age.wholeMilliseconds) / 1000)
  }
}

extension DaemonMetrics {
  /// Says of each metric what it is.
  package static func describe(_ describe: (_ name: String, _ text: String) -> Void) {
    IntakeMetrics.describe(describe)
    describe("reviewbot_runs", "Runs of jobs by what became of them.")
    describe("reviewbot_run_duration", "How long runs of jobs took.")
    describe("reviewbot_reconciled", "What was found that no webhook told of.")
    describe("reviewbot_jobs", "Jobs in the queue by their state.")
    describe("reviewbot_workers_busy", "Jobs that run in this process.")
    describe("reviewbot_oldest_queued_seconds", "How long the job waits that waits longest.")
  }
}

/// How far a job has come.
package enum DaemonStage: String, Hashable, Sendable, CaseIterable {
  case claimed, read, announced, reviewed, readAgain, published
}

/// Is told how jobs go on.
package protocol DaemonObserver: Sendable {
  func reached(_ stage: DaemonStage, of job: ReviewJob) async
}

/// Nobody who wants to know.
package struct NoObserver: DaemonObserver {
  package init() {}

  package func reached(_ stage: DaemonStage, of job: ReviewJob) async {}
}
