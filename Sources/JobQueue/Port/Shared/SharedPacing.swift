// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The pacing of requests with forge credentials, shared by all processes of one queue.
///
/// A credential is identified by a name that does not reveal it.
package protocol SharedPacing: Sendable {
  /// Reserves the time of a write within the limits, counting the writes of all processes, and not during a pause.
  ///
  /// - Returns: the rest of the pause, and how long to wait for the reserved time.
  func reserveWrite(
    _ credential: String, _ limits: WriteLimits
  ) async throws(QueueError) -> (pause: Duration, wait: Duration)

  /// The rest of a credential's pause; zero without one.
  func pause(of credential: String) async throws(QueueError) -> Duration

  /// Starts or extends a pause.
  ///
  /// - Parameter slowing: how long writes are slowed after it; zero for not.
  func pause(_ credential: String, for duration: Duration, slowing: Duration) async throws(QueueError)
}

extension SharedPacing {
  /// The maximum length of a credential's name, in bytes.
  package static var longestCredential: Int { 64 }
}

/// The limits of writes with a credential.
package struct WriteLimits: Hashable, Sendable {
  /// The minimum time between two writes.
  package var spacing: Duration
  /// The same while writes are slowed.
  package var slowSpacing: Duration
  /// The size of the bucket: the number of writes at once after a time without writes.
  package var burst: Int
  /// The time after which the bucket contains another write; zero for no bucket.
  package var refill: Duration
  /// Nothing is reserved during a pause that lasts longer.
  package var longestPause: Duration

  package init(
    spacing: Duration, slowSpacing: Duration, burst: Int, refill: Duration, longestPause: Duration
  ) {
    self.spacing = spacing
    self.slowSpacing = slowSpacing
    self.burst = burst
    self.refill = refill
    self.longestPause = longestPause
  }
}
