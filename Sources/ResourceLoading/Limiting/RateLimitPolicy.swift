// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
