// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

/// Sends a request again when it failed in a way that passes.
///
/// Only requests that do no more when they arrive twice are repeated: GET, HEAD, OPTIONS, PUT and DELETE, and those
/// that have an `Idempotency-Key`, by which the server knows them again, unless its maker knows of others.
public struct RetryingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let random: @Sendable () -> Double
  private let isHarmless: @Sendable (HTTPRequest) -> Bool

  /// A transport that waits on `clock` between attempts, as `policy` says.
  ///
  /// - Parameters:
  ///   - base: what sends the requests.
  ///   - policy: when a request is sent once more, and after which wait.
  ///   - clock: what is waited on.
  ///   - random: a number from 0 up to 1.
  ///   - isHarmless: whether a request may arrive twice although its method does not say so.
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

  /// Sends the request, and sends it again as long as the policy allows.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    guard request.head.isRepeatable || isHarmless(request.head) else { return try await base.send(request) }
    var attempt = 0
    while true {
      attempt += 1
      let outcome: Result<TransportResponse, TransportError>
      do {
        outcome = .success(try await base.send(request))
      } catch {
        outcome = .failure(error)
      }
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

/// When a request is sent once more, and after which wait.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a request is sent at most.
  public var attempts: Int
  /// The longest wait before the second attempt; it doubles with each further one.
  public var firstDelay: Duration
  /// The longest wait of all. A server that asks for more gets no further attempt: its answer is returned.
  public var longestDelay: Duration
  /// Whether a request is sent again that a rate limit refused (429, or 403 with `Retry-After`). No, where a
  /// ``RateLimitingTransport`` inside does that: what it hands on has been waited for long enough.
  public var repeatsAfterLimits: Bool

  /// A policy; by default four attempts within some seconds.
  public init(
    attempts: Int = 4, firstDelay: Duration = .seconds(1), longestDelay: Duration = .seconds(60),
    repeatsAfterLimits: Bool = true
  ) {
    self.attempts = attempts
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.repeatsAfterLimits = repeatsAfterLimits
  }

  /// The wait before the attempt after `attempt`, or `nil` to stop.
  ///
  /// "Full jitter": anything between nothing and the longest wait, so that many clients that failed together do not
  /// come back together.
  ///
  /// - Parameters:
  ///   - attempt: how many attempts were made.
  ///   - outcome: what the last one brought.
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
