// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import HostileText
import ReviewContract
import ReviewServer

/// Shows on the forge that `check` made no report, for a reason that lies in the repository: a status that says so, and a comment
/// in the place of the one that speaks of an earlier commit.
struct RefusalPublisher: Sendable {
  let publisher: any ReportPublisher
  let source: any PullRequestSource
  let marker: CommentMarker
  let isDryRun: Bool

  /// What is published about an error; `nil` for one that may not come again, or that is the caller's own.
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

  /// Never throws: the error that led here is what the command ends with.
  func publish(_ error: any Error, of pullRequest: PullRequest) async {
    guard let publication = Self.publication(about: error, of: pullRequest, marker: marker) else { return }
    do {
      let now = try await source.pullRequest(pullRequest.number)
      guard now.head == pullRequest.head else {
        return Console.complain("the head moved meanwhile; nothing was posted")
      }
      try await publisher.publish(publication, isDryRun: isDryRun).printEntries()
    } catch {
      Console.complain("the pull request was not told: \(error)")
    }
  }
}

extension Receipt {
  /// Says what was, or would be, sent.
  func printEntries() {
    for entry in entries {
      let detail =
        entry.detail.isEmpty || entry.outcome == .unchanged ? "" : " (\(HostileText(entry.detail).terminal()))"
      Console.say("\(entry.subject): \(entry.outcome.rawValue)\(detail)")
      if let body = entry.body { Console.say(body) }
    }
  }
}
