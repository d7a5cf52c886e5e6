// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting

/// Makes steps by chance; the same for the same seed.
struct RandomHistory {
  /// The result of a step, for comparison.
  struct Result: Equatable {
    let text: String
    var lease: Lease?
  }

  typealias Step = (any ReviewQueue) async -> Result

  private var random: SeededRandom
  private var deliveries = 0
  /// What was claimed, old leases too: who lost one does not know.
  var leases: [Lease] = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func next(_ clock: ManualClock) -> Step {
    clock.advance(by: .milliseconds(Int64.random(in: 0...4_000, using: &random)))
    if chance(40) { clock.advance(by: .seconds(Int.random(in: 20...700, using: &random))) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: return record(clock)
    case 30..<36:
      let request = request(clock)
      return { queue in await Self.result { try await queue.request(request) } }
    case 36..<60:
      let scope = scope()
      return { queue in
        do {
          let lease = try await queue.claim(by: "worker", scope)
          return Result(text: "\(String(describing: lease))", lease: lease)
        } catch {
          return Result(text: "\(error)")
        }
      }
    case 60..<85: return underLease()
    case 85..<89:
      let job = anyJob()
      return { queue in await Self.result { try await queue.cancel(job) } }
    case 89..<93:
      let job = anyJob()
      return { queue in await Self.result { try await queue.retry(job) } }
    case 93..<97:
      let approval = Approval(pullRequest: anyPullRequest(), head: anyHead(), approver: "ada")
      return { queue in await Self.result { try await queue.approve(approval) } }
    case 97..<98 where chance(2):
      let pause: PauseScope = chance(3) ? .forge("github") : .repository(anyPullRequest().repository)
      let isEnd = chance(3)
      return { queue in
        await Self.result {
          if isEnd { _ = try await queue.resume(pause) } else { try await queue.pause(pause, by: "ada") }
          return try await queue.pauses()
        }
      }
    case 97..<98: return { queue in await Self.result { try await queue.sweep() } }
    default: return { queue in await Self.result { try await queue.reclaim() } }
    }
  }

  private mutating func scope() -> ClaimScope {
    ClaimScope(
      lane: chance(3) ? .commands : chance(2) ? .builds : .all, excludedForges: chance(20) ? ["github"] : [],
      excludedRepositories: chance(10) ? [anyPullRequest().repository] : [])
  }

  private mutating func record(_ clock: ManualClock) -> Step {
    // One in five comes twice.
    if !chance(5) || deliveries == 0 { deliveries += 1 }
    let delivery = delivery("\(chance(10) ? Int.random(in: 1...deliveries, using: &random) : deliveries)")
    let effect: DeliveryEffect =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: .ignored
      case 1: .malformed
      case 2: .cancel(CancelRequest(anyPullRequest(), forgeUpdatedAt: chance(2) ? anyTime(clock) : nil))
      default: .request(request(clock))
      }
    return { queue in await Self.result { try await queue.record(delivery, effect: effect) } }
  }

  private mutating func request(_ clock: ManualClock) -> JobRequest {
    let isCommand = chance(6)
    let isBase = !isCommand && chance(8)
    let subject = isCommand || isBase ? "\(Int.random(in: 1...3, using: &random))" : ""
    return JobRequest(
      isBase ? PullRequestReference(of: anyPullRequest().repository) : anyPullRequest(),
      kind: isCommand ? .command : isBase ? .base : .review, subject: subject, head: anyHead(),
      base: chance(2) ? commit(100 + Int.random(in: 0...1, using: &random)) : nil,
      priority: ReviewJob.Priority.allCases.randomElement(using: &random) ?? .newHead, needsApproval: chance(4),
      forgeUpdatedAt: chance(2) ? anyTime(clock) : nil, delay: chance(2) ? .seconds(5) : .zero,
      repeats: chance(5) ? .always : chance(5) ? .afterPartial : .never, announces: chance(2))
  }

  private mutating func underLease() -> Step {
    guard let lease = chance(4) ? leases.randomElement(using: &random) : leases.last else {
      return { queue in await Self.result { try await queue.reclaim() } }
    }
    let key = PublicationKey(
      pullRequest: lease.job.pullRequest,
      channel: PublicationKey.Channel.allCases.randomElement(using: &random) ?? .status,
      name: "reviewbot", head: lease.job.head)
    let number = Int.random(in: 1...3, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return { queue in await Self.result { try await queue.renew(lease) } }
    case 1: return { queue in await Self.result { try await queue.giveBack(lease) } }
    case 2 where number == 3: return { queue in await Self.result { try await queue.finish(lease, .superseded) } }
    case 2 where number == 2: return { queue in await Self.result { try await queue.finish(lease, .needsApproval) } }
    case 2: return { queue in await Self.result { try await queue.finish(lease, .stopped) } }
    case 3: return { queue in await Self.result { try await queue.fail(lease, JobFailure("x", isTransient: false)) } }
    case 4:
      return { queue in
        await Self.result { try await queue.fail(lease, JobFailure("z", isTransient: true, isOutage: true)) }
      }
    case 5: return { queue in await Self.result { try await queue.fail(lease, JobFailure("y", isTransient: true)) } }
    case 6:
      return { queue in await Self.result { try await queue.record(key, fingerprint: "\(number)", under: lease) } }
    case 7:
      return { queue in
        await Self.result { try await queue.confirm(key, remoteID: "\(number)", under: lease) }
      }
    default:
      return { queue in
        await Self.result { try await queue.finish(lease, .done(head: lease.job.head, verdict: "passed")) }
      }
    }
  }

  private static func result(_ body: () async throws -> Any) async -> Result {
    do {
      return Result(text: "\(try await body())")
    } catch {
      return Result(text: "\(error)")
    }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func anyPullRequest() -> PullRequestReference {
    let number = Int.random(in: 1...8, using: &random)
    return pullRequest(number, in: "acme/\(number % 3)")
  }

  private mutating func anyHead() -> CommitID { commit(Int.random(in: 1...5, using: &random)) }

  private mutating func anyJob() -> ReviewJob.ID {
    ReviewJob.ID(Int64.random(in: 1...max(1, Int64(deliveries)), using: &random))
  }

  private mutating func anyTime(_ clock: ManualClock) -> Timestamp {
    clock.now - .seconds(Int.random(in: 0...20, using: &random))
  }
}
