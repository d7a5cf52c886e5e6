// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

struct RefreshingTransportTests {
  private static let start = Date(timeIntervalSince1970: 1_785_492_000)
  private let time = Locked(start)

  private func source(_ issuer: some TokenIssuer) -> TokenSource {
    TokenSource(issuer, now: { [time] in time.withLock { $0 } })
  }

  private func transport(_ base: some HTTPTransport, _ tokens: TokenSource) throws -> RefreshingTransport {
    RefreshingTransport(base, tokens: tokens, for: try server().origin)
  }

  private func request(_ method: HTTPRequest.Method = .get) throws -> TransportRequest {
    TransportRequest(HTTPRequest(method, at: try server()))
  }

  /// Accepts the values of the field for which `isGood` returns `true`.
  private func stub(_ isGood: @escaping @Sendable (String) -> Bool = { _ in true }) -> StubTransport {
    StubTransport { request in
      isGood(request.head.headerFields[.authorization] ?? "") ? answer("ok") : answer("who?", status: .unauthorized)
    }
  }

  private func credentials(_ stub: StubTransport) async -> [String?] {
    await stub.requests.map { $0.head.headerFields[.authorization] }
  }

  @Test func `asks for a token once and uses it until shortly before its end`() async throws {
    let stub = stub()
    let transport = try transport(stub, source(CountingIssuer(life: 3600)))
    for second in [0, 1, 2999, 3001, 3002] {
      time.withLock { $0 = Self.start.addingTimeInterval(Double(second)) }
      _ = try await transport.send(request())
    }
    #expect(await credentials(stub) == ["Bearer t1", "Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"])
    #expect(await stub.requests.allSatisfy { $0.head.headerFields.allSatisfy(\.isSecret) })
  }

  @Test func `a short-lived token is reused for half of its lifetime`() async throws {
    let stub = stub()
    let transport = try transport(stub, source(CountingIssuer(life: 10)))
    for second in [0, 4, 6] {
      time.withLock { $0 = Self.start.addingTimeInterval(Double(second)) }
      _ = try await transport.send(request())
    }
    #expect(await credentials(stub) == ["Bearer t1", "Bearer t1", "Bearer t2"])
  }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `a rejected token is replaced, and the request is repeated`(method: HTTPRequest.Method) async throws {
    let stub = stub { $0 != "Bearer t1" }
    let transport = try transport(stub, source(CountingIssuer(life: nil)))
    #expect(try await transport.send(request(method)).head.status == .ok)
    #expect(await credentials(stub) == ["Bearer t1", "Bearer t2"])
  }

  @Test func `a second rejection is returned to the caller`() async throws {
    let stub = stub { _ in false }
    let transport = try transport(stub, source(CountingIssuer(life: nil)))
    #expect(try await transport.send(request()).head.status == .unauthorized)
    #expect(await credentials(stub) == ["Bearer t1", "Bearer t2"])
  }

  @Test func `concurrent requests share one new token`() async throws {
    let hold = Gate()
    let issuer = CountingIssuer(life: nil, hold: hold)
    let stub = stub { $0 != "Bearer t1" }
    let transport = try transport(stub, source(issuer))
    let request = try request()
    // Each runs immediately, up to its wait for the token.
    let tasks = (0..<20).map { _ in Task.immediate { try await transport.send(request).head.status.code } }
    hold.open()
    for task in tasks { #expect(try await task.value == 200) }
    #expect(await issuer.count == 2)
  }

  @Test func `sends the token to its own origin only, and not with another credential`() async throws {
    let issuer = CountingIssuer(life: nil)
    let stub = stub()
    let transport = try transport(stub, source(issuer))
    _ = try await transport.send(
      TransportRequest(HTTPRequest(at: try #require(HTTPAddress("https://other.example.com/")))))
    var own = try request()
    own.head.headerFields[.authorization] = "Basic own"
    _ = try await transport.send(own)
    #expect(await credentials(stub) == [nil, "Basic own"])
  }

  @Test func `an error of the token issuer is thrown`() async throws {
    let transport = try transport(stub(), source(FailingIssuer()))
    await #expect(throws: FailingIssuer.error) { try await transport.send(request()) }
  }

  @Test func `a cancelled wait for a token ends at once, and the others get their token`() async throws {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let source = source(SlowIssuer(gate: gate))
    let tasks = (0..<3).map { _ in Task { try await source.token() } }
    tasks[0].cancel()
    // The issuer does not respond before the cancelled task has ended.
    await #expect { try await tasks[0].value } throws: { ($0 as? TransportError)?.code == .cancelled }
    opening.finish()
    for task in tasks.dropFirst() { #expect(try await task.value == AccessToken("slow")) }
    #expect(try await source.token() == AccessToken("slow"))
  }

  @Test func `does not show the secret`() {
    let token = AccessToken("s3cret", expiry: Self.start)
    #expect("\(token)" == "a token until 2026-07-31T10:00:00Z")
    #expect(!String(reflecting: token).contains("s3cret"))
  }
}

/// Issues `t1`, `t2` and so on.
private actor CountingIssuer: TokenIssuer {
  private let life: TimeInterval?
  private let hold: Gate?
  private(set) var count = 0
  private var time = Date(timeIntervalSince1970: 1_785_492_000)

  /// - Parameter hold: a gate that blocks the issuer until it is open.
  init(life: TimeInterval?, hold: Gate? = nil) {
    self.life = life
    self.hold = hold
  }

  func issueToken() async throws(TransportError) -> AccessToken {
    count += 1
    let number = count
    // No test cancels the wait.
    try? await hold?.pass()
    defer { if let life { time.addTimeInterval(life) } }
    return AccessToken("t\(number)", expiry: life.map { time.addingTimeInterval($0) })
  }
}

private struct FailingIssuer: TokenIssuer {
  static let error = TransportError(.couldNotConnect, "the issuer is not there")
  func issueToken() async throws(TransportError) -> AccessToken { throw Self.error }
}

/// Issues a token when the gate is open.
private struct SlowIssuer: TokenIssuer {
  let gate: AsyncStream<Void>
  func issueToken() async throws(TransportError) -> AccessToken {
    for await _ in gate {}
    return AccessToken("slow")
  }
}
