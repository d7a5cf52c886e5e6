// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import JobQueue
package import ReviewContract

extension QueueModel {
  package mutating func cancel(_ id: ReviewJob.ID) throws(QueueError) -> ReviewJob {
    let index = try existing(id)
    switch jobs[index].state {
    case .waiting, .queued:
      note(reviewed: jobs[index].head, index)
      end(index, .cancelled, because: .requested)
    case .running: jobs[index].cancellation = jobs[index].cancellation ?? .requested
    case .done, .superseded, .cancelled, .dead: break
    }
    return jobs[index]
  }

  package mutating func settle(_ repository: RepositoryReference) -> Int {
    var count = 0
    let unfinished = jobs.filter { !$0.state.isFinished }.map(\.pullRequest)
    let unsettled = Set(unfinished + publications.map(\.record.key.pullRequest)).filter { $0.repository == repository }
    for index in jobs.indices where jobs[index].pullRequest.repository == repository {
      switch jobs[index].state {
      case .waiting, .queued:
        end(index, .cancelled, because: .closed)
        count += 1
      case .running:
        count += jobs[index].cancellation == .closed ? 0 : 1
        jobs[index].cancellation = .closed
      case .done, .superseded, .cancelled, .dead: break
      }
    }
    let known = publications.count
    publications.removeAll { $0.record.key.pullRequest.repository == repository }
    for reference in unsettled { pullRequests[reference]?.reviewed = nil }
    return count + known - publications.count
  }

  package mutating func retry(_ id: ReviewJob.ID) throws(QueueError) -> ReviewJob {
    let index = try existing(id)
    if let open = openJob(jobs[index].pullRequest, jobs[index].kind, jobs[index].subject) { return jobs[open] }
    guard jobs[index].state.isFinished else {
      throw QueueError(
        .invalid, "cannot retry job \(id): it is \(jobs[index].state.rawValue)",
        remedy: "wait until it ends, or cancel it")
    }
    jobs[index].revival = nil
    reopen(index)
    return jobs[index]
  }

  package mutating func revive(_ id: ReviewJob.ID) -> ReviewJob? {
    guard let index = index(of: id), jobs[index].state == .dead, jobs[index].revival == .due else { return nil }
    jobs[index].revival = .used
    if openJob(jobs[index].pullRequest, jobs[index].kind, jobs[index].subject) != nil { return nil }
    reopen(index)
    return jobs[index]
  }

  private mutating func reopen(_ index: Int) {
    let isAllowed = !jobs[index].needsApproval || isApproved(jobs[index].head, of: jobs[index].pullRequest)
    jobs[index].state = isAllowed ? .queued : .waiting
    jobs[index].attempts = 0
    jobs[index].losses = 0
    jobs[index].cancellation = nil
    jobs[index].error = nil
    jobs[index].verdict = nil
    jobs[index].queuedAt = now
    jobs[index].notBefore = now
    jobs[index].finishedAt = nil
  }

  package mutating func approve(_ approval: Approval) -> [ReviewJob.ID] {
    _ = touch(approval.pullRequest)
    if !isApproved(approval.head, of: approval.pullRequest) { approvals[approval] = now }
    let waiting = jobs.indices.filter {
      jobs[$0].pullRequest == approval.pullRequest && jobs[$0].state == .waiting && jobs[$0].head == approval.head
    }
    for index in waiting {
      jobs[index].state = .queued
      jobs[index].queuedAt = now
    }
    return waiting.map { jobs[$0].id }
  }

  package mutating func ignore(
    _ request: IgnoreRequest, at head: CommitID, of pullRequest: PullRequestReference
  ) -> Bool {
    _ = touch(pullRequest)
    guard !ignoreRequests(at: head, of: pullRequest).contains(where: { $0.identifier == request.identifier }) else {
      return false
    }
    ignored.append(Ignored(pullRequest: pullRequest, head: head, request: request, at: now))
    return true
  }

  package mutating func record(
    _ key: PublicationKey, fingerprint: String, under lease: Lease
  ) throws(QueueError) -> OutboxEntry {
    let job = jobs[try leased(lease)]
    if key.channel == .comment, job.cancellation != nil {
      throw QueueError(.cancelled, "job \(job.id) is cancelled and can no longer publish")
    }
    _ = touch(key.pullRequest)
    let index = publication(key)
    let known = index.map { publications[$0].record }
    if let index, let known, known.intended == nil, known.remoteID != nil, known.fingerprint == fingerprint {
      if known.changedAt < job.createdAt {
        publications[index].record = PublicationRecord(
          key: known.key, remoteID: known.remoteID, fingerprint: fingerprint, intended: nil, changedAt: now)
      }
      return .published(known)
    }
    let record = PublicationRecord(
      key: key, remoteID: known?.remoteID, fingerprint: known?.fingerprint, intended: fingerprint, changedAt: now)
    if let index {
      publications[index].record = record
    } else {
      publications.append(Publication(record: record, scope: key.channel == .comment ? nil : key.head))
    }
    return .pending(known)
  }

  package mutating func confirm(_ key: PublicationKey, remoteID: String, under lease: Lease) throws(QueueError) {
    _ = try leased(lease)
    _ = touch(key.pullRequest)
    guard let index = publication(key), let intended = publications[index].record.intended else {
      throw QueueError(.invalid, "the \(key.channel.rawValue) \(key.name) of \(key.pullRequest) was not recorded")
    }
    publications[index].record = PublicationRecord(
      key: publications[index].record.key, remoteID: remoteID, fingerprint: intended, intended: nil, changedAt: now)
  }

  package mutating func perform(
    _ command: OperatorCommand, by attribution: Attribution
  ) throws(QueueError) -> OperatorActionResult {
    var result = OperatorActionResult()
    var subject = ""
    switch command {
    case .retry(let id): result.job = try retry(id)
    case .cancel(let id): result.job = try cancel(id)
    case .pause(let scope):
      if !paused.contains(where: { $0.scope == scope }) {
        paused.append(Pause(scope: scope, since: now, author: attribution.person, reason: attribution.reason))
      }
      subject = "\(scope)"
    case .resume(let scope):
      result.wasPaused = resume(scope)
      subject = "\(scope)"
    case .run(let pullRequest):
      let request = JobRequest(pullRequest, kind: .recheck, head: .none, priority: .command)
      result.job = self.request(request).job.flatMap { index(of: $0) }.map { jobs[$0] }
    }
    if let job = result.job { subject = "\(job.pullRequest)" }
    audit.append(
      AuditRecord(at: now, command: command.name, subject: subject, job: result.job?.id, attribution: attribution))
    return result
  }

  private mutating func resume(_ scope: PauseScope) -> Bool {
    let count = paused.count
    paused.removeAll { $0.scope == scope }
    return paused.count < count
  }

  package mutating func forgetPublications(of pullRequest: PullRequestReference) {
    _ = touch(pullRequest)
    for index in publications.indices where publications[index].record.key.pullRequest == pullRequest {
      let known = publications[index].record
      publications[index].record = PublicationRecord(
        key: known.key, remoteID: nil, fingerprint: known.fingerprint, intended: known.intended,
        changedAt: known.changedAt)
    }
  }

  package mutating func sweep() -> Int {
    let limits = policy.retention
    let before = (deliveries.count, jobs.count, publications.count, approvals.count, pullRequests.count)
    let others = audit.count + ignored.count
    audit.removeAll { $0.at < now - limits.approvals }
    ignored.removeAll { $0.at < now - limits.approvals }
    deliveries.removeAll { $0.receivedAt < now - limits.deliveries }
    jobs.removeAll { job in job.finishedAt.map { $0 < now - limits.finishedJobs } ?? false }
    publications.removeAll { $0.scope != nil && $0.record.changedAt < now - limits.publications }
    approvals = approvals.filter { $0.value >= now - limits.approvals }
    let forgotten = pullRequests.filter { entry in
      entry.value.touchedAt < now - limits.pullRequests && !jobs.contains { $0.pullRequest == entry.key }
    }
    for reference in forgotten.keys { pullRequests[reference] = nil }
    let removed =
      (before.0 - deliveries.count) + (before.1 - jobs.count) + (before.2 - publications.count)
      + (before.3 - approvals.count) + (before.4 - pullRequests.count) + (others - audit.count - ignored.count)
    // The publications and approvals of a pull request are removed with it, and not counted.
    publications.removeAll { forgotten.keys.contains($0.record.key.pullRequest) }
    approvals = approvals.filter { !forgotten.keys.contains($0.key.pullRequest) }
    ignored.removeAll { forgotten.keys.contains($0.pullRequest) }
    return removed
  }

  private func publication(_ key: PublicationKey) -> Int? {
    publications.firstIndex {
      let known = $0.record.key
      return known.pullRequest == key.pullRequest && known.channel == key.channel && known.name == key.name
        && $0.scope == (key.channel == .comment ? nil : key.head)
    }
  }

  private func existing(_ id: ReviewJob.ID) throws(QueueError) -> Int {
    guard let index = index(of: id) else {
      throw QueueError(.notFound, "there is no job \(id)", remedy: "see reviewbot jobs list")
    }
    return index
  }
}
