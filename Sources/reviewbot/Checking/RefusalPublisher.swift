// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import HostileText
import ReviewContract
import ReviewServer

/// Publishes a permanent error of the repository that prevents a report: as a status, and as a comment that replaces
/// the one of an earlier commit.
struct RefusalPublisher: Sendable {
  let publisher: any ReportPublisher
  let source: any PullRequestSource
  let marker: CommentMarker
  let isDryRun: Bool

  /// The publication for an error; `nil` for a transient error, or one of the caller.
  static func publication(
    about error: any Error, of pullRequest: PullRequest, marker: CommentMarker
  ) -> Publication? {
    let isLasting =
      switch error {
      case is ConfigurationError: true
      case let error as WorkspaceError: error.isLasting
      default: false
      }
    guard isLasting, let head = pullRequest.head else { return nil }
    return RefusalMessages.publication("\(error)", pullRequest: pullRequest.number, commit: head, marker: marker)
  }

  /// Publishes an error. Does not throw: the command ends with the original error.
  func publish(_ error: any Error, of pullRequest: PullRequest) async {
    guard let publication = Self.publication(about: error, of: pullRequest, marker: marker) else { return }
    do {
      let now = try await source.pullRequest(pullRequest.number)
      guard now.head == pullRequest.head else {
        return Console.complain("the head moved during the review; nothing was posted")
      }
      try await publisher.publish(publication, isDryRun: isDryRun).printEntries()
    } catch {
      Console.complain("cannot publish the error on the pull request: \(error)")
    }
  }
}

extension Receipt {
  /// Prints what was published, or would be in a dry run.
  func printEntries() {
    for entry in entries {
      let detail =
        entry.detail.isEmpty || entry.outcome == .unchanged ? "" : " (\(HostileText(entry.detail).terminal()))"
      Console.say("\(entry.subject): \(entry.outcome.rawValue)\(detail)")
      if let body = entry.body { Console.say(body) }
    }
  }
}
