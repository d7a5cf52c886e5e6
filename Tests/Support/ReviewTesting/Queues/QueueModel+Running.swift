// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

extension QueueModel {
  package mutating func claim(by owner: String, _ scope: ClaimScope = ClaimScope()) -> Lease? {
    _ = reclaim()
    let runningIn = buildsRunning
    // The first job of each repository, of which the best is chosen.
    var firsts: [RepositoryReference: ReviewJob] = [:]
    for job in claimable(scope) {
      let repository = job.pullRequest.repository
      if let first = firsts[repository], (rank(first), first.id) < (rank(job), job.id) { continue }
      firsts[repository] = job
    }
    func order(_ job: ReviewJob) -> [Int64] {
      let repository = job.pullRequest.repository
      let ageing = policy.ageing.wholeMilliseconds
      // The steps of priority that remain after ageing: waiting raises a job.
      let level = max(0, (rank(job) - now.milliseconds + ageing - 1) / ageing)
      return [
        level, Int64(runningIn[repository, default: 0]), lastServed[repository, default: 0], rank(job), job.id.number,
      ]
    }
    guard let chosen = firsts.values.min(by: { order($0).lexicographicallyPrecedes(order($1)) }) else { return nil }
    return claim(chosen.id, by: owner, scope, fence: fence + 1)
  }

  /// The jobs that may be claimed now, in any order.
  package func claimable(_ scope: ClaimScope) -> [ReviewJob] {
    let runningIn = buildsRunning
    return jobs.filter { job in
      guard job.state == .queued, job.notBefore <= now else { return false }
      let repository = job.pullRequest.repository
      if !scope.lane.kinds.contains(job.kind) || scope.excludes(repository) { return false }
      if isPaused(job) { return false }
      if job.kind.isBuild, runningIn[repository, default: 0] >= policy.runningPerRepository { return false }
      if runningJob(job.pullRequest, job.kind) != nil { return false }
      // A pending status must not follow the final one.
      if job.kind == .review, runningJob(job.pullRequest, .announce) != nil { return false }
      let readySince = max(job.notBefore, job.queuedAt)
      if !scope.labels.isSuperset(of: job.labels), readySince + policy.labelHold > now { return false }
      if job.kind.isBuild, job.attempts == 0, let machine = scope.machine, let last = machines[repository],
        machine != last, readySince + policy.machinePreference > now
      {
        return false
      }
      return job.kind != .announce || runningJob(job.pullRequest, .review) == nil
    }
  }

  /// Gives a job of ``claimable(_:)`` to a worker; returns `nil` for an unknown job.
  ///
  /// - Parameter fence: larger than all earlier ones.
  package mutating func claim(_ id: ReviewJob.ID, by owner: String, _ scope: ClaimScope, fence: Int64) -> Lease? {
    guard let index = index(of: id) else { return nil }
    if jobs[index].kind.isBuild, let machine = scope.machine { machines[jobs[index].pullRequest.repository] = machine }
    self.fence = fence
    lastServed[jobs[index].pullRequest.repository] = fence
    jobs[index].state = .running
    jobs[index].attempts += 1
    jobs[index].owner = owner
    jobs[index].fence = fence
    jobs[index].leaseExpiresAt = now + policy.lease
    jobs[index].startedAt = now
    let job = jobs[index]
    if job.kind == .review, let announcement = openJob(job.pullRequest, .announce, ""),
      jobs[announcement].head == job.head
    {
      end(announcement, .superseded)
    }
    return Lease(job: jobs[index], fence: fence, expiresAt: now + policy.lease)
  }

  /// Whether a pause keeps the job from starting.
  func isPaused(_ job: ReviewJob) -> Bool {
    job.kind.isBuild && paused.contains { $0.scope.covers(job.pullRequest.repository) }
  }

  private var buildsRunning: [RepositoryReference: Int] {
    jobs.filter { $0.state == .running && $0.kind.isBuild }
      .reduce(into: [:]) { $0[$1.pullRequest.repository, default: 0] += 1 }
  }

  private func rank(_ job: ReviewJob) -> Int64 {
    job.queuedAt.milliseconds + Int64(job.priority.rawValue) * policy.ageing.wholeMilliseconds
  }

  package mutating func renew(_ lease: Lease) throws(QueueError) -> LeaseRenewal {
    let index = try leased(lease)
    jobs[index].leaseExpiresAt = now + policy.lease
    return LeaseRenewal(expiresAt: now + policy.lease, cancellation: jobs[index].cancellation)
  }

  package mutating func finish(_ lease: Lease, _ ending: JobEnding) throws(QueueError) -> ReviewJob {
    let index = try leased(lease)
    switch ending {
    case .stopped: stop(index)
    case .superseded: end(index, .superseded)
    case .done(let head, let verdict, let labels):
      if let labels { self.labels[jobs[index].pullRequest.repository] = labels }
      jobs[index].verdict = verdict
      note(reviewed: head, index)
      end(index, .done)
    case .needsApproval:
      if jobs[index].cancellation != nil {
        stop(index)
      } else {
        jobs[index].needsApproval = true
        jobs[index].attempts = 0
        putBack(index, notBefore: now)
        if jobs[index].state == .queued, !isApproved(jobs[index].head, of: jobs[index].pullRequest) {
          jobs[index].state = .waiting
        }
      }
    case .needsLabels(let labels):
      self.labels[jobs[index].pullRequest.repository] = labels
      machines[jobs[index].pullRequest.repository] = nil
      if jobs[index].cancellation != nil {
        stop(index)
      } else {
        jobs[index].labels = labels
        jobs[index].attempts -= 1
        putBack(index, notBefore: now)
      }
    }
    return jobs[index]
  }

  package mutating func fail(_ lease: Lease, _ failure: JobFailure) throws(QueueError) -> ReviewJob {
    let index = try leased(lease)
    jobs[index].error = failure.message
    if jobs[index].cancellation != nil {
      stop(index)
    } else if let retry = policy.retry(jobs[index], after: failure, at: now) {
      if !retry.isCounted { jobs[index].attempts -= 1 }
      putBack(index, notBefore: now + retry.delay)
    } else {
      if failure.isOutage { jobs[index].revival = jobs[index].revival ?? .due }
      giveUp(index)
    }
    return jobs[index]
  }

  package mutating func giveBack(_ lease: Lease) throws(QueueError) -> ReviewJob {
    let index = try leased(lease)
    jobs[index].attempts -= 1
    if jobs[index].cancellation != nil { stop(index) } else { putBack(index, notBefore: now) }
    return jobs[index]
  }

  package mutating func reclaim() -> [ReviewJob.ID] {
    let lost = jobs.indices.filter { index in
      guard jobs[index].state == .running, let end = jobs[index].leaseExpiresAt else { return false }
      return end <= now
    }
    for index in lost {
      jobs[index].losses += 1
      jobs[index].error = "\(jobs[index].owner ?? "its runner") was lost during the run"
      if jobs[index].cancellation != nil {
        stop(index)
      } else if policy.isDead(afterLosing: jobs[index]) {
        giveUp(index)
      } else {
        putBack(index, notBefore: now)
      }
    }
    return lost.map { jobs[$0].id }
  }
}
