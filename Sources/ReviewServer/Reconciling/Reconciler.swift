// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import Logging
import ReviewContract

/// Finds differences between the forges and the queue that no delivery reported: pull requests whose head has no
/// review, and commits that show a pending status without a job.
struct Reconciler: Sendable {
  let queue: any ReviewQueue
  let clients: any RepositoryClients
  let discovery: Discovery
  let wakeup: WakeupSignal
  /// How long the forge's lists may lag behind a write.
  let settling: Duration
  let metrics: DaemonMetrics
  let log: Logger
  var circuits = CircuitBreakers()

  /// The counts of one pass.
  struct Changes: Hashable, Sendable {
    var queued = 0
    var cancelled = 0
    var unsettled = 0
    /// Repositories that could not be read.
    var failed: Set<RepositoryReference> = []
    /// Repositories that no longer exist, or are no longer configured, and had unfinished jobs or publications.
    var gone = 0

    static func + (left: Changes, right: Changes) -> Changes {
      Changes(
        queued: left.queued + right.queued, cancelled: left.cancelled + right.cancelled,
        unsettled: left.unsettled + right.unsettled, failed: left.failed.union(right.failed),
        gone: left.gone + right.gone)
    }
  }

  /// The number of repositories that are read, or of lists of repositories that are loaded, at the same time. GitHub
  /// asks for few concurrent requests.
  static let concurrency = 4

  /// - Parameters:
  ///   - only: the repositories to read; `nil` for all.
  ///   - comparesStatuses: whether reviewed heads are compared with the status that their forge shows: at the
  ///     start, because the queue may have been restored from a backup.
  @discardableResult
  func reconcile(only: Set<RepositoryReference>? = nil, comparesStatuses: Bool = false) async -> Changes {
    let dead = await revivable()
    let repositories = await repositories().filter { only?.contains($0) ?? true }
    let parts = await repositories.concurrentMap(atMost: Self.concurrency) { repository in
      let part = await reconcile(repository, dead[repository] ?? [], comparesStatuses)
      // The first reviews are announced while further repositories are read.
      if part.queued > 0 { wakeup.signal() }
      return part
    }
    var changes = parts.reduce(Changes(), +)
    guard !Task.isCancelled else { return changes }
    changes.unsettled = await settle()
    await renewHeldStatuses()
    metrics.reconciled(changes, of: repositories.count)
    log.info(
      "reconciled",
      metadata: [
        "repositories": .stringConvertible(repositories.count),
        "queued": .stringConvertible(changes.queued), "cancelled": .stringConvertible(changes.cancelled),
        "stale_statuses": .stringConvertible(changes.unsettled),
        "failures": .stringConvertible(changes.failed.count), "gone": .stringConvertible(changes.gone),
      ])
    if changes != Changes() { wakeup.signal() }
    return changes
  }

  private func repositories() async -> [RepositoryReference] {
    var all = Set(clients.named).union(discovery.found)
    do {
      all.formUnion(try await queue.repositories())
    } catch {
      log.failure("failed to list known repositories; only configured and discovered ones are reconciled", error)
    }
    return all.sorted { "\($0)" < "\($1)" }
  }

  private func reconcile(
    _ repository: RepositoryReference, _ dead: [ReviewJob], _ comparesStatuses: Bool
  ) async -> Changes {
    var changes = Changes()
    let isNamed = clients.named.contains(repository)
    do {
      guard isNamed || !discovery.lacks(repository), let client = try client(for: repository) else {
        changes.gone += try await settle(repository) ? 1 : 0
        return changes
      }
      let open = try await reconcile(repository, client, comparesStatuses, &changes)
      circuits.note(nil, of: repository.forge)
      for job in dead where try await revive(job, open) { changes.queued += 1 }
    } catch  where !Task.isCancelled {
      changes.failed.insert(repository)
      circuits.note(error, of: repository.forge)
      log.failure("failed to reconcile a repository", error, metadata: ["repository": "\(repository)"])
    } catch {
      log.debug("cancelled the reconciliation of a repository", metadata: ["repository": "\(repository)"])
    }
    return changes
  }

  private func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? {
    do {
      return try clients.client(for: repository)
    } catch {
      throw ForgeError(.misconfigured, "cannot use the forge \(repository.forge)", underlying: "\(error)")
    }
  }

  /// Ends the jobs of a repository that no longer exists or is no longer configured, and forgets what is shown there.
  ///
  /// - Returns: whether there was anything to end or to forget.
  private func settle(_ repository: RepositoryReference) async throws(QueueError) -> Bool {
    guard try await queue.settle(repository) > 0 else { return false }
    log.notice("repository is gone: its jobs are cancelled", metadata: ["repository": "\(repository)"])
    return true
  }

  private func reconcile(
    _ repository: RepositoryReference, _ client: any RepositoryClient, _ comparesStatuses: Bool,
    _ changes: inout Changes
  ) async throws -> [OpenPullRequest] {
    let began = try await queue.now
    let open = try await client.openPullRequests()
    for pullRequest in open where !pullRequest.isDraft || !client.policy.skipsDrafts {
      let outcome = try await queue.request(
        JobRequest(
          PullRequestReference(repository: repository, number: pullRequest.number), head: pullRequest.head,
          priority: .reconcile, forgeUpdatedAt: pullRequest.updatedAt, announces: true))
      if outcome.kind == .queued { changes.queued += 1 }
      if comparesStatuses, outcome.kind == .alreadyReviewed,
        try await repeatPending(pullRequest, in: repository, client)
      {
        changes.queued += 1
      }
    }
    // A running job reads the state of its pull request itself; a job that waits for an approval does not. A job that
    // began to wait while the list was read may be missing from the list.
    let numbers = Set(open.map(\.number))
    for job in try await queue.jobs(JobFilter(states: [.waiting], limit: JobFilter.largestLimit))
    where job.pullRequest.repository == repository && !numbers.contains(job.pullRequest.number)
      && job.createdAt <= began - settling
    {
      _ = try await queue.cancel(CancelRequest(job.pullRequest))
      changes.cancelled += 1
    }
    return open
  }

  /// Returns the dead jobs that failed because of an outage and were not queued again.
  private func revivable() async -> [RepositoryReference: [ReviewJob]] {
    do {
      let dead = try await queue.jobs(JobFilter(states: [.dead], limit: JobFilter.largestLimit))
      return Dictionary(grouping: dead.filter { $0.revival == .due }) { $0.pullRequest.repository }
    } catch {
      log.failure("failed to list dead jobs", error)
      return [:]
    }
  }

  /// Queues a dead job again, unless its pull request has no need of it any more.
  ///
  /// - Parameter open: the pull requests that the forge just listed, so that its outage is over.
  /// - Returns: whether it was queued.
  private func revive(_ job: ReviewJob, _ open: [OpenPullRequest]) async throws -> Bool {
    switch job.kind {
    case .review:
      guard open.contains(where: { $0.number == job.pullRequest.number && $0.head == job.head }) else { return false }
      let jobs = try await queue.jobs(JobFilter(pullRequest: job.pullRequest, limit: JobFilter.largestLimit))
      guard jobs.first(where: { $0.kind == .review })?.id == job.id else { return false }
    // Its review shows the status itself.
    case .announce: return false
    // These read the current state themselves.
    case .command, .base, .mergeGroup, .recheck, .settle: break
    }
    guard try await queue.revive(job.id) != nil else { return false }
    log.notice(
      "dead job queued again: its outage is over",
      metadata: ["job": "\(job.id)", "subject": "\(job.pullRequest)", "error": "\(job.error ?? "")"])
    return true
  }

  /// Reviews a head again whose forge shows a pending status, although its result is recorded as published.
  ///
  /// - Returns: whether it is reviewed again.
  private func repeatPending(
    _ open: OpenPullRequest, in repository: RepositoryReference, _ client: any RepositoryClient
  ) async throws -> Bool {
    let reference = PullRequestReference(repository: repository, number: open.number)
    let records = try await queue.publications(of: reference)
    // A partial review leaves the status pending until the author changes the pull request.
    let jobs = try await queue.jobs(JobFilter(pullRequest: reference, limit: JobFilter.largestLimit))
    let last = jobs.first { $0.kind == .review && $0.state == .done && $0.head == open.head }
    guard last?.verdict != ReviewJob.partialVerdict else { return false }
    // A status that is recorded as pending gets a final one anyway.
    guard !records.contains(where: { $0.key.channel == .status && $0.key.head == open.head && $0.isUnsettled }),
      try await client.showsPending(client.policy.marker.name, at: open.head)
    else { return false }
    try await queue.forgetPublications(of: reference)
    _ = try await queue.request(
      JobRequest(reference, head: open.head, priority: .reconcile, repeats: .always, announces: true))
    log.notice(
      "reviewing again: the forge shows a pending status, but the queue has a result",
      metadata: ["subject": "\(reference)", "head": "\(open.head.short)"])
    return true
  }

  /// Requests the statuses of commits that show the failure of another pull request, which may be outdated: no delivery
  /// reports that to the pull request that passed.
  private func renewHeldStatuses() async {
    do {
      for record in try await queue.unsettledPublications(marked: Outbox.heldMark)
      where record.fingerprint?.hasPrefix(Outbox.heldMark) == true {
        _ = try await queue.request(
          JobRequest(renewingStatusOf: record.key.head, record.key.pullRequest, priority: .reconcile))
      }
    } catch {
      log.failure("failed to request the statuses of shared heads", error)
    }
  }

  /// Requests a final status for each commit that shows a pending status without a job.
  ///
  /// - Returns: the number of requested statuses; 0 after an error, which is logged.
  @discardableResult
  func settle() async -> Int {
    do {
      let count = try await requestFinalStatuses()
      if count > 0 { wakeup.signal() }
      return count
    } catch {
      log.failure("failed to request final statuses", error)
      return 0
    }
  }

  private func requestFinalStatuses() async throws -> Int {
    var count = 0
    for record in try await queue.unsettledPublications(marked: Outbox.pendingMark) {
      let jobs = try await queue.jobs(
        JobFilter(pullRequest: record.key.pullRequest, limit: JobFilter.largestLimit))
      let isLive = jobs.contains { $0.head == record.key.head && !$0.state.isFinished }
      // A dead job needs the operator.
      let isDead = jobs.contains { $0.kind == .settle && $0.head == record.key.head && $0.state == .dead }
      guard !isLive, !isDead else { continue }
      // Its review may have ended, and published the final status, since the record was read.
      let latest = try await queue.publications(of: record.key.pullRequest).first { $0.key == record.key }
      guard latest?.isUnsettled ?? false else { continue }
      let outcome = try await queue.request(
        JobRequest(renewingStatusOf: record.key.head, record.key.pullRequest, priority: .reconcile))
      if outcome.kind == .queued { count += 1 }
    }
    return count
  }
}
