// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting

/// The model after some operations of a history that ran concurrently, in one serial order.
///
/// The engine numbers jobs in an order of its own: those of the model get the engine's numbers when they are first seen.
struct SerialState {
  /// Larger than every number of the engine.
  private static let firstUnseen: Int64 = 1 << 40

  private var model: QueueModel

  init(policy: QueuePolicy, now: Timestamp) {
    model = QueueModel(policy: policy, now: now, lastID: Self.firstUnseen)
  }

  mutating func setTime(_ now: Timestamp) { model.now = now }

  /// Does the operation next.
  ///
  /// - Parameters:
  ///   - result: what the engine returned.
  ///   - owner: the worker's name.
  ///   - isAlone: whether nothing else ran at the same time.
  /// - Returns: whether that could be its result here.
  mutating func accept(_ operation: QueueOperation, _ result: QueueOperation.Result, by owner: String, isAlone: Bool)
    -> Bool
  {
    if case .claim(let scope) = operation { return accept(scope, result, owner, isAlone) }
    do throws(QueueError) {
      return matches(result, try apply(operation))
    } catch {
      if case .failure(error.code, _) = result { return true }
      return false
    }
  }

  /// A claim may take any job that breaks no limit: whose turn it is depends on what it saw. What others had locked for a
  /// moment may be missing.
  private mutating func accept(
    _ scope: ClaimScope, _ result: QueueOperation.Result, _ owner: String, _ isAlone: Bool
  ) -> Bool {
    guard case .lease(let lease) = result else { return false }
    let claimable = model.claimable(scope)
    guard let lease else { return claimable.isEmpty || !isAlone }
    let chosen =
      claimable.first { $0.id == lease.job.id } ?? claimable.first { Self.isUnseen($0) && $0.isAbout(lease.job) }
    guard let chosen, bind(lease.job.id, chosen.id) else { return false }
    return model.claim(lease.job.id, by: owner, scope, fence: lease.fence) == lease
  }

  private mutating func apply(_ operation: QueueOperation) throws(QueueError) -> QueueOperation.Result {
    switch operation {
    case .record(let delivery, let effect): .receipt(model.record(delivery, effect))
    case .request(let request): .outcome(model.request(request))
    case .claim(let scope): .lease(model.claim(by: "", scope))
    case .renew(let lease): .renewal(try model.renew(lease))
    case .finish(let lease, let ending): .job(try model.finish(lease, ending))
    case .fail(let lease, let failure): .job(try model.fail(lease, failure))
    case .giveBack(let lease): .job(try model.giveBack(lease))
    case .cancel(let job): .job(try model.cancel(job))
    case .retry(let job): .job(try model.retry(job))
    case .approve(let approval): .jobs(model.approve(approval))
    case .resume(let scope): .flag(model.resume(scope))
    case .intend(let key, let fingerprint, let lease): .entry(try model.record(key, fingerprint, lease))
    case .reclaim: .jobs(model.reclaim())
    case .sweep: .count(model.sweep())
    case .pause(let scope): try Self.nothing(model.pause(scope, by: "ada"))
    case .confirm(let key, let id, let lease): try Self.nothing(model.confirm(key, id, lease))
    }
  }

  private static func nothing(_ done: Void) throws(QueueError) -> QueueOperation.Result { .nothing }

  // MARK: Comparing

  private mutating func matches(_ result: QueueOperation.Result, _ own: QueueOperation.Result) -> Bool {
    switch (result, own) {
    case (.receipt(.recorded(let outcome)), .receipt(.recorded(let other))): isSame(outcome, other)
    case (.receipt(.duplicate(let outcome, let same)), .receipt(.duplicate(let other, let otherSame))):
      same == otherSame && isSame(outcome, other)
    case (.outcome(let outcome), .outcome(let other)): isSame(outcome, other)
    case (.job(let job), .job(let other)): isSame(job, other)
    case (.jobs(let jobs), .jobs(let others)):
      Set(jobs) == Set(others) && jobs.count == others.count
    default: result == own
    }
  }

  private mutating func isSame(_ outcome: QueueOutcome, _ other: QueueOutcome) -> Bool {
    guard outcome.kind == other.kind else { return false }
    guard let job = outcome.job, let otherJob = other.job else { return outcome.job == other.job }
    return bind(job, otherJob)
  }

  private mutating func isSame(_ job: ReviewJob, _ other: ReviewJob) -> Bool {
    bind(job.id, other.id) && model.jobs.contains(job)
  }

  private mutating func bind(_ id: ReviewJob.ID, _ own: ReviewJob.ID) -> Bool {
    if id == own { return true }
    guard own.number > Self.firstUnseen, !model.jobs.contains(where: { $0.id == id }) else { return false }
    model.rename(own, to: id)
    return true
  }

  private static func isUnseen(_ job: ReviewJob) -> Bool { job.id.number > firstUnseen }

  /// Whether the engine's contents are the model's.
  mutating func matches(_ contents: QueueContents) -> Bool {
    guard contents.jobs.count == model.jobs.count, contents.statistics == model.statistics else { return false }
    for job in contents.jobs where !model.jobs.contains(job) {
      guard let own = model.jobs.first(where: { Self.isUnseen($0) && $0.isAbout(job) && $0.state == job.state }),
        isSame(job, own)
      else { return false }
    }
    return contents.pullRequests.allSatisfy { reference, contents in
      contents.publications == Set(model.publications(of: reference))
        && contents.reviewedHead == model.reviewedHead(of: reference)
    }
  }
}

/// What an engine holds while nothing runs.
struct QueueContents: Sendable {
  struct PullRequestContents: Sendable {
    let publications: Set<PublicationRecord>
    let reviewedHead: CommitID?
  }

  let jobs: [ReviewJob]
  let statistics: QueueStatistics
  let pullRequests: [PullRequestReference: PullRequestContents]

  init(of queue: any ReviewQueue, _ references: [PullRequestReference]) async throws {
    jobs = try await queue.jobs(JobFilter(limit: 1000))
    statistics = try await queue.statistics()
    var pullRequests: [PullRequestReference: PullRequestContents] = [:]
    for reference in references {
      pullRequests[reference] = PullRequestContents(
        publications: Set(try await queue.publications(of: reference)),
        reviewedHead: try await queue.reviewedHead(of: reference))
    }
    self.pullRequests = pullRequests
  }
}

extension ReviewJob {
  fileprivate func isAbout(_ other: ReviewJob) -> Bool {
    pullRequest == other.pullRequest && kind == other.kind && subject == other.subject && head == other.head
  }
}
