// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import Logging
import ReviewContract

/// Runs one job, from its claim to its end. In every case the job is finished, queued again, or lost to another worker.
struct JobRunner: Sendable {
  let queue: any ReviewQueue
  let clients: any RepositoryClients
  let reviewer: any CommitReviewer
  let times: DaemonTimes
  let running: RunningJobs
  let circuits: CircuitBreakers
  let metrics: DaemonMetrics
  let log: Logger
  /// The addresses of the web pages; `nil` without pages.
  let pages: PageAddresses?
  /// How long one review may take, from the fetch to the report. The operator can change it while the daemon runs.
  let reviewTimeout: @Sendable () -> Duration
  /// Called when an announcement has ended: its review may have been replaced or cancelled in the meantime, and then no
  /// other job gives the commit a final status.
  let onAnnounced: @Sendable () -> Void
  /// Called when the forge of a running job responds again: other jobs can start.
  let onAvailable: @Sendable () -> Void
  /// Removes secrets from text that is stored.
  let masked: @Sendable (String) -> String

  /// How long publishing the final status may take; shorter than a lease.
  private static let finalStatusTimeout = Duration.seconds(30)

  func run(_ lease: Lease) async {
    let run = running.begin(lease.job)
    defer { running.end(run) }
    var log = log
    log[metadataKey: "job"] = "\(lease.job.id)"
    log[metadataKey: "kind"] = "\(lease.job.kind.rawValue)"
    log[metadataKey: "subject"] = "\(lease.job.pullRequest)"
    log[metadataKey: "head"] = "\(lease.job.head.short)"
    log.info("job started", metadata: ["attempt": .stringConvertible(lease.job.attempts)])
    let began = ContinuousClock.now
    let execution = JobExecution(self, lease, log)
    let keeper = LeaseKeeper(queue: queue, run: run, beat: times.beat, log: log)
    let outcome = await keeper.keep(lease) { try await execution.perform() }
    let ended = await end(lease, outcome, execution, log)
    if lease.job.kind == .announce { onAnnounced() }
    metrics.ended(lease.job.kind, as: ended, after: ContinuousClock.now - began)
  }

  /// - Returns: the outcome, as a value of the metric's dimension.
  private func end(
    _ lease: Lease, _ outcome: LeaseKeeper.Outcome<JobEnding>, _ execution: JobExecution, _ log: Logger
  ) async -> String {
    switch outcome {
    case .ended(let ending):
      if circuits.succeeded(lease.job.pullRequest.repository) { log.notice("the forge is available again") }
      return await close(log) { try await queue.finish(lease, ending) }
    case .failed(let error):
      return await fail(lease, error, execution, log)
    case .interrupted(.lost):
      log.warning("lease lost; another worker may have taken the job")
      circuits.interrupted(lease.job.pullRequest.repository)
      return "lost"
    case .interrupted(.stopping):
      circuits.interrupted(lease.job.pullRequest.repository)
      return await close(log) { try await queue.giveBack(lease) }
    case .interrupted(.cancelled(let cancellation)):
      log.info("job cancelled", metadata: ["reason": "\(cancellation.rawValue)"])
      circuits.interrupted(lease.job.pullRequest.repository)
      await publishBestEffort(log) { try await execution.publishFinalStatus(.stopped(cancellation)) }
      return await close(log) { try await queue.finish(lease, .stopped) }
    }
  }

  private func fail(_ lease: Lease, _ error: any Error, _ execution: JobExecution, _ log: Logger) async -> String {
    // The text of the error can be hostile; the log handler escapes it.
    if let error = error as? QueueError, error.code == .leaseLost || error.code == .closed {
      log.warning("lease lost", metadata: ["error": "\(error)"])
      circuits.interrupted(lease.job.pullRequest.repository)
      return "lost"
    }
    // The job was cancelled just before its comment was recorded.
    if let error = error as? QueueError, error.code == .cancelled {
      circuits.interrupted(lease.job.pullRequest.repository)
      await publishBestEffort(log) { try await execution.publishFinalStatus(.stopped(.superseded)) }
      return await close(log) { try await queue.finish(lease, .stopped) }
    }
    let failure = JobFailure(error, masked: masked)
    let failureClass = FailureClass(error)
    var metadata: Logger.Metadata = [
      "error": "\(failure.message)", "transient": "\(failure.isTransient)", "fault": "\(failureClass.fault.rawValue)",
    ]
    if let action = failureClass.action { metadata["action"] = "\(action)" }
    log.failure("job failed", error, level: .error, metadata: metadata)
    // If the queue does not respond, the end of the lease is precise enough: the decision depends on limits of days.
    let now = (try? await queue.now) ?? lease.expiresAt
    if queue.policy.retry(lease.job, after: failure, at: now) == nil {
      await publishBestEffort(log) { try await execution.publishFinalStatus(.failed(error)) }
    }
    let outage = Outage(failureClass)
    if outage == .credential { circuits.note(error, of: lease.job.pullRequest.repository.forge) }
    if let outage { metrics.outage(outage, of: lease.job.pullRequest.repository.forge) }
    return await close(log) {
      do {
        let job = try await queue.fail(lease, failure)
        note(outage, of: job, log)
        return job
      } catch {
        circuits.interrupted(lease.job.pullRequest.repository)
        throw error
      }
    }
  }

  private func note(_ outage: Outage?, of job: ReviewJob, _ log: Logger) {
    let repository = job.pullRequest.repository
    guard let outage else {
      _ = circuits.succeeded(repository)
      return
    }
    let due = job.finishedAt ?? job.notBefore
    guard circuits.failed(outage, in: repository, until: due) else { return }
    log.error(
      "no jobs start until the forge is available again",
      metadata: [
        "reason": "\(outage.rawValue)", "scope": outage == .permission ? "\(repository)" : "\(repository.forge)",
      ])
  }

  /// Publishes a final status, or logs the failure: reconciliation settles a status that is still pending.
  private func publishBestEffort(_ log: Logger, _ body: @escaping @Sendable () async throws -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await body()
        } catch {
          log.failure("failed to publish the final status", error)
        }
      }
      group.addTask { try? await Task.sleep(for: Self.finalStatusTimeout) }
      await group.next()
      group.cancelAll()
    }
  }

  private func close(_ log: Logger, _ body: () async throws -> ReviewJob) async -> String {
    do {
      let job = try await body()
      var metadata: Logger.Metadata = ["state": "\(job.state.rawValue)", "verdict": "\(job.verdict ?? "")"]
      if job.state == .queued { metadata["next_attempt"] = "\(job.notBefore.text)" }
      log.info("job finished", metadata: metadata)
      return job.state.rawValue
    } catch {
      // The lease expires, and the job is claimed again.
      log.failure("failed to record the end of the job", error, level: .error)
      return "unrecorded"
    }
  }
}
