// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
import HTTPTypes

/// Keeps the rate limit of one token: all requests with that token go through one such transport.
///
/// A limit belongs to the token, not to the request that happens to hit it. So when an answer says that the limit is
/// used up (`X-RateLimit-Remaining: 0`), or a request is refused because of it (429, or 403 with `Retry-After` or words
/// that say so), everything waits, and the refused request is then sent again, also one that writes: a refusal means
/// that nothing was done. Writes go one after the other with a space between their starts, and only so many requests
/// are on their way at a time.
///
/// Where the token is also used elsewhere, give it a ``RequestPacing`` that is shared with that.
///
/// Wrap it in a ``RetryingTransport``, not in reverse: a pause then does not count as an attempt.
public actor RateLimitingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: RateLimitPolicy
  private let pacing: any RequestPacing
  private let stopwatch: Stopwatch
  private let now: @Sendable () -> Date
  private let gate: AsyncSemaphore
  private let writeGate = AsyncSemaphore(value: 1)

  /// Refusals in a row that did not say how long.
  private var refusals = 0
  /// Counts the pauses, so that several requests that run into the same limit together count once.
  private var incident = 0

  /// A transport that waits on `clock` as `policy` says.
  ///
  /// - Parameters:
  ///   - base: what sends the requests.
  ///   - policy: how many at a time, how far apart, and how long a pause may be.
  ///   - pacing: the times of writes and pauses, if others use the token as well; `nil` if this transport alone does.
  ///   - clock: what is waited on.
  ///   - now: the time of day, to say until when a pause lasts, and for servers that do not tell theirs.
  public init(
    _ base: any HTTPTransport, policy: RateLimitPolicy = RateLimitPolicy(), pacing: (any RequestPacing)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.base = base
    self.policy = policy
    self.now = now
    self.pacing = pacing ?? ProcessPacing(clock: clock)
    stopwatch = Stopwatch(clock)
    gate = AsyncSemaphore(value: policy.concurrentRequests)
  }

  /// Sends the request when it is its turn.
  ///
  /// - Throws: ``TransportError`` with ``TransportError/Code/rateLimited`` when the pause is longer than the policy's
  ///   longest. When the limit refuses the last attempt too, its answer is returned.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let isWrite = !request.head.method.isSafe
    if isWrite { try await writeGate.wait() }
    defer { if isWrite { writeGate.signal() } }
    try await gate.wait()
    defer { gate.signal() }
    for _ in 1..<max(policy.attempts, 1) {
      let (response, isRefused) = try await attempt(request)
      if !isRefused { return response }
    }
    return try await attempt(request).response
  }

  private func attempt(
    _ request: TransportRequest
  ) async throws(TransportError) -> (response: TransportResponse, isRefused: Bool) {
    try await waitForTurn(request)
    let incident = incident
    var response = try await base.send(request)
    var words = ""
    if RateLimitNotice.needsBody(of: response.head) {
      let body = try await response.body.collected()
      response.body = ResponseBody(body)
      words = String(decoding: body.prefix(64 << 10), as: UTF8.self)
    }
    let notice = RateLimitNotice(response.head, body: words, now: now())
    await learn(from: notice, isNew: incident == self.incident)
    return (response, notice.isRefusal)
  }

  private func waitForTurn(_ request: TransportRequest) async throws(TransportError) {
    guard !request.head.method.isSafe else { return try await waitForPause(request) }
    while true {
      let reservation = await pacing.reserveWrite(policy)
      try check(reservation.pause, request)
      guard reservation.wait > .zero else { return }
      try await stopwatch.sleep(for: reservation.wait)
      // Another response may have begun a pause meanwhile. All writes that waited would start at its end, so each
      // reserves a time again.
      if await pacing.currentPause() <= .zero { return }
    }
  }

  private func waitForPause(_ request: TransportRequest) async throws(TransportError) {
    while true {
      let pause = await pacing.currentPause()
      try check(pause, request)
      guard pause > .zero else { return }
      try await stopwatch.sleep(for: pause)
    }
  }

  private func check(_ pause: Duration, _ request: TransportRequest) throws(TransportError) {
    guard pause > policy.longestPause else { return }
    let place = Origin(request.head)?.description ?? "the server"
    let end = now().addingTimeInterval(pause / .seconds(1))
    throw TransportError(
      .rateLimited, "\(place) accepts no more requests until \(end.formatted(.iso8601))", retryAfter: pause)
  }

  private func learn(from notice: RateLimitNotice, isNew: Bool) async {
    if notice.isRefusal {
      if notice.pause == nil, isNew { refusals += 1 }
      await pause(for: notice.pause ?? policy.penalty(afterRefusals: refusals))
    } else {
      if isNew { refusals = 0 }
      if let pause = notice.pause, pause > .zero { await self.pause(for: pause) }
    }
  }

  private func pause(for duration: Duration) async {
    incident += 1
    await pacing.pause(for: duration)
  }
}

/// How a token's rate limit is kept.
public struct RateLimitPolicy: Hashable, Sendable {
  /// How many requests are on their way at the same time.
  public var concurrentRequests: Int
  /// The least time between the starts of two requests that write.
  public var writeSpacing: Duration
  /// The longest pause that is waited for. A longer one is an error that says until when it lasts.
  public var longestPause: Duration
  /// The pause after a refusal that does not say how long; it doubles with each further one.
  public var firstPenalty: Duration
  /// How often a request is sent that is refused because of the limit.
  public var attempts: Int

  /// A policy; by default one that the large forges ask for.
  public init(
    concurrentRequests: Int = 10, writeSpacing: Duration = .seconds(1), longestPause: Duration = .seconds(300),
    firstPenalty: Duration = .seconds(60), attempts: Int = 3
  ) {
    self.concurrentRequests = concurrentRequests
    self.writeSpacing = writeSpacing
    self.longestPause = longestPause
    self.firstPenalty = firstPenalty
    self.attempts = attempts
  }

  /// The pause after so many refusals in a row that did not say how long.
  func penalty(afterRefusals count: Int) -> Duration {
    firstPenalty * (1 << min(max(count, 1) - 1, 20))
  }
}
