// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

struct PauseTests {
  @Test(arguments: QueueEngine.all)
  func `no job of a paused repository starts, and deliveries are recorded`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      let paused = pullRequest(in: "a")
      try await queue.pause(.repository(paused.repository), by: "uid 0")
      try await queue.pause(.repository(paused.repository), by: "uid 7")
      for reference in [paused, pullRequest(in: "b")] {
        _ = try await queue.request(JobRequest(reference, head: commit(1)))
      }
      let message = try await queue.record(delivery("1"), effect: .request(JobRequest(paused, head: commit(2))))
      #expect(message == .recorded(QueueOutcome(.queued, ReviewJob.ID(3))))
      #expect(
        try await queue.pauses() == [Pause(scope: .repository(paused.repository), since: clock.now, author: "uid 0")])
      #expect(try await queue.claimed().job.pullRequest == pullRequest(in: "b"))
      #expect(try await queue.claim(by: "worker") == nil)
      #expect(try await queue.resume(.repository(paused.repository)))
      #expect(try await queue.resume(.repository(paused.repository)) == false)
      #expect(try await queue.claimed().job.pullRequest == paused)
    }
  }

  @Test(arguments: QueueEngine.all, [PauseScope.all, .forge("github")])
  func `a pause covers everything in its scope`(engine: QueueEngine, scope: PauseScope) async throws {
    try await engine.use { queue, _ in
      let elsewhere = PullRequestReference(
        repository: RepositoryReference(forge: "gitlab", name: "acme/shapes"), number: 1)
      try await queue.pause(scope, by: "ada")
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      #expect(try await queue.claim(by: "worker") == nil)
      _ = try await queue.request(JobRequest(elsewhere, head: commit(1)))
      #expect(try await queue.claim(by: "worker")?.job.pullRequest == (scope == .all ? nil : elsewhere))
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a pause leaves commands and announcements alone, and the age of paused builds does not count`(
    engine: QueueEngine
  ) async throws {
    try await engine.use { queue, clock in
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
      clock.advance(by: .seconds(60))
      #expect(try await queue.statistics().oldestQueuedAt == clock.now - .seconds(60))
      try await queue.pause(.all, by: "ada")
      #expect(try await queue.statistics().oldestQueuedAt == nil)
      for kind in [ReviewJob.Kind.announce, .command] {
        _ = try await queue.request(JobRequest(pullRequest(2), kind: kind, subject: "1:1", head: commit(2)))
        #expect(try await queue.statistics().oldestQueuedAt == clock.now)
        let lease = try await queue.claimed()
        #expect(lease.job.kind == kind)
        _ = try await queue.finish(lease, .stopped)
      }
      #expect(try await queue.claim(by: "worker", ClaimScope(lane: .builds)) == nil)
      #expect(try await queue.claim(by: "worker") == nil)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `operators' commands are recorded with person and reason, the newest first`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      let (ada, grace) = (Attribution(person: "ada (uid 0)", reason: "a loop"), Attribution(person: "grace"))
      _ = try await queue.request(JobRequest(pullRequest(1), head: commit(1)))
      let job = ReviewJob.ID(1)
      #expect(try await queue.perform(.cancel(job), by: ada).job?.state == .cancelled)
      #expect(try await queue.perform(.retry(job), by: grace).job?.state == .queued)
      #expect(try await queue.perform(.pause(.forge("github")), by: ada) == OperatorActionResult())
      #expect(try await queue.perform(.resume(.forge("github")), by: ada).wasPaused == true)
      #expect(try await queue.perform(.run(pullRequest(2)), by: grace).job?.kind == .recheck)
      #expect(await failure { _ = try await queue.perform(.cancel(ReviewJob.ID(9)), by: ada) }?.code == .notFound)
      func record(_ command: String, _ subject: String, _ job: Int64?, _ attribution: Attribution) -> AuditRecord {
        AuditRecord(
          at: clock.now, command: command, subject: subject, job: job.map { ReviewJob.ID($0) },
          attribution: attribution)
      }
      let first = pullRequest(1).description
      let all = [
        record("run", pullRequest(2).description, 2, grace), record("resume", "github", nil, ada),
        record("pause", "github", nil, ada), record("retry", first, 1, grace), record("cancel", first, 1, ada),
      ]
      #expect(try await queue.audit(of: nil, limit: 10) == all)
      #expect(try await queue.audit(of: nil, limit: 2) == Array(all.prefix(2)))
      #expect(try await queue.audit(of: job, limit: 10) == Array(all.suffix(2)))
      clock.advance(by: QueuePolicy().retention.approvals + .seconds(1))
      _ = try await queue.sweep()
      #expect(try await queue.audit(of: nil, limit: 10) == [])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a pause has its reason, which a second one does not replace`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      try await queue.perform(.pause(.all), by: Attribution(person: "ada", reason: "an incident"))
      try await queue.perform(.pause(.all), by: Attribution(person: "grace"))
      #expect(
        try await queue.pauses() == [Pause(scope: .all, since: clock.now, author: "ada", reason: "an incident")])
      let long = String(repeating: "x", count: QueueLimits.reason + 1)
      #expect(
        await failure { try await queue.perform(.pause(.all), by: Attribution(person: "ada", reason: long)) }?.code
          == .invalid)
    }
  }

  @Test(arguments: QueueEngine.all)
  func `approvals are listed with their approvers, the newest first`(engine: QueueEngine) async throws {
    try await engine.use { queue, clock in
      let first = Approval(pullRequest: pullRequest(1), head: commit(1), approver: "ada")
      let second = Approval(pullRequest: pullRequest(2), head: commit(2), approver: "grace")
      try await queue.approve(first)
      let start = clock.now
      clock.advance(by: .seconds(1))
      try await queue.approve(second)
      #expect(
        try await queue.approvals(limit: 10) == [
          RecordedApproval(approval: second, givenAt: clock.now), RecordedApproval(approval: first, givenAt: start),
        ])
      #expect(try await queue.approvals(limit: 1).map(\.approval) == [second])
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a forgotten publication is published again`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      let key = PublicationKey(pullRequest: pullRequest(), channel: .comment, name: "reviewbot", head: commit(1))
      _ = try await queue.record(key, fingerprint: "x", under: lease)
      try await queue.confirm(key, remoteID: "7", under: lease)
      guard case .published = try await queue.record(key, fingerprint: "x", under: lease) else {
        Issue.record("it is published")
        return
      }
      try await queue.forgetPublications(of: pullRequest())
      guard case .pending = try await queue.record(key, fingerprint: "x", under: lease) else {
        Issue.record("it has to be published again")
        return
      }
    }
  }

  @Test(arguments: QueueEngine.all)
  func `a job that is done can be retried`(engine: QueueEngine) async throws {
    try await engine.use { queue, _ in
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let lease = try await queue.claimed()
      try await queue.finish(lease, .done(head: commit(1), verdict: "passed"))
      let again = try await queue.retry(lease.job.id)
      #expect(again.state == .queued)
      #expect(again.verdict == nil)
      #expect(try await queue.claimed().job.id == lease.job.id)
    }
  }
}
