// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

/// Does one job, from its claim to its end. Whatever happens, the job ends, is queued again, or is somebody else's.
struct JobRunner: Sendable {
  let queue: any ReviewQueue
  let desks: any ForgeDesks
  let reviewer: any CommitReviewer
  let policy: QueuePolicy
  let times: DaemonTimes
  let running: RunningJobs
  let metrics: DaemonMetrics
  let observer: any DaemonObserver
  let log: Logger
  /// Takes secrets out of what is kept.
  let masked: @Sendable (String) -> String

  /// The last words about a job take no longer than this; a lease lasts longer.
  private static let lastWordLimit = Duration.seconds(30)

  func run(_ lease: Lease) async {
    let run = running.begin(lease.job)
    defer { running.end(run) }
    var log = log
    log[metadataKey: "job"] = "\(lease.job.id)"
    log[metadataKey: "kind"] = "\(lease.job.kind.rawValue)"
    log[metadataKey: "subject"] = "\(lease.job.pullRequest)"
    log[metadataKey: "head"] = "\(lease.job.head.short)"
    log.info("begins", metadata: ["attempt": "\(lease.job.attempts)"])
    let began = ContinuousClock.now
    let step = JobStep(self, lease, log)
    let keeper = LeaseKeeper(queue: queue, run: run, beat: times.beat, log: log)
    let outcome = await keeper.keep(lease) { try await step.perform() }
    let ended = await end(lease, outcome, step, log)
    metrics.ended(lease.job.kind, as: ended, after: ContinuousClock.now - began)
  }

  /// - Returns: a word for what became of the job.
  private func end(
    _ lease: Lease, _ outcome: LeaseKeeper.Outcome<JobEnding>, _ step: JobStep, _ log: Logger
  ) async -> String {
    switch outcome {
    case .ended(let ending):
      return await close(log) { try await queue.finish(lease, ending) }
    case .failed(let error):
      return await fail(lease, error, step, log)
    case .interrupted(.lost):
      log.warning("the lease was lost; somebody else does it")
      return "lost"
    case .interrupted(.stopping):
      return await close(log) { try await queue.giveBack(lease) }
    case .interrupted(.cancelled(let cancellation)):
      log.info("stops", metadata: ["reason": "\(cancellation.rawValue)"])
      await say(log) { try await step.sayLastWord(.stopped(cancellation)) }
      return await close(log) { try await queue.finish(lease, .stopped) }
    }
  }

  private func fail(_ lease: Lease, _ error: any Error, _ step: JobStep, _ log: Logger) async -> String {
    // What the error says may have been written by a stranger; the handler of the log makes it visible.
    if let error = error as? QueueError, error.code == .leaseLost || error.code == .closed {
      log.warning("the lease was lost", metadata: ["error": "\(error)"])
      return "lost"
    }
    // It was asked to stop while it was about to comment.
    if let error = error as? QueueError, error.code == .cancelled {
      await say(log) { try await step.sayLastWord(.stopped(.superseded)) }
      return await close(log) { try await queue.finish(lease, .stopped) }
    }
    let failure = JobFailure(error, masked: masked)
    log.error("failed", metadata: ["error": "\(failure.message)", "transient": "\(failure.isTransient)"])
    if policy.retry(lease.job, after: failure, at: queue.now) == nil {
      await say(log) { try await step.sayLastWord(.failed(error)) }
    }
    return await close(log) { try await queue.fail(lease, failure) }
  }

  /// Says something that nothing depends on: what still shows a review in progress is settled later.
  private func say(_ log: Logger, _ body: @escaping @Sendable () async throws -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await body()
        } catch {
          log.warning("the last word was not said", metadata: ["error": "\(error)"])
        }
      }
      group.addTask { try? await Task.sleep(for: Self.lastWordLimit) }
      await group.next()
      group.cancelAll()
    }
  }

  private func close(_ log: Logger, _ body: () async throws -> ReviewJob) async -> String {
    do {
      let job = try await body()
      log.info("ended", metadata: ["state": "\(job.state.rawValue)", "verdict": "\(job.verdict ?? "")"])
      return job.state.rawValue
    } catch {
      // The lease ends by itself, and the job is claimed once more.
      log.error("the end was not recorded", metadata: ["error": "\(error)"])
      return "unrecorded"
    }
  }
}

/// How long the daemon waits for what.
package struct DaemonTimes: Hashable, Sendable {
  /// How often a lease is renewed, and a run looks whether it should stop without being told.
  package var beat: Duration = .seconds(15)
  /// How long a forge may take until its lists show what was written.
  package var settling: Duration = .seconds(15)
  /// What to wait before asking again when the forge does not know yet the head that its message told of.
  package var behindMessages: [Duration] = [.seconds(1), .seconds(3)]
  /// How long what runs may go on after the daemon was asked to stop.
  package var shutdown: Duration = .seconds(25)
  /// How often pull requests are looked for whose message was missed.
  package var reconciling: Duration = .seconds(900)
  package var housekeeping: Duration = .seconds(600)
  /// How long to wait after the queue itself failed.
  package var afterFailure: Duration = .seconds(5)

  package init() {}
}
