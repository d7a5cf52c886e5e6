// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import Logging
import ReviewContract

/// Finds what no message told: pull requests with a head that nobody reviews, and commits that show a review which nobody
/// does any more.
struct Reconciler: Sendable {
  let queue: any ReviewQueue
  let desks: any ForgeDesks
  let bell: Bell
  /// How far the forge's lists may be behind.
  let settling: Duration
  let metrics: DaemonMetrics
  let log: Logger

  /// What one pass found.
  struct Findings: Hashable, Sendable {
    var queued = 0
    var cancelled = 0
    var unsettled = 0
    /// Repositories that could not be looked at.
    var failures = 0
  }

  @discardableResult
  func reconcile() async -> Findings {
    var findings = Findings()
    for repository in await repositories() {
      if Task.isCancelled { break }
      do {
        guard let desk = try desks.desk(for: repository) else { continue }
        try await reconcile(repository, desk, &findings)
      } catch {
        findings.failures += 1
        log.warning("a repository was not looked at", metadata: ["repository": "\(repository)", "error": "\(error)"])
      }
    }
    findings.unsettled = await settle()
    metrics.reconciled(findings)
    log.info(
      "reconciled",
      metadata: [
        "queued": "\(findings.queued)", "cancelled": "\(findings.cancelled)", "stale_statuses": "\(findings.unsettled)",
        "failures": "\(findings.failures)",
      ])
    if findings != Findings() { bell.ring() }
    return findings
  }

  private func repositories() async -> [RepositoryReference] {
    var all = Set(desks.named)
    do {
      all.formUnion(try await queue.repositories())
    } catch {
      log.warning("only named repositories are looked at", metadata: ["error": "\(error)"])
    }
    return all.sorted { "\($0)" < "\($1)" }
  }

  private func reconcile(
    _ repository: RepositoryReference, _ desk: any ForgeDesk, _ findings: inout Findings
  ) async throws {
    let began = queue.now
    let open = try await desk.openPullRequests()
    for pullRequest in open where !pullRequest.isDraft || !desk.policy.skipsDrafts {
      let outcome = try await queue.request(
        JobRequest(
          PullRequestReference(repository: repository, number: pullRequest.number), head: pullRequest.head,
          priority: .reconcile, forgeUpdatedAt: pullRequest.updatedAt))
      if outcome.kind == .queued { findings.queued += 1 }
    }
    // Of what runs, whoever runs it asks the forge himself. What waits for an approval is asked about by nobody. What began to
    // wait while the list was made may be too new for it.
    let numbers = Set(open.map(\.number))
    for job in try await queue.jobs(JobFilter(states: [.waiting], limit: JobFilter.largestLimit))
    where job.pullRequest.repository == repository && !numbers.contains(job.pullRequest.number)
      && job.createdAt <= began - settling
    {
      _ = try await queue.cancel(CancelRequest(job.pullRequest))
      findings.cancelled += 1
    }
  }

  /// Asks for a last word wherever a review seems to be in progress that is not.
  ///
  /// - Returns: how many there were.
  @discardableResult
  func settle() async -> Int {
    do {
      let count = try await askForLastWords()
      if count > 0 { bell.ring() }
      return count
    } catch {
      log.warning("nothing was settled", metadata: ["error": "\(error)"])
      return 0
    }
  }

  private func askForLastWords() async throws -> Int {
    var count = 0
    for record in try await queue.unsettledPublications(marked: PublicationLedger.pendingMark) {
      let jobs = try await queue.jobs(
        JobFilter(pullRequest: record.key.pullRequest, limit: JobFilter.largestLimit))
      let isLive = jobs.contains { $0.head == record.key.head && !$0.state.isFinished }
      // One that was given up is the operator's to look at.
      let isGivenUp = jobs.contains { $0.kind == .settle && $0.head == record.key.head && $0.state == .dead }
      guard !isLive, !isGivenUp else { continue }
      let outcome = try await queue.request(
        JobRequest(
          record.key.pullRequest, kind: .settle, subject: record.key.head.hex, head: record.key.head,
          priority: .reconcile))
      if outcome.kind == .queued { count += 1 }
    }
    return count
  }
}
