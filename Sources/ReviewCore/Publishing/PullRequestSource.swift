// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Knows the pull requests of one repository.
package protocol PullRequestSource: Sendable {
  /// Reads a pull request.
  ///
  /// - Parameter isAnnounced: whether the forge itself said that there is one. What it does not find is then asked for
  ///   twice more within ten seconds: what answers can be behind what announces.
  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest
}

extension PullRequestSource {
  /// Reads a pull request that no webhook delivery announced.
  package func pullRequest(_ number: Int) async throws(ForgeError) -> PullRequest {
    try await pullRequest(number, isAnnounced: false)
  }
}
