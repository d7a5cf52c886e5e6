// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

/// Tests that the search for a serial order finds one if and only if there is one.
struct ConcurrentWindowTests {
  private typealias Call = ConcurrentWindow.Call

  private let clock = ManualClock()
  private let queue: InMemoryQueue
  private let state: SerialState

  init() {
    queue = InMemoryQueue(clock: clock)
    state = SerialState(policy: QueuePolicy(), now: clock.now)
  }

  private func done(_ operation: QueueOperation, _ began: Int, _ ended: Int, by process: Int = 0) async -> Call {
    let result = await operation.perform(on: queue, by: ConcurrentWindow.owner(process))
    return Call(operation: operation, result: result, began: began, ended: ended)
  }

  private func isExplained(_ calls: [[Call]]) async throws -> Bool {
    let contents = try await QueueContents(of: queue, [pullRequest()])
    return ConcurrentWindow(calls: calls, contents: contents).explained(from: state) != nil
  }

  private let request = QueueOperation.request(JobRequest(pullRequest(), head: commit(1)))
  private let claim = QueueOperation.claim(ClaimScope())

  @Test func `a claim that overlaps a request can return its job`() async throws {
    let requested = await done(request, 2, 4)
    let claimed = await done(claim, 1, 3, by: 1)
    #expect(try await isExplained([[requested], [claimed]]))
  }

  @Test func `a claim that ended before a request began cannot return its job`() async throws {
    let requested = await done(request, 3, 4)
    let claimed = await done(claim, 1, 2, by: 1)
    #expect(try await !isExplained([[requested], [claimed]]))
  }

  @Test func `two claims of one job have no serial order`() async throws {
    let requested = await done(request, 1, 2)
    let claimed = await done(claim, 3, 5, by: 1)
    let again = Call(operation: claim, result: claimed.result, began: 4, ended: 6)
    #expect(try await !isExplained([[requested], [claimed], [again]]))
  }

  @Test func `an empty claim is explained only if it overlaps the request`() async throws {
    let requested = await done(request, 1, 2)
    let claimed = Call(operation: claim, result: .lease(nil), began: 3, ended: 4)
    #expect(try await !isExplained([[requested], [claimed]]))
    let beside = Call(operation: claim, result: .lease(nil), began: 1, ended: 4)
    #expect(try await isExplained([[requested], [beside]]))
  }

  @Test func `concurrent claims beyond the repository's limit have no serial order`() async throws {
    var requests: [Call] = []
    for number in 1...2 {
      requests.append(
        await done(.request(JobRequest(pullRequest(number), head: commit(1))), number * 2, number * 2 + 1))
    }
    let claims = [await done(claim, 6, 9, by: 1), await done(claim, 7, 8, by: 2)]
    let calls = [requests] + claims.map { [$0] }
    #expect(try await isExplained(calls))
    var policy = QueuePolicy()
    policy.runningPerRepository = 1
    let window = ConcurrentWindow(calls: calls, contents: try await QueueContents(of: queue, []))
    #expect(window.explained(from: SerialState(policy: policy, now: clock.now)) == nil)
  }

  @Test(arguments: [1, 2] as [Int64])
  func `a job can be cancelled by number before its request returns`(number: Int64) async throws {
    let announced = await done(.request(JobRequest(pullRequest(), head: commit(1), announces: true)), 1, 4)
    let cancelled = await done(.cancel(ReviewJob.ID(number)), 2, 3, by: 1)
    #expect(try await isExplained([[announced], [cancelled]]))
    let early = Call(operation: cancelled.operation, result: cancelled.result, began: 0, ended: 0)
    #expect(try await !isExplained([[announced], [early]]))
  }

  @Test func `contents that no serial order explains are detected`() async throws {
    let requested = await done(request, 1, 2)
    _ = await QueueOperation.pause(.forge("github")).perform(on: queue)
    #expect(try await !isExplained([[requested]]))
  }
}
