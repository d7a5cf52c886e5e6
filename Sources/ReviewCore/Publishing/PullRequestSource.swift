// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Knows the pull requests of one repository.
package protocol PullRequestSource: Sendable {
  func pullRequest(_ number: Int) async throws(ForgeError) -> PullRequest
}
