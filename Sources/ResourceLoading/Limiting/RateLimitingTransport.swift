// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation
import HTTPTypes

/// Respects the rate limit of one token: all requests with that token go through one such transport.
///
/// A limit belongs to the token, not to the request that exceeds it. When a response reports that the limit is used up
/// (`X-RateLimit-Remaining: 0`), or a request is refused because of it (429, or 403 with `Retry-After` or a message
/// about the limit), all requests wait, and the refused request is then sent again, even if it writes: a refused
/// request was not executed. Writes are spaced according to the policy, and slowed after a refusal; the number of
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
  private let gate: RequestLine
  private let line: RequestLine

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
    gate = RequestLine(capacity: policy.concurrentRequests)
    line = RequestLine(capacity: policy.concurrentWrites)
  }

  /// Sends the request after waiting for its turn.
  ///
  /// - Throws: ``TransportError`` with ``TransportError/Code/rateLimited`` when the pause exceeds the policy's maximum.
  ///   If the limit also refuses the last attempt, its response is returned.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    try await request.head.method.isSafe ? read(request) : write(request)
  }

  /// The number of writes that wait for a place in the line.
  var waitingWrites: Int { line.waiting }

  private func read(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    _ = try await gate.enter(.result)
    defer { gate.leave() }
    for _ in 1..<max(policy.attempts, 1) {
      try await waitForPause(request)
      let (response, isRefused) = try await attempt(request)
      if !isRefused { return response }
    }
    try await waitForPause(request)
    return try await attempt(request).response
  }

  private func write(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    var place: RequestLine.Place? = try await line.enter(.current)
    defer { if place != nil { line.leave() } }
    for number in 1... {
      try await waitForTurn(request, &place)
      // Not before: reads do not wait for the times of writes.
      _ = try await gate.enter(.result)
      defer { gate.leave() }
      let (response, isRefused) = try await attempt(request)
      if !isRefused || number >= policy.attempts { return response }
    }
    preconditionFailure("the loop ends by itself")
  }

  private func attempt(
    _ request: TransportRequest
  ) async throws(TransportError) -> (response: TransportResponse, isRefused: Bool) {
    let incident = incident
    let response = try await base.send(request)
    let text =
      RateLimitNotice.needsBody(of: response.head)
      ? String(decoding: response.body.prefix(64 << 10), as: UTF8.self) : ""
    let notice = RateLimitNotice(response.head, body: text, now: now())
    await learn(from: notice, isNew: incident == self.incident)
    return (response, notice.isRefusal)
  }

  /// Waits until the write may be sent.
  ///
  /// - Parameter place: the place of the write; `nil` after an error during a wait for another one.
  private func waitForTurn(_ request: TransportRequest, _ place: inout RequestLine.Place?) async throws(TransportError)
  {
    while let held = place {
      var hasWaited = held.hasTurn
      place?.hasTurn = false
      if !hasWaited {
        let reservation = await pacing.reserveWrite(policy)
        try check(reservation.pause, request)
        hasWaited = reservation.wait > .zero
        if hasWaited { try await stopwatch.sleep(for: reservation.wait) }
      }
      // A more urgent write may have arrived during the wait.
      if line.pass(held) {
        place = nil
        place = try await line.returnTo(held)
        continue
      }
      // Another response may have started a pause in the meantime. All waiting writes would start at its end, so each
      // reserves a time again.
      guard hasWaited, await pacing.currentPause() > .zero else { return }
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
      await pause(for: notice.pause ?? policy.penalty(afterRefusals: refusals), slowing: policy.slowPeriod)
    } else {
      if isNew { refusals = 0 }
      if let pause = notice.pause, pause > .zero { await self.pause(for: pause, slowing: .zero) }
    }
  }

  private func pause(for duration: Duration, slowing: Duration) async {
    incident += 1
    await pacing.pause(for: duration, slowing: slowing)
  }
}
