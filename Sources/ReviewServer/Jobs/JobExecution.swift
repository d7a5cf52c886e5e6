// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ReviewContract

/// Executes one claimed job, by its kind. Everything that is published is published under the lease.
struct JobExecution: Sendable {
  let runner: JobRunner
  let lease: Lease
  let log: Logger
  /// The base branch of the pull request, once the job has read it.
  let base = Locked<String?>(nil)

  init(_ runner: JobRunner, _ lease: Lease, _ log: Logger) {
    self.runner = runner
    self.lease = lease
    self.log = log
  }

  var job: ReviewJob { lease.job }
  var queue: any ReviewQueue { runner.queue }

  func perform() async throws -> JobEnding {
    let client = try self.client()
    do {
      return switch job.kind {
      case .review: try await review(client)
      case .command: try await command(client)
      case .base: try await base(client)
      case .mergeGroup: try await mergeGroup(client)
      case .recheck: try await recheck(client)
      case .settle: try await settle(client)
      case .announce: try await announce(client)
      }
    } catch let error as MissingLabels {
      return try await wait(for: error, client)
    }
  }

  /// Queues the job for a machine with the labels. The wait is limited, because the commit shows a pending status.
  ///
  /// - Throws: ``ReviewRefusal`` if no machine claimed it for as long as the outage of a forge may last.
  private func wait(for missing: MissingLabels, _ client: any RepositoryClient) async throws -> JobEnding {
    let labels = WorkerLabel.phrase(missing.wanted)
    guard try await queue.now - job.queuedAt < runner.queue.policy.longestOutage else {
      throw ReviewRefusal(
        "cannot review: no worker of this server had the \(labels) for "
          + "\(runner.queue.policy.longestOutage.components.seconds / 3600) hours; change build.labels, or have the operator start "
          + "such a worker and comment /\(client.policy.marker.name) recheck")
    }
    log.notice(
      "job waits for a worker with the required labels",
      metadata: ["labels": "\(labels)", "missing": "\(missing.missing.map(\.name).joined(separator: ", "))"])
    if job.kind != .base {
      try await outbox(client).publish(status(.pending, "waiting for a worker with the \(labels)", client))
    }
    return .needsLabels(missing.wanted.sorted())
  }

  func client() throws -> any RepositoryClient {
    let found: (any RepositoryClient)?
    do {
      found = try runner.clients.client(for: job.pullRequest.repository)
    } catch {
      // The operator may be editing the file. Its contents are not for the author of the pull request.
      log.error("cannot read the configuration of a forge", metadata: ["error": "\(error)"])
      throw ForgeError(
        .misconfigured, "cannot use the forge \(job.pullRequest.repository.forge): its configuration cannot be read")
    }
    guard let client = found else {
      throw ReviewRefusal("\(job.pullRequest.repository) is no longer in the daemon's configuration")
    }
    return client
  }

  /// - Parameter review: the job whose page the publications link to; `nil` for this job, if it is a review.
  func outbox(_ client: any RepositoryClient, of review: ReviewJob.ID? = nil) -> Outbox {
    let review = review ?? (job.kind == .review || job.kind == .mergeGroup ? job.id : nil)
    let page = review.flatMap { runner.pages?.review($0) }
    return Outbox(
      queue: queue, client: client, lease: lease, times: runner.times, base: base.withLock { $0 }, page: page)
  }

  /// Notes that the forge responds, before a build that can take hours.
  func noteResponse() {
    guard runner.circuits.responded(job.pullRequest.repository) else { return }
    log.notice("the forge is available again")
    runner.onAvailable()
  }

  /// A status of the job's commit, without a comment.
  func status(_ state: Publication.State, _ summary: String, _ client: any RepositoryClient) -> Publication {
    var publication = Publication(
      pullRequest: job.pullRequest.number, commit: job.head, marker: client.policy.marker, comment: nil, state: state,
      summary: summary)
    publication.notesProgress = job.pullRequest.number > 0 && job.kind != .mergeGroup
    return publication
  }
}

/// Jobs for branches and merge queues.
extension JobExecution {
  /// Reviews the tip of a target branch, so that pull requests can be compared with it.
  func base(_ client: any RepositoryClient) async throws -> JobEnding {
    let branch = job.subject
    guard let tip = try await client.branchTip(branch) else { return .stopped }
    guard tip == job.head else {
      _ = try await queue.request(
        JobRequest(job.pullRequest, kind: .base, subject: branch, head: tip, priority: job.priority))
      return .superseded
    }
    guard try await isBase(branch, client) else { return .stopped }
    noteResponse()
    let labels = try await limited { try await runner.reviewer.reviewTip(of: branch, for: job) }
    return .done(head: tip, verdict: "kept", labels: labels)
  }

  private func isBase(_ branch: String, _ client: any RepositoryClient) async throws -> Bool {
    if try await client.defaultBranch() == branch { return true }
    return try await client.openPullRequests().contains { $0.base == branch }
  }

  /// Reviews the commit that a merge queue is about to merge. It gets a status and no comment.
  func mergeGroup(_ client: any RepositoryClient) async throws -> JobEnding {
    let prefix = "refs/heads/"
    guard job.subject.hasPrefix(prefix) else {
      throw ReviewRefusal("invalid ref of a merge queue: \(job.subject.prefix(100)) does not begin with \(prefix)")
    }
    guard try await client.branchTip(String(job.subject.dropFirst(prefix.count))) == job.head else {
      return .superseded
    }
    try await publishProgress(client)
    noteResponse()
    let product = try await limited { try await runner.reviewer.reviewMerge(at: job.subject, for: job) }
    try await outbox(client).publish(product.publication.with(comment: false, verdict: true))
    return .done(head: job.head, verdict: product.verdict, labels: product.labels)
  }
}
