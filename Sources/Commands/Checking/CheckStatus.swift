// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import Findings
import HostileText
import ReviewContract

/// The commit status of one `check`: pending while it runs, and final after any result, because a required status that
/// stays pending blocks the pull request.
struct CheckStatus: Sendable {
  /// CI systems kill a cancelled job after some seconds.
  private static let timeLimit = Duration.seconds(30)
  private static let timeLimitAfterCancellation = Duration.seconds(5)

  let publisher: any ReportPublisher
  let source: any PullRequestSource
  let marker: CommentMarker
  let isDryRun: Bool
  let pullRequest: PullRequest
  /// The commit of the status.
  let head: CommitID
  /// The URL of the CI job.
  var jobPage: String?

  /// Sets the status to pending. A failure is reported and does not end the command.
  func begin() async {
    guard !isDryRun else { return }
    do {
      _ = try await publish(status(.pending, "reviewing \(head.short)"))
    } catch {
      Console.complain("cannot set the pending status: \(String(systemError: error))")
    }
  }

  /// When the pending status is written again. A `check` is one review at a time.
  var pace: StatusPace { publisher.progressWrites == .once ? StatusPace().slow : StatusPace() }

  /// Publishes what the review does, in the pending status.
  ///
  /// - Returns: whether that succeeded. A failure has no consequence.
  func show(_ text: String) async -> Bool {
    guard !isDryRun else { return false }
    var publication = status(.pending, text)
    (publication.notesProgress, publication.isProgress) = (false, true)
    return (try? await publish(publication)) != nil
  }

  /// Publishes the error that prevented a report. A permanent error of the repository also gets a comment, which
  /// replaces the comment of an earlier commit.
  func fail(_ error: any Error) async {
    guard !Task.isCancelled else { return await finish(status(.error, "not reviewed: cancelled")) }
    var publication = Self.publication(about: error, of: pullRequest.number, commit: head, marker: marker)
    publication.base = pullRequest.baseBranch
    guard publication.comment != nil else { return await finish(publication) }
    do {
      let now = try await source.pullRequest(pullRequest.number)
      if now.head == head { return await finish(publication) }
      Console.complain("the head moved during the review; the error was not posted as a comment")
    } catch {
      Console.complain("cannot publish the error on the pull request: \(String(systemError: error))")
    }
    await finish(publication.withoutComment)
  }

  /// Publishes that a newer commit supersedes the reviewed one.
  func supersede() async {
    await finish(status(.error, "not reviewed: superseded by a newer commit"))
  }

  /// Publishes the status of a report whose complete publication failed.
  func end(with publication: Publication) async { await finish(publication.withoutComment) }

  /// Returns the publication for an error: a status, and for a permanent error of the repository a comment.
  static func publication(
    about error: any Error, of number: Int, commit: CommitID, marker: CommentMarker
  ) -> Publication {
    let isLasting =
      switch error {
      case is ConfigurationError: true
      case let error as WorkspaceError: error.isLasting
      default: false
      }
    let publication = RefusalMessages.publication(
      String(systemError: error), pullRequest: number, commit: commit, marker: marker)
    return isLasting ? publication : publication.withoutComment
  }

  private func status(_ state: Publication.State, _ summary: String) -> Publication {
    var publication = Publication(
      pullRequest: pullRequest.number, commit: head, marker: marker, state: state, summary: summary)
    publication.notesProgress = true
    publication.jobPage = jobPage
    publication.base = pullRequest.baseBranch
    return publication
  }

  /// Publishes and prints. Does not throw: the command ends with its own error.
  private func finish(_ publication: Publication) async {
    do {
      try await publish(publication).printEntries()
    } catch {
      Console.complain("cannot publish the final status: \(String(systemError: error))")
    }
  }

  /// Publishes in a separate task, because a cancelled command also sets a final status.
  private func publish(_ publication: Publication) async throws -> Receipt {
    let isFinal = publication.state != .pending
    let limit = Task.isCancelled ? Self.timeLimitAfterCancellation : Self.timeLimit
    let work = Task { try await publisher.publish(publication, isDryRun: isDryRun) }
    let timer = Task {
      try await Task.sleep(for: limit)
      work.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      if !isFinal { work.cancel() }
    }
  }
}

extension Publication {
  /// The publication with only the status.
  fileprivate var withoutComment: Publication {
    var publication = Publication(
      pullRequest: pullRequest, commit: commit, marker: marker, state: state, summary: summary)
    publication.notesProgress = true
    publication.jobPage = jobPage
    publication.base = base
    return publication
  }
}

extension Receipt {
  /// Prints the published objects, or the planned ones in a dry run.
  func printEntries() {
    for entry in entries {
      let detail =
        entry.detail.isEmpty || entry.outcome == .unchanged ? "" : " (\(HostileText(entry.detail).terminal()))"
      Console.say("\(entry.subject): \(entry.outcome.rawValue)\(detail)")
      if let body = entry.body { Console.say(body) }
    }
  }
}
