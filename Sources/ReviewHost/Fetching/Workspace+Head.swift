// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

extension Workspace {
  /// Refuses what was fetched unless it is the commit that was decided about.
  ///
  /// A pull request is fetched by its ref, and whoever may push to it can have put another commit there since somebody
  /// approved the one before.
  ///
  /// - Throws: ``RunError`` when the head is another one.
  package func demandHead(of pullRequest: PullRequest) throws(RunError) {
    guard let expected = pullRequest.head, expected != head else { return }
    throw RunError(
      "what was fetched for \(pullRequest.repository.name) is \(head.short) and not \(expected.short), so that nothing of it was run",
      remedy: "review the newer commit")
  }
}
