// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// When requests with the credentials of forges may be sent, for all processes with one queue.
///
/// A credential is given by a name that does not reveal it.
package protocol SharedPacing: Sendable {
  /// Reserves the time of a write, `spacing` after the one that any process reserved before, and not during a pause.
  ///
  /// - Parameter longestPause: nothing is reserved during a pause that lasts longer.
  /// - Returns: the rest of the pause, and how long to wait for the reserved time.
  func reserveWrite(
    _ credential: String, spacing: Duration, longestPause: Duration
  ) async throws(QueueError) -> (pause: Duration, wait: Duration)

  /// The rest of a credential's pause; zero without one.
  func pause(of credential: String) async throws(QueueError) -> Duration

  /// Begins a pause, or prolongs it.
  func pause(_ credential: String, for duration: Duration) async throws(QueueError)
}

extension SharedPacing {
  /// The longest name of a credential.
  package static var longestCredential: Int { 64 }
}
