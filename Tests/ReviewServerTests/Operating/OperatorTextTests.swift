// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import Findings
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

struct OperatorTextTests {
  @Test func `a pause is announced to authors with the person and the reason, and so is its end`() async throws {
    try await withDaemon { run in
      run.forge.set(pull(1, head: 1))
      let scope = PauseScope.repository(SimpleForge.repository)
      let ada = Attribution(person: "ada (uid 0)", reason: "runner upgrade")
      _ = try await OperatorCommand.pause(scope).execute(on: run.queue, by: ada)
      try await run.push(head: 1)
      _ = try await OperatorCommand.pause(scope).execute(on: run.queue, by: ada)
      run.daemon.wake(for: nil)
      try await run.until {
        run.forge.statuses(of: commit(1)).last?.summary == "reviews are paused by ada: runner upgrade"
      }
      #expect(run.reviewer.reviewed.withLock { $0 } == [])
      _ = try await OperatorCommand.resume(scope).execute(on: run.queue, by: ada)
      run.daemon.wake(for: nil)
      try await run.until { run.lastStatus(of: 1) == "success" }
    }
  }

  @Test func `a job in the list says what it waits for`() async throws {
    let queue = InMemoryQueue(clock: ManualClock())
    _ = try await queue.request(JobRequest(reference(1), head: commit(1), needsApproval: true))
    _ = try await queue.request(JobRequest(reference(2), head: commit(2)))
    let lease = try #require(try await queue.claim(by: "worker"))
    let failed = try await queue.fail(lease, JobFailure("a broken disk", isTransient: true))
    let text = JobTable.text(try await queue.jobs(JobFilter()))
    #expect(text.contains("waits for the approval of \(commit(1).short)"))
    #expect(text.contains("next attempt \(failed.notBefore.text): a broken disk"))
    let pause = Pause(scope: .all, since: failed.queuedAt, author: "ada", reason: "an incident")
    #expect(JobTable.text([failed], pauses: [pause]).contains("paused: all"))
    #expect(JobTable.text([pause]).hasSuffix("by ada: an incident"))
  }

  @Test func `what an outage of the queue prevents is logged for debugging only`() {
    let lines = Locked<[String]>([])
    let log = Logger(label: "test") { _ in MessageHandler { line in lines.withLock { $0.append(line) } } }
    log.failure("failed to record the end of the job", QueueError(.failed, "no connection"), level: .error)
    log.failure("failed to renew the lease", QueueError(.invalid, "no such job"))
    log.failure("failed to reconcile a repository", ForgeError(.unreachable, "no route"))
    #expect(lines.withLock { $0 } == ["failed to renew the lease", "failed to reconcile a repository"])
  }

  @Test func `an outage of the queue is one line, and its end has the number of failures`() {
    let lines = Locked<[String]>([])
    let outage = QueueOutage(
      metrics: DaemonMetrics(factory: NOOPMetricsHandler.instance),
      log: Logger(label: "test") { _ in MessageHandler { line in lines.withLock { $0.append(line) } } })
    outage.succeeded()
    for _ in 1...3 { outage.failed("failed to claim a job", QueueError(.failed, "no connection")) }
    outage.succeeded()
    outage.succeeded()
    #expect(
      lines.withLock { $0 } == ["the queue is not available: failed to claim a job", "the queue is available again"])
  }

  @Test func `a rejected credential is noted until it is accepted`() {
    let circuits = CircuitBreakers()
    circuits.note(ForgeError(.unavailable, "no answer"), of: "github")
    #expect(circuits.credentialNotes == [])
    circuits.note(ForgeError(.badToken, "401"), of: "github")
    circuits.note(ForgeError(.misconfigured, "mode 644"), of: "gitlab")
    #expect(
      circuits.credentialNotes == [
        "the forge github rejects the credential; replace the token or the app's key",
        "the credential of the forge gitlab cannot be read; check the owner and the mode of its file",
      ])
    circuits.note(nil, of: "github")
    _ = circuits.succeeded(RepositoryReference(forge: "gitlab", name: "acme/shapes"))
    #expect(circuits.credentialNotes == [])
  }

  @Test func `a credential that cannot be read is the operator's mistake`() {
    let failure = FailureClass(ForgeError(.misconfigured, "cannot use the forge github"))
    #expect(failure.fault == .operator)
    #expect(failure.isOutage)
    #expect(failure.breaker == .forge)
  }
}
