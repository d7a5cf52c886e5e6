// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import CoreMetrics
import JobQueue
package import ReviewContract

/// The metrics of the daemon's jobs, recorded through the program's metrics factory.
package struct DaemonMetrics: Sendable {
  /// The value of the dimension `label` for builds without labels. No label has this name.
  private static let anyMachine = "*"

  private let factory: any MetricsFactory
  /// Labels with a gauge, which is set to 0 when no build needs them any more.
  private let labels: Locked<Set<WorkerLabel>>

  /// - Parameter labels: the labels that repositories may require.
  package init(factory: any MetricsFactory, labels: [WorkerLabel] = []) {
    self.factory = factory
    self.labels = Locked(Set(labels))
  }

  func ended(_ kind: ReviewJob.Kind, as outcome: String, after time: Duration) {
    let dimensions = [("kind", kind.rawValue), ("outcome", outcome)]
    Counter(label: "reviewbot_runs", dimensions: dimensions, factory: factory).increment()
    Timer(label: "reviewbot_run_duration", dimensions: [("kind", kind.rawValue)], factory: factory)
      .recordMilliseconds(time.wholeMilliseconds)
  }

  func outage(_ outage: Outage, of forge: String) {
    let dimensions = [("forge", forge), ("reason", outage.rawValue)]
    Counter(label: "reviewbot_forge_outages", dimensions: dimensions, factory: factory).increment()
  }

  /// Sets the gauges of the forges: 1 while jobs wait for one.
  func note(unavailable: Set<String>, of forges: Set<String>) {
    for forge in forges {
      Gauge(label: "reviewbot_forge_unavailable", dimensions: [("forge", forge)], factory: factory)
        .record(unavailable.contains(forge) ? 1 : 0)
    }
  }

  func queueFailed() { Counter(label: "reviewbot_queue_failures", factory: factory).increment() }

  /// Counts elements of forges' lists that cannot be read.
  package func note(skipped count: Int) {
    Counter(label: "reviewbot_forge_skipped_elements", factory: factory).increment(by: count)
  }

  func note(discovered count: Int, of forge: String) {
    Gauge(label: "reviewbot_discovered_repositories", dimensions: [("forge", forge)], factory: factory).record(count)
  }

  /// - Parameter repositories: the number of reconciled repositories.
  func reconciled(_ changes: Reconciler.Changes, of repositories: Int) {
    let counts = [
      ("repositories", repositories),
      ("queued", changes.queued), ("cancelled", changes.cancelled), ("stale_status", changes.unsettled),
      ("failed", changes.failed.count), ("gone", changes.gone),
    ]
    for (name, count) in counts {
      Counter(label: "reviewbot_reconciled", dimensions: [("result", name)], factory: factory).increment(by: count)
    }
  }

  /// Sets the gauge of the process's jobs.
  func note(running: Int) { Gauge(label: "reviewbot_workers_busy", factory: factory).record(running) }

  /// Sets the gauges of the queue, or removes them.
  ///
  /// - Parameter statistics: `nil` in a process that is not the keeper.
  func note(_ statistics: QueueStatistics?) {
    let jobs = [
      ("ready", statistics?.ready), ("delayed", statistics?.delayed), ("waiting", statistics?.waiting),
      ("running", statistics?.running), ("dead", statistics?.dead),
    ]
    for (state, count) in jobs { note("reviewbot_jobs", [("state", state)], count.map(Double.init)) }
    let labels = labels.withLock { labels in
      if let statistics { labels.formUnion(statistics.readyBuilds.keys) }
      return labels
    }
    for label in labels {
      note("reviewbot_ready_builds", [("label", label.name)], statistics.map { Double($0.readyBuilds[label] ?? 0) })
    }
    note("reviewbot_ready_builds", [("label", Self.anyMachine)], (statistics?.readyBuildsAnywhere).map(Double.init))
    note("reviewbot_paused", [], (statistics?.pauses).map(Double.init))
    let age = statistics.map { statistics in statistics.oldestQueuedAt.map { statistics.now - $0 } ?? .zero }
    note("reviewbot_oldest_queued_seconds", [], age.map { Double($0.wholeMilliseconds) / 1000 })
  }

  private func note(_ label: String, _ dimensions: [(String, String)], _ value: Double?) {
    let gauge = Gauge(label: label, dimensions: dimensions, factory: factory)
    if let value { gauge.record(value) } else { gauge.destroy() }
  }
}

extension DaemonMetrics {
  /// Calls `describe` with the description of each metric.
  package static func describe(_ describe: (_ name: String, _ text: String) -> Void) {
    IntakeMetrics.describe(describe)
    describe("reviewbot_runs", "Job runs by outcome.")
    describe("reviewbot_run_duration", "Duration of job runs.")
    describe("reviewbot_reconciled", "Differences between forge and queue that reconciliation found.")
    describe(
      "reviewbot_forge_outages", "Job failures caused by an outage of the forge, its credential or a permission.")
    describe("reviewbot_forge_unavailable", "Whether jobs wait because of an outage of the forge.")
    describe("reviewbot_forge_skipped_elements", "Elements of forges' lists that cannot be read.")
    describe("reviewbot_queue_failures", "Steps of the daemon that failed because of the queue.")
    describe("reviewbot_discovered_repositories", "Repositories that the patterns of a forge match.")
    describe("reviewbot_paused", "Pauses that the operator set.")
    describe("reviewbot_jobs", "Jobs in the queue by state.")
    describe("reviewbot_ready_builds", "Builds that wait for a worker, by required label.")
    describe("reviewbot_workers_busy", "Jobs that are running in this process.")
    describe("reviewbot_oldest_queued_seconds", "Age of the oldest queued job that is not paused.")
  }
}
