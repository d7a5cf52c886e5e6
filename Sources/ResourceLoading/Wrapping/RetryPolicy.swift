// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

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

  /// The wait before the attempt after `attempt`, or `nil` to give up.
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
