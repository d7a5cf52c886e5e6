// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

/// Transports that share the pacing of one token.
struct RequestPacingTests {
  private let clock = InstantClock()

  private func request(_ method: HTTPRequest.Method) throws -> TransportRequest {
    TransportRequest(HTTPRequest(method, at: try server()))
  }

  /// - Parameters:
  ///   - refusal: the response to the first request.
  ///   - clock: the clock of all transports; `nil` for ``clock``.
  private func transports(
    _ count: Int, refusal: TransportResponse? = nil, on clock: (any Clock<Duration>)? = nil
  ) -> [RateLimitingTransport] {
    let clock = clock ?? self.clock
    let pacing = ProcessPacing(clock: clock)
    let first = Locked(refusal)
    let base = StubTransport { _ in
      first.withLock { refusal in
        defer { refusal = nil }
        return refusal
      } ?? answer("done")
    }
    return (0..<count).map { _ in
      RateLimitingTransport(base, policy: RateLimitPolicy(writeSpacing: .seconds(1)), pacing: pacing, clock: clock)
    }
  }

  @Test func `the writes of all transports are spaced`() async throws {
    let clock = StoppedClock()
    let transports = transports(3, on: clock)
    let request = try request(.post)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for transport in transports { for _ in 0..<4 { group.addTask { _ = try await transport.send(request) } } }
      try await group.waitForAll()
    }
    #expect(clock.waits.filter { $0 > .zero }.sorted() == (1...11).map { .seconds($0) })
  }

  @Test func `a bucket of writes is sent at once, and then what it is refilled with`() async throws {
    let clock = StoppedClock()
    let pacing = ProcessPacing(clock: clock)
    let policy = RateLimitPolicy(writeSpacing: .zero, writeBurst: 300, writeRefill: .milliseconds(50))
    var waits: [Duration] = []
    for _ in 0..<305 { waits.append(await pacing.reserveWrite(policy).wait) }
    #expect(waits == Array(repeating: .zero, count: 300) + (1...5).map { .milliseconds(50) * $0 })
  }

  @Test func `a bucket keeps its contents when its refill changes`() async throws {
    let pacing = ProcessPacing(clock: StoppedClock())
    let slow = RateLimitPolicy(writeSpacing: .zero, writeBurst: 20, writeRefill: .seconds(12))
    for _ in 0..<15 { #expect(await pacing.reserveWrite(slow).wait == .zero) }
    let fast = RateLimitPolicy(writeSpacing: .zero, writeBurst: 20, writeRefill: .milliseconds(50))
    for _ in 0..<5 { #expect(await pacing.reserveWrite(fast).wait == .zero) }
    #expect(await pacing.reserveWrite(fast).wait == .milliseconds(50))
  }

  @Test(arguments: 1...5)
  func `no hour has more writes than the bucket and its refill, and no two are closer than the spacing`(
    seed: UInt64
  ) async throws {
    let pacing = ProcessPacing(clock: clock)
    let policy = RateLimitPolicy(writeSpacing: .seconds(1), writeBurst: 200, writeRefill: .seconds(12))
    var random = SeededRandom(seed: seed)
    var times: [InstantClock.Instant] = []
    for _ in 0..<1_500 {
      times.append(clock.now.advanced(by: await pacing.reserveWrite(policy).wait))
      let pause = Int.random(in: 0..<20, using: &random) == 0 ? 600_000 : 14_000
      let later = Duration.milliseconds(Int.random(in: 0...pause, using: &random))
      try await clock.sleep(until: clock.now.advanced(by: later), tolerance: nil)
    }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.duration(to: $1) >= .seconds(1) })
    for (index, time) in times.enumerated() {
      let hour = times[index...].prefix { time.duration(to: $0) <= .seconds(3_600) }
      #expect(hour.count <= 500)
    }
  }

  @Test func `after a refusal, writes are slowed for a time that begins with the end of the pause`() async throws {
    let refusal = answer("", status: .tooManyRequests, fields: [.retryAfter: "30"])
    let first = Locked<TransportResponse?>(refusal)
    let base = StubTransport { _ in
      first.withLock { refusal in
        defer { refusal = nil }
        return refusal
      } ?? answer("done")
    }
    let policy = RateLimitPolicy(
      writeSpacing: .zero, writeBurst: 300, writeRefill: .milliseconds(50), slowPeriod: .seconds(2))
    let transport = RateLimitingTransport(base, policy: policy, clock: clock)
    for _ in 0..<6 { _ = try await transport.send(request(.post)) }
    // The refused one is repeated after 30 s. Two more starts are in the slow time, and then the bucket counts again.
    #expect(clock.waits == [.seconds(30), .seconds(1), .seconds(1)])
  }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `a pause of one transport applies to the others`(method: HTTPRequest.Method) async throws {
    let refusal = answer("", status: .tooManyRequests, fields: [.retryAfter: "400"])
    let transports = transports(2, refusal: refusal)
    await #expect(throws: TransportError.self) { try await transports[0].send(request(.get)) }
    await #expect {
      try await transports[1].send(request(method))
    } throws: { error in
      (error as? TransportError)?.code == .rateLimited && (error as? TransportError)?.retryAfter == .seconds(400)
    }
    #expect(clock.waits == [])
    try await clock.sleep(until: clock.now.advanced(by: .seconds(390)), tolerance: nil)
    _ = try await transports[1].send(request(method))
    #expect(clock.waits == [.seconds(390), .seconds(10)])
  }
}

/// A clock whose time never changes, so that the waits of concurrent tasks do not depend on each other.
private final class StoppedClock: Clock, Sendable {
  private let recorded = Locked<[Duration]>([])

  var now: InstantClock.Instant { InstantClock().now }
  var minimumResolution: Duration { .zero }
  var waits: [Duration] { recorded.withLock { $0 } }

  func sleep(until deadline: InstantClock.Instant, tolerance: Duration?) async throws {
    recorded.withLock { $0.append(now.duration(to: deadline)) }
  }
}
