// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

/// What is done for one claimed job, by its kind. Everything that can be seen is done under the lease.
struct JobStep: Sendable {
  let runner: JobRunner
  let lease: Lease
  let log: Logger

  init(_ runner: JobRunner, _ lease: Lease, _ log: Logger) {
    self.runner = runner
    self.lease = lease
    self.log = log
  }

  var job: ReviewJob { lease.job }
  var queue: any ReviewQueue { runner.queue }

  func perform() async throws -> JobEnding {
    let desk = try self.desk()
    return switch job.kind {
    case .review: try await review(desk)
    case .command: try await command(desk)
    case .base: try await base(desk)
    case .mergeGroup: try await mergeGroup(desk)
    case .recheck: try await recheck(desk)
    case .settle: try await settle(desk)
    }
  }

  func desk() throws -> any ForgeDesk {
    let found: (any ForgeDesk)?
    do {
      found = try runner.desks.desk(for: job.pullRequest.repository)
    } catch {
      // His files can be wrong for the moment in which he writes them. What they say is nobody else's business.
      log.error("what the operator says of a forge cannot be read", metadata: ["error": "\(error)"])
      throw ForgeError(.unavailable, "\(job.pullRequest.repository.forge) cannot be asked as it is set up now")
    }
    guard let desk = found else {
      throw ReviewRefusal(
        "\(job.pullRequest.repository) is not among the repositories of the daemon's configuration any more")
    }
    return desk
  }

  func ledger(_ desk: any ForgeDesk) -> PublicationLedger {
    PublicationLedger(queue: queue, desk: desk, lease: lease, times: runner.times)
  }

  /// Tells how far the job has come.
  func reach(_ stage: DaemonStage) async { await runner.observer.reached(stage, of: job) }

  /// A status of the job's commit, beside what is there.
  func status(_ state: Publication.State, _ summary: String, _ desk: any ForgeDesk) -> Publication {
    Publication(
      pullRequest: job.pullRequest.number, commit: job.head, marker: desk.policy.marker, comment: nil, state: state,
      summary: summary)
  }
}
