// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract
import ReviewTesting

/// A generator of random operations, which are the same for the same seed.
struct RandomHistory {
  private var random: SeededRandom
  private var deliveries = 0
  /// All claimed leases, including lost ones, because a worker may not know that its lease was lost.
  var leases: [Lease] = []
  /// The largest known job number; `nil` to guess.
  var lastJob: Int64?

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// Advances the clock: usually by seconds, sometimes by more than the duration of a lease.
  mutating func advance(_ clock: ManualClock) {
    clock.advance(by: .milliseconds(Int64.random(in: 0...4_000, using: &random)))
    if chance(40) { clock.advance(by: .seconds(Int.random(in: 20...700, using: &random))) }
  }

  /// Returns an operation that several processes may perform at the same time.
  mutating func next(_ now: Timestamp) -> QueueOperation {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: record(now)
    case 30..<36: .request(request(now))
    case 36..<60: .claim(scope())
    case 60..<85: underLease()
    case 85..<89: .cancel(anyJob())
    case 89..<93: .retry(anyJob())
    case 93..<96: .revive(anyJob())
    case 96..<99: .approve(Approval(pullRequest: anyPullRequest(), head: anyHead(), approver: "ada"))
    default: pause()
    }
  }

  /// Returns an occasional operation on the whole queue.
  mutating func nextHousekeeping() -> QueueOperation? { chance(25) ? (chance(3) ? .sweep : .reclaim) : nil }

  private mutating func pause() -> QueueOperation {
    let scope: PauseScope = chance(3) ? .forge("github") : .repository(anyPullRequest().repository)
    return chance(3) ? .pause(scope) : .resume(scope)
  }

  private mutating func scope() -> ClaimScope {
    ClaimScope(
      lane: chance(3) ? .commands : chance(2) ? .builds : .all, excludedForges: chance(20) ? ["github"] : [],
      excludedRepositories: chance(10) ? [anyPullRequest().repository] : [],
      labels: Set(anyLabels()), machine: chance(3) ? nil : chance(2) ? "here" : "there")
  }

  private mutating func record(_ now: Timestamp) -> QueueOperation {
    // One in five is sent twice.
    if !chance(5) || deliveries == 0 { deliveries += 1 }
    let delivery = delivery("\(chance(10) ? Int.random(in: 1...deliveries, using: &random) : deliveries)")
    let effect: DeliveryEffect =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: .ignored
      case 1: .malformed
      case 2:
        .cancel(
          CancelRequest(
            anyPullRequest(), head: chance(2) ? anyHead() : nil, forgeUpdatedAt: chance(2) ? anyTime(now) : nil))
      default: .request(request(now))
      }
    return .record(delivery, effect)
  }

  private mutating func request(_ now: Timestamp) -> JobRequest {
    let isCommand = chance(6)
    let isBase = !isCommand && chance(8)
    let subject = isCommand || isBase ? "\(Int.random(in: 1...3, using: &random))" : ""
    return JobRequest(
      isBase ? PullRequestReference(of: anyPullRequest().repository) : anyPullRequest(),
      kind: isCommand ? .command : isBase ? .base : .review, subject: subject, head: anyHead(),
      base: chance(2) ? commit(100 + Int.random(in: 0...1, using: &random)) : nil,
      priority: ReviewJob.Priority.allCases.randomElement(using: &random) ?? .newHead, needsApproval: chance(4),
      forgeUpdatedAt: chance(2) ? anyTime(now) : nil, delay: chance(2) ? .seconds(5) : .zero,
      repeats: chance(5) ? .always : chance(5) ? .afterPartial : .never, announces: chance(2),
      renewsStatus: chance(2))
  }

  private mutating func underLease() -> QueueOperation {
    guard let lease = chance(4) ? leases.randomElement(using: &random) : leases.last else { return .claim(scope()) }
    let key = PublicationKey(
      pullRequest: lease.job.pullRequest,
      channel: PublicationKey.Channel.allCases.randomElement(using: &random) ?? .status,
      name: "reviewbot", head: lease.job.head)
    let number = Int.random(in: 1...3, using: &random)
    return switch Int.random(in: 0..<10, using: &random) {
    case 0: .renew(lease)
    case 1: .giveBack(lease)
    case 2: .finish(lease, [.stopped, chance(2) ? .needsApproval : .needsLabels(anyLabels()), .superseded][number - 1])
    case 3: .fail(lease, JobFailure("x", isTransient: false, isOutage: chance(2)))
    case 4: .fail(lease, JobFailure("z", isTransient: true, isOutage: true))
    case 5: .fail(lease, JobFailure("y", isTransient: true))
    case 6: .intend(key, "\(number)", lease)
    case 7: .confirm(key, "\(number)", lease)
    default: .finish(lease, .done(head: lease.job.head, verdict: "passed", labels: chance(2) ? anyLabels() : nil))
    }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func anyPullRequest() -> PullRequestReference {
    let number = Int.random(in: 1...8, using: &random)
    return pullRequest(number, in: "acme/\(number % 3)")
  }

  private mutating func anyLabels() -> [WorkerLabel] {
    ["large", "swift-6.3"].filter { _ in chance(2) }.compactMap { WorkerLabel($0) }
  }

  private mutating func anyHead() -> CommitID { commit(Int.random(in: 1...5, using: &random)) }

  private mutating func anyJob() -> ReviewJob.ID {
    ReviewJob.ID(Int64.random(in: 1...max(1, lastJob ?? Int64(deliveries)), using: &random))
  }

  private mutating func anyTime(_ now: Timestamp) -> Timestamp {
    now - .seconds(Int.random(in: 0...20, using: &random))
  }
}
