// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

struct RetryingTransportTests {
  private let clock = InstantClock()

  private func transport(_ base: some HTTPTransport) -> RetryingTransport {
    RetryingTransport(base, policy: RetryPolicy(attempts: 4), clock: clock, random: { 0.5 })
  }

  private func request(_ method: HTTPRequest.Method) throws -> TransportRequest {
    TransportRequest(HTTPRequest(method, at: try server()))
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504])
  func `a request is repeated after a temporary error status`(status: Int) async throws {
    let stub = StubTransport { [answers = ResponseList([status, status, 200])] _ in answers.next() }
    #expect(try await transport(stub).send(request(.get)).head.status == .ok)
    #expect(clock.waits == [.milliseconds(500), .seconds(1)])
  }

  @Test func `the last response is returned after the maximum number of attempts`() async throws {
    let stub = StubTransport { _ in TransportResponse(status: .serviceUnavailable) }
    #expect(try await transport(stub).send(request(.get)).head.status == .serviceUnavailable)
    #expect(await stub.requests.count == 4)
  }

  @Test(arguments: [HTTPRequest.Method.post, .patch])
  func `a request that is not idempotent is not repeated`(method: HTTPRequest.Method) async throws {
    let stub = StubTransport { _ in TransportResponse(status: .serviceUnavailable) }
    _ = try await transport(stub).send(request(method))
    #expect(await stub.requests.count == 1)
  }

  @Test func `repeats requests that are configured as harmless`() async throws {
    let stub = StubTransport { [answers = ResponseList([503, 200, 503])] _ in answers.next() }
    let transport = RetryingTransport(stub, clock: clock, isHarmless: { $0.method == .post })
    #expect(try await transport.send(request(.post)).head.status == .ok)
    #expect(try await transport.send(request(.patch)).head.status == .serviceUnavailable)
    #expect(await stub.requests.count == 3)
  }

  @Test func `a request with an idempotency key is repeated`() async throws {
    let stub = StubTransport { [answers = ResponseList([503, 200])] _ in answers.next() }
    var request = try request(.post)
    request.head.headerFields[try #require(HTTPField.Name("idempotency-key"))] = "1"
    #expect(try await transport(stub).send(request).head.status == .ok)
    #expect(await stub.requests == [request, request])
  }

  @Test(arguments: [400, 401, 403, 404, 422, 501])
  func `a request is not repeated after a final status`(status: Int) async throws {
    let stub = StubTransport { [answers = ResponseList([status])] _ in answers.next() }
    #expect(try await transport(stub).send(request(.get)).head.status.code == status)
    #expect(await stub.requests.count == 1)
  }

  @Test(arguments: [
    (HTTPFields(dictionaryLiteral: (.retryAfter, "7")), Duration.seconds(7)),
    (
      HTTPFields(
        dictionaryLiteral: (.date, "Fri, 31 Jul 2026 10:00:00 GMT"),
        (.retryAfter, "Fri, 31 Jul 2026 10:00:20 GMT")), .seconds(20)
    ),
    (HTTPFields(dictionaryLiteral: (.retryAfter, "soon")), .milliseconds(500)),
  ])
  func `the wait follows the Retry-After field`(fields: HTTPFields, wait: Duration) async throws {
    let stub = StubTransport { [answers = ResponseList([429, 200], fields: fields)] _ in answers.next() }
    #expect(try await transport(stub).send(request(.get)).head.status == .ok)
    #expect(clock.waits == [wait])
  }

  @Test func `a request is repeated after a 403 with Retry-After`() async throws {
    let stub = StubTransport { [answers = ResponseList([403, 200], fields: [.retryAfter: "1"])] _ in answers.next() }
    #expect(try await transport(stub).send(request(.get)).head.status == .ok)
  }

  @Test(arguments: [429, 403])
  func `rate limits can be left to another transport`(status: Int) async throws {
    let stub = StubTransport { [answers = ResponseList([status, 200], fields: [.retryAfter: "1"])] _ in answers.next() }
    let transport = RetryingTransport(stub, policy: RetryPolicy(repeatsAfterLimits: false), clock: clock)
    #expect(try await transport.send(request(.get)).head.status.code == status)
    #expect(clock.waits.isEmpty)
  }

  @Test func `a response that asks for too long a wait is returned`() async throws {
    let stub = StubTransport { [answers = ResponseList([429], fields: [.retryAfter: "86400"])] _ in answers.next() }
    #expect(try await transport(stub).send(request(.get)).head.status == .tooManyRequests)
    #expect(clock.waits.isEmpty)
  }

  @Test(arguments: [
    (TransportError.Code.couldNotResolve, 4), (.couldNotConnect, 4), (.timedOut, 4), (.failed, 4), (.tls, 1),
    (.tooLarge, 1), (.cancelled, 1), (.redirectRefused, 1),
  ])
  func `a request is repeated only after a temporary error`(code: TransportError.Code, attempts: Int) async throws {
    let stub = StubTransport { (_) throws(TransportError) in throw TransportError(code, "") }
    await #expect(throws: TransportError(code, "")) { try await transport(stub).send(request(.get)) }
    #expect(await stub.requests.count == attempts)
  }

  @Test func `spreads the waits and bounds them`() {
    let policy = RetryPolicy(attempts: 100, firstDelay: .seconds(1), longestDelay: .seconds(60))
    let outcome = Result<HTTPResponse, TransportError>.failure(TransportError(.failed, ""))
    #expect(policy.delay(afterAttempt: 1, outcome: outcome, random: 0) == .zero)
    #expect(policy.delay(afterAttempt: 3, outcome: outcome, random: 1) == .seconds(4))
    #expect(policy.delay(afterAttempt: 99, outcome: outcome, random: 1) == .seconds(60))
    #expect(policy.delay(afterAttempt: 100, outcome: outcome, random: 0) == nil)
  }
}

/// Statuses of consecutive responses.
private final class ResponseList: Sendable {
  private let statuses: Locked<[Int]>
  private let fields: HTTPFields

  init(_ statuses: [Int], fields: HTTPFields = [:]) {
    self.statuses = Locked(statuses)
    self.fields = fields
  }

  func next() -> TransportResponse {
    TransportResponse(status: .init(code: statuses.withLock { $0.removeFirst() }), headerFields: fields)
  }
}
