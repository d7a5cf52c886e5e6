// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// Retries requests after transient failures.
///
/// Only idempotent requests are repeated: GET, HEAD, OPTIONS, PUT and DELETE, requests with an `Idempotency-Key`, by
/// which the server detects duplicates, and those that `isHarmless` selects.
public struct RetryingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double
  private let isHarmless: @Sendable (HTTPRequest) -> Bool

  /// Creates a transport that waits on `clock` between attempts, according to `policy`.
  ///
  /// - Parameters:
  ///   - base: the transport that sends the requests.
  ///   - policy: the conditions and the delays of retries.
  ///   - clock: the clock of the delays.
  ///   - random: returns a number from 0 up to 1.
  ///   - isHarmless: returns whether a request may be sent twice although its method is not idempotent.
  public init(
    _ base: any HTTPTransport, policy: RetryPolicy = RetryPolicy(), clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    isHarmless: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false }
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    self.random = random
    self.isHarmless = isHarmless
  }

  /// Sends the request, and retries it as long as the policy allows.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard request.head.isRepeatable || isHarmless(request.head) else { return try await base.send(request) }
    var attempt = 0
    while true {
      attempt += 1
      let outcome = await base.outcome(of: request)
      guard let delay = policy.delay(afterAttempt: attempt, outcome: outcome.map(\.head), random: random()) else {
        return try outcome.get()
      }
      try await sleep(delay)
    }
  }

  private func sleep(_ delay: Duration) async throws(TransportError) {
    do {
      try await clock.sleep(for: delay)
    } catch {
      throw TransportError(.cancelled, "cancelled while waiting to try again")
    }
  }
}

extension HTTPRequest {
  fileprivate var isRepeatable: Bool {
    method.isIdempotent || HTTPField.Name("Idempotency-Key").map { headerFields.contains($0) } ?? false
  }
}

/// The conditions and the delays of retries.
public struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of attempts.
  public var attempts: Int
  /// The maximum delay before the second attempt; it doubles with each further one.
  public var firstDelay: Duration
  /// The maximum of all delays. If a server requests a longer one, there is no further attempt and its response is
  /// returned.
  public var longestDelay: Duration
  /// Whether a request is sent again that a rate limit refused (429, or 403 with `Retry-After`). Set it to `false` with
  /// a ``RateLimitingTransport`` inside, which has already waited long enough.
  public var repeatsAfterLimits: Bool

  /// Creates a policy; the default has four attempts within some seconds.
  public init(
    attempts: Int = 4, firstDelay: Duration = .seconds(1), longestDelay: Duration = .seconds(60),
    repeatsAfterLimits: Bool = true
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.repeatsAfterLimits = repeatsAfterLimits
  }

  /// Returns the delay before the next attempt, or `nil` to stop.
  ///
  /// "Full jitter": a random delay between zero and the maximum, so that many clients that failed together do not retry
  /// together.
  ///
  /// - Parameters:
  ///   - attempt: the number of attempts so far.
  ///   - outcome: the outcome of the last attempt.
  ///   - random: a number from 0 up to 1.
  public func delay(
    afterAttempt attempt: Int, outcome: Result<HTTPResponse, TransportError>, random: Double
  ) -> Duration? {
    guard attempt < attempts else { return nil }
    switch outcome {
    case .failure(let error):
      guard Self.transientErrors.contains(error.code) else { return nil }
    case .success(let head):
      let wait = RetryAfter.delay(in: head)
      let isLimit = head.status.code == 429 || (head.status.code == 403 && wait != nil)
      guard isLimit ? repeatsAfterLimits : Self.transientStatuses.contains(head.status.code) else { return nil }
      if let wait { return wait <= longestDelay ? wait : nil }
    }
    let doublings = min(attempt - 1, 30)
    return min(firstDelay * (1 << doublings), longestDelay) * random
  }

  private static let transientErrors: Set<TransportError.Code> = [
    .couldNotResolve, .couldNotConnect, .timedOut, .failed,
  ]
  private static let transientStatuses: Set<Int> = [408, 500, 502, 503, 504]
}
