// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract

extension Workspace {
  /// Verifies that the fetched commit is the head of the pull request.
  ///
  /// A pull request is fetched by its ref, and a new commit can be pushed to it after the head was approved.
  ///
  /// - Throws: ``RunError`` if the fetched commit is another one.
  package func demandHead(of pullRequest: PullRequest) throws(RunError) {
    guard let expected = pullRequest.head, expected != head else { return }
    throw RunError(
      "the fetched head of \(pullRequest.repository.name) is \(head.short) instead of \(expected.short); no code was run",
      remedy: "review the newer commit")
  }
}
