// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import JobQueue
import ReviewContract

extension QueueModel {
  package mutating func record(_ delivery: Delivery, _ effect: DeliveryEffect) -> DeliveryReceipt {
    if let first = deliveries.first(where: { $0.delivery.forge == delivery.forge && $0.delivery.id == delivery.id }) {
      duplicates += 1
      return .duplicate(first.outcome, sameBody: first.delivery.bodyDigest == delivery.bodyDigest)
    }
    let outcome =
      switch effect {
      case .ignored: QueueOutcome(.ignored)
      case .malformed: QueueOutcome(.malformed)
      case .request(let request): self.request(request)
      case .cancel(let request): cancel(request)
      }
    deliveries.append(RecordedDelivery(delivery: delivery, outcome: outcome, receivedAt: now))
    deliveryCounts[outcome.kind, default: 0] += 1
    return .recorded(outcome)
  }

  package mutating func request(_ request: JobRequest) -> QueueOutcome {
    let pullRequest = request.pullRequest
    if touch(pullRequest, request.forgeUpdatedAt) { return QueueOutcome(.outdated) }
    let open = openJob(pullRequest, request.kind, request.subject)
    if request.kind != .review {
      guard let open else { return insert(request, after: nil) }
      if request.kind.isReplaced, request.head != jobs[open].head {
        end(open, .superseded)
        return insert(request, after: jobs[open])
      }
      return QueueOutcome(.coalesced, jobs[open].id)
    }
    func isSame(_ head: CommitID, _ base: CommitID?) -> Bool {
      request.head == head && (request.base == nil || base == nil || request.base == base)
    }
    let running = runningJob(pullRequest, .review)
    if let open, isSame(jobs[open].head, jobs[open].base) {
      if request.priority.rawValue < jobs[open].priority.rawValue { jobs[open].priority = request.priority }
      if request.priority == .command { jobs[open].notBefore = min(jobs[open].notBefore, now + request.delay) }
      jobs[open].needsApproval = request.needsApproval
      let state = firstState(request)
      if jobs[open].state == .waiting, state == .queued { jobs[open].queuedAt = now }
      jobs[open].state = state
      let outcome = QueueOutcome(.coalesced, jobs[open].id)
      if request.announces, !isShown(jobs[open]), let announcement = request.announcement {
        _ = self.request(announcement)
      }
      return outcome
    }
    func isLate(_ job: ReviewJob) -> Bool { job.head != request.head && job.state != .waiting && !isShown(job) }
    if request.repeats != .always, let running, isSame(jobs[running].head, jobs[running].base) {
      let isKept = jobs[running].cancellation == nil
      let isAnswered =
        if let open { (isKept || jobs[running].cancellation == .superseded) && isLate(jobs[open]) } else { isKept }
      if isAnswered { return QueueOutcome(.coalesced, jobs[running].id) }
    }
    let others = [open, running].compactMap(\.self).map { jobs[$0] }
    if request.repeats != .always, let reviewed = pullRequests[pullRequest]?.reviewed,
      isSame(reviewed.head, reviewed.base), request.repeats == .never || isWhole(reviewed.head, pullRequest),
      others.allSatisfy(isLate)
    {
      if request.renewsStatus { _ = self.request(JobRequest(renewingStatusOf: request.head, request.pullRequest)) }
      return QueueOutcome(.alreadyReviewed)
    }
    if let open { end(open, .superseded) }
    if let running, !isSame(jobs[running].head, jobs[running].base), jobs[running].cancellation == nil,
      let count = pullRequests[pullRequest]?.cancellations, count < policy.cancellationsInARow
    {
      jobs[running].cancellation = .superseded
      pullRequests[pullRequest]?.cancellations = count + 1
    }
    return insert(request, after: open.map { jobs[$0] })
  }

  private func isShown(_ job: ReviewJob) -> Bool {
    publications.map(\.record).contains {
      $0.key.pullRequest == job.pullRequest && $0.key.head == job.head && $0.changedAt >= job.createdAt
    }
  }

  private func isWhole(_ head: CommitID, _ pullRequest: PullRequestReference) -> Bool {
    let last = jobs.last {
      $0.pullRequest == pullRequest && $0.kind == .review && $0.head == head
        && [.done, .dead, .cancelled].contains($0.state)
    }
    return last.map { $0.verdict != ReviewJob.partialVerdict } ?? false
  }

  package mutating func cancel(_ request: CancelRequest) -> QueueOutcome {
    if touch(request.pullRequest, request.forgeUpdatedAt) { return QueueOutcome(.outdated) }
    for index in jobs.indices where jobs[index].pullRequest == request.pullRequest {
      switch jobs[index].state {
      case .waiting, .queued: end(index, .cancelled, because: .closed)
      case .running: jobs[index].cancellation = .closed
      case .done, .superseded, .cancelled, .dead: break
      }
    }
    if let head = request.head { _ = self.request(JobRequest(renewingStatusOf: head, request.pullRequest)) }
    return QueueOutcome(.cancelled)
  }

  private func firstState(_ request: JobRequest) -> ReviewJob.State {
    request.needsApproval && !isApproved(request.head, of: request.pullRequest) ? .waiting : .queued
  }

  private mutating func insert(_ request: JobRequest, after older: ReviewJob?) -> QueueOutcome {
    lastID += 1
    var job = ReviewJob(
      id: ReviewJob.ID(lastID), kind: request.kind, pullRequest: request.pullRequest, subject: request.subject,
      head: request.head, base: request.base, needsApproval: request.needsApproval,
      labels: request.kind.isBuild ? labels[request.pullRequest.repository] ?? [] : [], priority: request.priority,
      state: firstState(request), queuedAt: now, notBefore: now + request.delay, createdAt: now)
    if request.delay < .zero { job.notBefore = now }
    if let older {
      job.queuedAt = older.queuedAt
      if older.priority.rawValue < job.priority.rawValue { job.priority = older.priority }
    }
    job.notBefore = min(job.notBefore, max(now, job.queuedAt + policy.longestDelay))
    jobs.append(job)
    if request.announces, let announcement = request.announcement { _ = self.request(announcement) }
    return QueueOutcome(job.state == .waiting ? .waiting : .queued, job.id)
  }
}
