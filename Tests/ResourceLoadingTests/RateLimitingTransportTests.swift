// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

struct RateLimitingTransportTests {
  private let clock = InstantClock()

  private func transport(
    _ base: some HTTPTransport, _ policy: RateLimitPolicy = RateLimitPolicy(writeSpacing: .zero)
  ) -> RateLimitingTransport {
    let now = Date(timeIntervalSince1970: 1_785_492_000)
    return RateLimitingTransport(base, policy: policy, clock: clock, now: { now })
  }

  private func request(_ method: HTTPRequest.Method = .get) throws -> TransportRequest {
    TransportRequest(HTTPRequest(method, at: try server()))
  }

  /// Responds with the statuses one after the other, then with 200; all but that have the fields.
  private func stub(_ statuses: Int..., fields: HTTPFields = [:], body: String = "") -> StubTransport {
    let rest = Locked(statuses)
    return StubTransport { _ in
      let status = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      return status.map { answer(body, status: .init(code: $0), fields: fields) } ?? answer("done")
    }
  }

  private static let secondary = "You have exceeded a secondary rate limit"

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `a rate-limited request is repeated after the pause, even a write`(method: HTTPRequest.Method) async throws {
    let stub = stub(429, fields: [.retryAfter: "7"])
    #expect(try await transport(stub).send(request(method)).head.status == .ok)
    #expect(clock.waits == [.seconds(7)])
    #expect(await stub.requests.count == 2)
  }

  @Test func `the pause doubles after refusals without a retry time, and the last one is returned`() async throws {
    let stub = stub(403, 403, 403, body: Self.secondary)
    let transport = transport(stub)
    let last = try await transport.send(request())
    #expect(last.head.status == .forbidden)
    #expect(last.body == Data(Self.secondary.utf8))
    #expect(clock.waits == [.seconds(60), .seconds(120)])
    // The pause of the last refusal applies to the next request.
    #expect(try await transport.send(request()).head.status == .ok)
    #expect(clock.waits == [.seconds(60), .seconds(120), .seconds(240)])
    #expect(await stub.requests.count == 4)
  }

  @Test func `a success resets the pause`() async throws {
    let statuses = Locked([403, 200, 403, 200])
    let transport = transport(
      StubTransport { _ in answer(Self.secondary, status: .init(code: statuses.withLock { $0.removeFirst() })) })
    for _ in 0..<2 { _ = try await transport.send(request()) }
    #expect(clock.waits == [.seconds(60), .seconds(60)])
  }

  @Test func `requests wait for the reset when the limit is used up`() async throws {
    let remaining = try #require(HTTPField.Name("x-ratelimit-remaining"))
    let reset = try #require(HTTPField.Name("x-ratelimit-reset"))
    let stub = stub(200, fields: [remaining: "0", reset: "1785492030", .date: "Fri, 31 Jul 2026 10:00:00 GMT"])
    let transport = transport(stub)
    _ = try await transport.send(request())
    #expect(clock.waits.isEmpty)
    _ = try await transport.send(request(.post))
    #expect(clock.waits == [.seconds(30)])
  }

  @Test func `a 403 without a rate limit is not repeated`() async throws {
    let stub = stub(403, body: "Resource not accessible by integration")
    let response = try await transport(stub).send(request())
    #expect(response.head.status == .forbidden)
    #expect(response.body == Data("Resource not accessible by integration".utf8))
    #expect(clock.waits.isEmpty)
  }

  @Test func `a pause that is too long is an error that names its end`() async throws {
    let stub = stub(429, fields: [.retryAfter: "86400"])
    let transport = transport(stub)
    let error = TransportError(
      .rateLimited, "https://shapes.example.com accepts no more requests until 2026-08-01T10:00:00Z",
      retryAfter: .seconds(86_400))
    await #expect(throws: error) { try await transport.send(request()) }
    await #expect(throws: error) { try await transport.send(request()) }
    #expect(!error.mayHaveArrived)
    #expect(clock.waits.isEmpty)
    #expect(await stub.requests.count == 1)
  }

  @Test func `leaves a space between writes and none between reads`() async throws {
    let transport = transport(stub(), RateLimitPolicy(writeSpacing: .seconds(1)))
    for method in [HTTPRequest.Method.post, .get, .patch, .get, .delete] {
      _ = try await transport.send(request(method))
    }
    #expect(clock.waits == [.seconds(1), .seconds(1)])
  }

  @Test func `concurrent writes are spaced`() async throws {
    let starts = Locked<[InstantClock.Instant]>([])
    let base = StubTransport { [clock] _ in
      starts.withLock { $0.append(clock.now) }
      return answer("")
    }
    let transport = transport(base, RateLimitPolicy(writeSpacing: .seconds(1)))
    let request = try request(.post)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5 { group.addTask { _ = try await transport.send(request) } }
      try await group.waitForAll()
    }
    let times = starts.withLock { $0 }
    #expect(zip(times, times.dropFirst()).map { $0.duration(to: $1) } == Array(repeating: .seconds(1), count: 4))
  }

  @Test func `the number of concurrent requests is limited`() async throws {
    let base = CrowdedTransport(letsGoAt: 3) { _ in answer("") }
    let transport = transport(base, RateLimitPolicy(concurrentRequests: 3))
    let request = try request()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<30 { group.addTask { _ = try await transport.send(request) } }
      try await group.waitForAll()
    }
    #expect(await base.largestCrowd == 3)
    #expect(await base.count == 30)
  }

  @Test func `concurrent refusals count as one`() async throws {
    let base = CrowdedTransport(letsGoAt: 5) { number in
      number <= 5 ? answer(Self.secondary, status: .forbidden) : answer("")
    }
    let transport = transport(base)
    let request = try request()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<5 { group.addTask { try await transport.send(request).head.status.code } }
      for try await status in group { #expect(status == 200) }
    }
    #expect(clock.waits.allSatisfy { $0 <= .seconds(60) })
    #expect(await base.count == 10)
  }

  @Test func `does not keep a cancelled request waiting`() async throws {
    let transport = RateLimitingTransport(stub(429, fields: [.retryAfter: "200"]), clock: ContinuousClock())
    let request = try request()
    let task = Task { try await transport.send(request) }
    task.cancel()
    await #expect { try await task.value } throws: { ($0 as? TransportError)?.code == .cancelled }
  }
}

/// Holds responses until the given number of requests is in flight.
private actor CrowdedTransport: HTTPTransport {
  private let limit: Int
  private let answer: @Sendable (Int) -> TransportResponse
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var crowd = 0
  private(set) var largestCrowd = 0
  private(set) var count = 0

  init(letsGoAt limit: Int, answer: @escaping @Sendable (Int) -> TransportResponse) {
    self.limit = limit
    self.answer = answer
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    count += 1
    let number = count
    crowd += 1
    largestCrowd = max(largestCrowd, crowd)
    if number < limit {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
    crowd -= 1
    return answer(number)
  }
}
