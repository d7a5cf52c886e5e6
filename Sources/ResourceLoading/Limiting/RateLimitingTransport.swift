// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
import HTTPTypes

/// Respects the rate limit of one token: all requests with that token go through one such transport.
///
/// A limit belongs to the token, not to the request that exceeds it. When a response reports that the limit is used up
/// (`X-RateLimit-Remaining: 0`), or a request is refused because of it (429, or 403 with `Retry-After` or a message
/// about the limit), all requests wait, and the refused request is then sent again, even if it writes: a refused
/// request was not executed. Writes are serialized with a minimum time between their starts, and the number of
/// concurrent requests is limited.
///
/// If the token is also used elsewhere, pass a ``RequestPacing`` that all its users share.
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

  /// The number of consecutive refusals without a delay.
  private var refusals = 0
  /// Counts the pauses, so that several requests that exceed the same limit together count once.
  private var incident = 0

  /// Creates a transport that waits on `clock` according to `policy`.
  ///
  /// - Parameters:
  ///   - base: the transport that sends the requests.
  ///   - policy: the limits of concurrency, spacing and pauses.
  ///   - pacing: the times of writes and pauses, if the token is also used elsewhere; `nil` if only this transport uses
  ///     it.
  ///   - clock: the clock of the waits.
  ///   - now: returns the time of day, for the end of a pause in errors, and for servers that do not send their time.
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

  /// Sends the request after waiting for its turn.
  ///
  /// - Throws: ``TransportError`` with ``TransportError/Code/rateLimited`` when the pause exceeds the policy's maximum.
  ///   If the limit also refuses the last attempt, its response is returned.
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
      // Another response may have started a pause in the meantime. All waiting writes would start at its end, so each
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

/// The limits for requests with one token.
public struct RateLimitPolicy: Hashable, Sendable {
  /// The maximum number of concurrent requests.
  public var concurrentRequests: Int
  /// The minimum time between the starts of two writes.
  public var writeSpacing: Duration
  /// The maximum pause that is waited for. A longer one is an error that contains its end.
  public var longestPause: Duration
  /// The pause after a refusal without a delay; it doubles with each further one.
  public var firstPenalty: Duration
  /// The maximum number of attempts of a request that the limit refuses.
  public var attempts: Int

  /// Creates a policy; the default follows the requirements of the large forges.
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

  /// Returns the pause after a number of consecutive refusals without a delay.
  func penalty(afterRefusals count: Int) -> Duration {
    firstPenalty * (1 << min(max(count, 1) - 1, 20))
  }
}
