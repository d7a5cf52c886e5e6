// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewTesting
import Testing

/// Random concurrent operations of four processes, and the search for a serial order that explains their results. One
/// seed at a time, because each uses the maximum number of connections of a test.
@Suite(.serialized, .enabled(if: PostgresDatabase.isAvailable, "\(PostgresDatabase.reason)"))
struct ConcurrentHistoryTests {
  private static let processes = 4
  private static let callsPerWindow = 2
  private static let references = (1...8).map { pullRequest($0, in: "acme/\($0 % 3)") }

  private static var policy: QueuePolicy {
    var policy = QueuePolicy()
    policy.maximumAttempts = 3
    policy.retention.finishedJobs = .seconds(600)
    policy.retention.deliveries = .seconds(7200)
    return policy
  }

  @Test(arguments: Soak.seeds(3, long: 50))
  func `a serial order explains the results of four concurrent processes`(seed: UInt64) async throws {
    let windows = Soak.count(60, long: 10_000 / (Self.processes * Self.callsPerWindow))
    try await PostgresDatabase.use(openers: Self.processes, Self.policy) { queues, clock in
      var history = RandomHistory(seed: seed)
      var state = SerialState(policy: Self.policy, now: clock.now)
      for number in 0..<windows {
        for _ in 0..<Self.processes { history.advance(clock) }
        state.setTime(clock.now)
        // Expired leases are reclaimed before, so that each operation of a window is one step.
        for operation in [QueueOperation.reclaim] + (number.isMultiple(of: 10) ? [.sweep] : []) {
          let result = await operation.perform(on: queues[0])
          guard let after = state.accepting(operation, result, by: "", isAlone: true).first else {
            Issue.record("seed \(seed), before window \(number): \(operation) → \(result)")
            return
          }
          state = after
        }
        let window = try await Self.window(queues, &history, clock)
        guard let explained = window.explained(from: state) else {
          Issue.record(
            "seed \(seed), window \(number): no serial order explains\n\(window)\n\(window.contradictions(from: state))"
          )
          return
        }
        state = explained
      }
    }
  }

  /// Makes the calls of each process, concurrently with the others.
  private static func window(
    _ queues: [any ReviewQueue], _ history: inout RandomHistory, _ clock: ManualClock
  ) async throws -> ConcurrentWindow {
    let moment = Locked(0)
    @Sendable func tick() -> Int {
      moment.withLock { moment in
        moment += 1
        return moment
      }
    }
    let operations = queues.map { _ in (0..<callsPerWindow).map { _ in history.next(clock.now) } }
    let calls = await withTaskGroup(of: (Int, [ConcurrentWindow.Call]).self) { group in
      for (process, queue) in queues.enumerated() {
        group.addTask {
          var calls: [ConcurrentWindow.Call] = []
          for operation in operations[process] {
            let began = tick()
            let result = await operation.perform(on: queue, by: ConcurrentWindow.owner(process))
            calls.append(ConcurrentWindow.Call(operation: operation, result: result, began: began, ended: tick()))
          }
          return (process, calls)
        }
      }
      return await group.reduce(into: queues.map { _ in [] }) { $0[$1.0] = $1.1 }
    }
    let contents = try await QueueContents(of: queues[0], references)
    history.lastJob = contents.jobs.map(\.id.number).max() ?? 1
    for case .lease(let lease?) in calls.joined().map(\.result) { history.leases.append(lease) }
    return ConcurrentWindow(calls: calls, contents: contents)
  }
}
