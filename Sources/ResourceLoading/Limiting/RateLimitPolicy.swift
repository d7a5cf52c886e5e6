// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The limits for requests with one token.
///
/// Writes have two limits: the space between two of them, and a bucket of ``writeBurst`` writes that is refilled with
/// one after each ``writeRefill``. A server that refuses a request because of its rate limit has lower limits than
/// these, so that writes are slowed for some time after the pause; otherwise the bucket, which is full again after a
/// pause, would cause the next refusal.
public struct RateLimitPolicy: Hashable, Sendable {
  /// The maximum number of concurrent requests.
  public var concurrentRequests: Int
  /// The minimum time between the starts of two writes. If it is not zero, writes are also serialized.
  public var writeSpacing: Duration
  /// The number of writes that may be sent at once after a time without writes.
  public var writeBurst: Int
  /// The time after which the bucket contains another write; zero for no limit.
  public var writeRefill: Duration
  /// The minimum time between two writes while they are slowed.
  public var slowWriteSpacing: Duration
  /// How long writes are slowed after the pause of a refusal.
  public var slowPeriod: Duration
  /// The maximum pause that is waited for. A longer one is an error that contains its end.
  public var longestPause: Duration
  /// The pause after a refusal without a delay; it doubles with each further one.
  public var firstPenalty: Duration
  /// The maximum number of attempts of a request that the limit refuses.
  public var attempts: Int

  /// Creates a policy; the default suits a server with unknown limits.
  public init(
    concurrentRequests: Int = 10, writeSpacing: Duration = .seconds(1), writeBurst: Int = 1,
    writeRefill: Duration = .zero, slowWriteSpacing: Duration = .seconds(1), slowPeriod: Duration = .seconds(600),
    longestPause: Duration = .seconds(300), firstPenalty: Duration = .seconds(60), attempts: Int = 3
  ) {
    self.concurrentRequests = concurrentRequests
    self.writeSpacing = writeSpacing
    self.writeBurst = writeBurst
    self.writeRefill = writeRefill
    self.slowWriteSpacing = slowWriteSpacing
    self.slowPeriod = slowPeriod
    self.longestPause = longestPause
    self.firstPenalty = firstPenalty
    self.attempts = attempts
  }

  /// The number of writes that may wait for their reserved times or be in progress.
  var concurrentWrites: Int { writeSpacing > .zero ? 1 : max(concurrentRequests, 1) }

  /// The space between a write that starts while writes are slowed, or not, and the next one.
  func spacing(isSlow: Bool) -> Duration { isSlow ? max(writeSpacing, slowWriteSpacing) : writeSpacing }

  /// Returns the pause after a number of consecutive refusals without a delay.
  func penalty(afterRefusals count: Int) -> Duration {
    firstPenalty * (1 << min(max(count, 1) - 1, 20))
  }
}
