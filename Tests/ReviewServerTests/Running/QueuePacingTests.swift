// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import Logging
import ResourceLoading
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

/// The pacing of writes together with other processes, and without them while the database does not respond.
struct QueuePacingTests {
  /// A database that can be unreachable or silent.
  private final class Database: SharedPacing {
    struct State: Sendable {
      var isAway = false
      /// Responses wait until it opens.
      var silence: Gate?
      var questions = 0
      var wait = Duration.zero
      var pauses: [Duration] = []
      var slowings: [Duration] = []
      var pause = Duration.zero
    }

    let state = Locked(State())

    private func respond<Value: Sendable>(
      _ body: @Sendable (inout State) -> Value
    ) async throws(QueueError) -> Value {
      let (isAway, silence) = state.withLock { state in
        state.questions += 1
        return (state.isAway, state.silence)
      }
      // Fails only when the test is cancelled.
      if let silence { try? await silence.pass() }
      if isAway { throw QueueError(.failed, "cannot reach the queue's database") }
      return state.withLock { body(&$0) }
    }

    func reserveWrite(
      _ credential: String, _ limits: WriteLimits
    ) async throws(QueueError) -> (pause: Duration, wait: Duration) {
      try await respond { ($0.pause, $0.wait) }
    }

    func pause(of credential: String) async throws(QueueError) -> Duration { try await respond { $0.pause } }

    func pause(_ credential: String, for duration: Duration, slowing: Duration) async throws(QueueError) {
      try await respond { state in
        state.pauses.append(duration)
        state.slowings.append(slowing)
      }
    }
  }

  private let database = Database()
  private let clock = InstantClock()
  private let messages = Locked<[String]>([])
  private let policy = RateLimitPolicy(writeSpacing: .seconds(1))

  /// - Parameter timeoutClock: measures the timeout of a response.
  private func pacing(timeoutClock: any Clock<Duration> = ContinuousClock()) -> any RequestPacing {
    let log = Logger(label: "test") { [messages] _ in MessageHandler { line in messages.withLock { $0.append(line) } } }
    return QueuePacing(database, clock: clock, timeoutClock: timeoutClock, log: log).pacing(of: "ours")
  }

  private func advance(by duration: Duration) async throws {
    try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
  }

  private static let away =
    "cannot share the pacing of forge writes with other processes; this process paces its own"
  private static let back = "sharing the pacing of forge writes with other processes again"

  @Test func `a write waits for the reservations and pauses of other processes`() async throws {
    let pacing = pacing()
    #expect(await pacing.reserveWrite(policy) == WriteReservation(pause: .zero, wait: .zero))
    database.state.withLock { $0.wait = .seconds(7) }
    #expect(await pacing.reserveWrite(policy) == WriteReservation(pause: .zero, wait: .seconds(7)))
    database.state.withLock { $0.pause = .seconds(30) }
    #expect(await pacing.currentPause() == .seconds(30))
    #expect(messages.withLock { $0 } == [])
  }

  @Test func `writes are spaced locally while the database is away, after the last shared reservation`() async throws {
    let pacing = pacing()
    database.state.withLock { $0.wait = .seconds(7) }
    #expect(await pacing.reserveWrite(policy).wait == .seconds(7))
    database.state.withLock { $0.isAway = true }
    for wait in [8, 9, 10] { #expect(await pacing.reserveWrite(policy).wait == .seconds(wait)) }
    // The database was queried once, and then not again for a while.
    #expect(database.state.withLock { $0.questions } == 2)
    try await advance(by: .seconds(10))
    #expect(await pacing.reserveWrite(policy).wait == .seconds(1))
    #expect(database.state.withLock { $0.questions } == 3)
    #expect(messages.withLock { $0 } == [Self.away])

    database.state.withLock { state in
      state.isAway = false
      state.wait = .seconds(20)
    }
    #expect(await pacing.reserveWrite(policy).wait == .seconds(2))
    try await advance(by: .seconds(10))
    #expect(await pacing.reserveWrite(policy).wait == .seconds(20))
    #expect(messages.withLock { $0 } == [Self.away, Self.back])
  }

  @Test func `a write does not wait for a database that does not respond`() async throws {
    let gate = Gate()
    defer { gate.open() }
    database.state.withLock { $0.silence = gate }
    let pacing = pacing(timeoutClock: InstantClock())
    #expect(await pacing.reserveWrite(policy).wait == .zero)
    #expect(await pacing.reserveWrite(policy).wait == .seconds(1))
    #expect(await pacing.currentPause() == .zero)
    #expect(messages.withLock { $0 } == [Self.away])
  }

  @Test func `a cancelled request does not wait for the database, and reports no outage`() async throws {
    let gate = Gate()
    defer { gate.open() }
    database.state.withLock { $0.silence = gate }
    let pacing = pacing()
    let task = Task { await pacing.reserveWrite(policy) }
    task.cancel()
    #expect(await task.value.wait == .zero)
    #expect(messages.withLock { $0 } == [])
  }

  @Test func `a pause during an outage of the database is kept, and shared after the outage`() async throws {
    let pacing = pacing()
    database.state.withLock { $0.isAway = true }
    await pacing.pause(for: .seconds(60), slowing: .seconds(600))
    #expect(await pacing.currentPause() == .seconds(60))
    #expect(await pacing.reserveWrite(policy) == WriteReservation(pause: .seconds(60), wait: .seconds(60)))
    database.state.withLock { $0.isAway = false }
    try await advance(by: .seconds(10))
    #expect(await pacing.reserveWrite(policy).pause == .seconds(50))
    #expect(database.state.withLock { $0.pauses } == [.seconds(50)])
    #expect(database.state.withLock { $0.slowings } == [.seconds(600)])
    #expect(await pacing.currentPause() == .seconds(50))
    #expect(database.state.withLock { $0.pauses } == [.seconds(50)])
  }
}
