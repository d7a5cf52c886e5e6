// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

extension ReviewQueue {
  /// Pauses the start of builds.
  package func pause(_ scope: PauseScope, by author: String) async throws(QueueError) {
    try await perform(.pause(scope), by: Attribution(person: author))
  }

  /// Ends a pause.
  ///
  /// - Returns: whether the scope was paused.
  package func resume(_ scope: PauseScope) async throws(QueueError) -> Bool {
    try await perform(.resume(scope), by: Attribution(person: "operator")).wasPaused ?? false
  }

  /// Claims a job of any lane, forge and repository.
  package func claim(by owner: String) async throws(QueueError) -> Lease? { try await claim(by: owner, ClaimScope()) }
}
