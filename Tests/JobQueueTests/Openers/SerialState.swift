// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting

/// The model after some operations of a history that ran concurrently, in one serial order.
///
/// The engine numbers jobs in its own order: the model's jobs get the engine's numbers when these first appear in a
/// result.
struct SerialState {
  /// Larger than every number of the engine.
  private static let firstUnseen: Int64 = 1 << 40

  private var model: QueueModel

  init(policy: QueuePolicy, now: Timestamp) {
    model = QueueModel(policy: policy, now: now, lastID: Self.firstUnseen)
  }

  mutating func setTime(_ now: Timestamp) { model.now = now }

  /// Applies the next operation.
  ///
  /// - Parameters:
  ///   - result: what the engine returned.
  ///   - owner: the worker's name.
  ///   - isAlone: whether no other operation was concurrent.
  /// - Returns: the states after it; none if the result is impossible here, several if the operation has a job number
  ///   that can belong to more than one job without a number.
  func accepting(_ operation: QueueOperation, _ result: QueueOperation.Result, by owner: String, isAlone: Bool)
    -> [SerialState]
  {
    switch operation {
    case .claim(let scope): claiming(scope, result, owner, isAlone)
    case .cancel(let job), .retry(let job): numbering(job, result).compactMap { $0.doing(operation, result) }
    default: doing(operation, result).map { [$0] } ?? []
    }
  }

  private func doing(_ operation: QueueOperation, _ result: QueueOperation.Result) -> SerialState? {
    var after = self
    do throws(QueueError) {
      let own = try after.apply(operation)
      return after.matches(result, own) ? after : nil
    } catch {
      if case .failure(error.code, _) = result { return after }
      return nil
    }
  }

  /// A claim may take any job within the limits, because the order depends on the rows that it saw. Rows locked by
  /// others may have been skipped.
  private func claiming(
    _ scope: ClaimScope, _ result: QueueOperation.Result, _ owner: String, _ isAlone: Bool
  ) -> [SerialState] {
    guard case .lease(let lease) = result else { return [] }
    let claimable = model.claimable(scope)
    guard let lease else { return claimable.isEmpty || !isAlone ? [self] : [] }
    return claimable.compactMap { chosen in
      var after = self
      guard after.bind(lease.job.id, chosen.id) else { return nil }
      return after.model.claim(lease.job.id, by: owner, scope, fence: lease.fence) == lease ? after : nil
    }
  }

  /// Returns the states in which the operation's job is known, if the engine had it. Its number may not have appeared
  /// in a result, such as that of an announcement, or of a job whose delivery has no result yet.
  private func numbering(_ job: ReviewJob.ID, _ result: QueueOperation.Result) -> [SerialState] {
    if case .failure(.notFound, _) = result { return [self] }
    if model.jobs.contains(where: { $0.id == job }) { return [self] }
    return model.jobs.filter(Self.isUnseen).compactMap { unseen in
      var after = self
      return after.bind(job, unseen.id) ? after : nil
    }
  }

  /// Returns the expected result of the operation, for display.
  func expected(_ operation: QueueOperation) -> String {
    if case .claim(let scope) = operation { return "any of \(model.claimable(scope).map(\.id))" }
    var state = self
    do throws(QueueError) { return "\(try state.apply(operation))" } catch { return "\(error.code)" }
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
    case .revive(let job): .revived(model.revive(job))
    case .approve(let approval): .jobs(model.approve(approval))
    case .resume(let scope):
      .flag(try model.perform(.resume(scope), by: Attribution(person: "operator")).wasPaused ?? false)
    case .intend(let key, let fingerprint, let lease):
      .entry(try model.record(key, fingerprint: fingerprint, under: lease))
    case .reclaim: .jobs(model.reclaim())
    case .sweep: .count(model.sweep())
    case .pause(let scope): try Self.nothing(_ = model.perform(.pause(scope), by: Attribution(person: "ada")))
    case .confirm(let key, let id, let lease): try Self.nothing(model.confirm(key, remoteID: id, under: lease))
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

  /// Returns the state with the engine's numbers, if its contents equal the model's.
  func matching(_ contents: QueueContents) -> SerialState? {
    guard contents.jobs.count == model.jobs.count, contents.statistics == model.statistics(),
      contents.memory.map({ $0 == model.memory }) ?? true
    else { return nil }
    var after = self
    for job in contents.jobs where !model.jobs.contains(job) {
      let named = after.model.jobs.filter(Self.isUnseen).lazy.compactMap { [after] unseen -> SerialState? in
        var named = after
        return named.bind(job.id, unseen.id) && named.model.jobs.contains(job) ? named : nil
      }.first
      guard let named else { return nil }
      after = named
    }
    let isSame = contents.pullRequests.allSatisfy { reference, contents in
      contents.publications == Set(model.publications(of: reference))
        && contents.reviewedHead == model.reviewedHead(of: reference)
    }
    return isSame ? after : nil
  }
}

extension SerialState {
  /// Returns the differences between the engine's contents and the model's, for display.
  func differences(_ contents: QueueContents) -> String {
    let jobs = Set(model.jobs)
    let engines = Set(contents.jobs)
    let pullRequests = contents.pullRequests.filter { reference, contents in
      contents.publications != Set(model.publications(of: reference))
        || contents.reviewedHead != model.reviewedHead(of: reference)
    }
    return """
      the model holds \(jobs.subtracting(engines)), the engine \(engines.subtracting(jobs)); \
      \(model.statistics()), the engine \(contents.statistics); different pull requests: \(pullRequests); it remembers \
      \(model.memory.subtracting(contents.memory ?? [])), the engine \(contents.memory?.subtracting(model.memory) ?? [])
      """
  }
}

/// The contents of an engine while no operation runs.
struct QueueContents: Sendable {
  struct PullRequestContents: Sendable {
    let publications: Set<PublicationRecord>
    let reviewedHead: CommitID?
  }

  let jobs: [ReviewJob]
  let statistics: QueueStatistics
  let pullRequests: [PullRequestReference: PullRequestContents]
  let memory: Set<String>?

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
    memory = try await JobQueueTests.memory(of: queue)
  }
}
