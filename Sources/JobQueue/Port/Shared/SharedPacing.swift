// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The pacing of requests with forge credentials, shared by all processes of one queue.
///
/// A credential is identified by a name that does not reveal it.
package protocol SharedPacing: Sendable {
  /// Reserves the time of a write, `spacing` after the last one reserved by any process, and not during a pause.
  ///
  /// - Parameter longestPause: nothing is reserved during a pause that lasts longer.
  /// - Returns: the rest of the pause, and how long to wait for the reserved time.
  func reserveWrite(
    _ credential: String, spacing: Duration, longestPause: Duration
  ) async throws(QueueError) -> (pause: Duration, wait: Duration)

  /// The rest of a credential's pause; zero without one.
  func pause(of credential: String) async throws(QueueError) -> Duration

  /// Starts or extends a pause.
  func pause(_ credential: String, for duration: Duration) async throws(QueueError)
}

extension SharedPacing {
  /// The maximum length of a credential's name, in bytes.
  package static var longestCredential: Int { 64 }
}
