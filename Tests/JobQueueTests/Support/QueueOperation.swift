// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting

/// A call of a queue, to make the same call of an engine and of the model.
enum QueueOperation: Sendable {
  case record(Delivery, DeliveryEffect)
  case request(JobRequest)
  case claim(ClaimScope)
  case renew(Lease)
  case finish(Lease, JobEnding)
  case fail(Lease, JobFailure)
  case giveBack(Lease)
  case cancel(ReviewJob.ID)
  case retry(ReviewJob.ID)
  case revive(ReviewJob.ID)
  case approve(Approval)
  case pause(PauseScope)
  case resume(PauseScope)
  case intend(PublicationKey, String, Lease)
  case confirm(PublicationKey, String, Lease)
  case reclaim
  case sweep

  /// The result of a call.
  enum Result: Hashable, Sendable {
    case receipt(DeliveryReceipt)
    case outcome(QueueOutcome)
    case lease(Lease?)
    case renewal(LeaseRenewal)
    case job(ReviewJob)
    case revived(ReviewJob?)
    case jobs([ReviewJob.ID])
    case entry(OutboxEntry)
    case flag(Bool)
    case count(Int)
    case nothing
    case failure(QueueError.Code, String)
  }

  /// Performs the call on a queue.
  func perform(on queue: any ReviewQueue, by owner: String = "worker") async -> Result {
    do throws(QueueError) {
      return try await result(queue, owner)
    } catch {
      return .failure(error.code, error.message)
    }
  }

  private func result(_ queue: any ReviewQueue, _ owner: String) async throws(QueueError) -> Result {
    switch self {
    case .record(let delivery, let effect): .receipt(try await queue.record(delivery, effect: effect))
    case .request(let request): .outcome(try await queue.request(request))
    case .claim(let scope): .lease(try await queue.claim(by: owner, scope))
    case .renew(let lease): .renewal(try await queue.renew(lease))
    case .finish(let lease, let ending): .job(try await queue.finish(lease, ending))
    case .fail(let lease, let failure): .job(try await queue.fail(lease, failure))
    case .giveBack(let lease): .job(try await queue.giveBack(lease))
    case .cancel(let job): .job(try await queue.cancel(job))
    case .retry(let job): .job(try await queue.retry(job))
    case .revive(let job): .revived(try await queue.revive(job))
    case .approve(let approval): .jobs(try await queue.approve(approval))
    case .resume(let scope): .flag(try await queue.resume(scope))
    case .intend(let key, let fingerprint, let lease):
      .entry(try await queue.record(key, fingerprint: fingerprint, under: lease))
    case .reclaim: .jobs(try await queue.reclaim())
    case .sweep: .count(try await queue.sweep())
    case .pause(let scope): try await Self.nothing(queue.pause(scope, by: "ada"))
    case .confirm(let key, let id, let lease):
      try await Self.nothing(queue.confirm(key, remoteID: id, under: lease))
    }
  }

  private static func nothing(_ done: Void) -> Result { .nothing }
}
