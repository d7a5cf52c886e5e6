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

  /// - Parameter refusal: the response to the first request.
  private func transports(
    _ count: Int, refusal: TransportResponse? = nil, starts: Locked<[InstantClock.Instant]> = Locked([])
  ) -> [RateLimitingTransport] {
    let pacing = ProcessPacing(clock: clock)
    let first = Locked(refusal)
    let base = StubTransport { [clock] _ in
      starts.withLock { $0.append(clock.now) }
      return first.withLock { refusal in
        defer { refusal = nil }
        return refusal
      } ?? answer("done")
    }
    return (0..<count).map { _ in
      RateLimitingTransport(base, policy: RateLimitPolicy(writeSpacing: .seconds(1)), pacing: pacing, clock: clock)
    }
  }

  @Test func `the writes of all transports are spaced`() async throws {
    let starts = Locked<[InstantClock.Instant]>([])
    let transports = transports(3, starts: starts)
    let request = try request(.post)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for transport in transports { for _ in 0..<4 { group.addTask { _ = try await transport.send(request) } } }
      try await group.waitForAll()
    }
    let times = starts.withLock { $0.sorted() }
    #expect(times.count == 12)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.duration(to: $1) >= .seconds(1) })
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
