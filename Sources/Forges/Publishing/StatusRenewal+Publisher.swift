// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

extension ConversationPublisher {
  /// The maximum number of pull requests with one head that are requested.
  private static var pullRequestLimit: Int { 20 }

  func renewStatus(of commit: CommitID, _ marker: CommentMarker) async throws(ForgeError) -> StatusRenewal {
    let repository = client.repository()
    let account = try await client.account(
      appAccount: appAccount, purpose: "cannot publish to \(client.api.repository)")
    let results = try await results(of: commit, marker, repository, account)
    let head = SharedHead(source: source, commit: commit)
    var renewal = StatusRenewal()
    var standing: [(result: HeadResults.Result, base: String?)] = []
    for result in results.results.prefix(Self.pullRequestLimit) {
      guard let open = try await head.openPullRequest(result.subject.number) else { continue }
      if result.subject.covers(open.number, base: open.baseBranch) {
        standing.append((result, open.baseBranch))
        renewal.reviewed.insert(open.number)
      } else {
        renewal.retargeted.insert(open.number)
      }
    }
    let failure = standing.first { !$0.result.passed }
    if failure != nil { renewal.held = Set(standing.filter(\.result.passed).map(\.result.subject.number)) }
    guard let shown = failure ?? standing.first, !Self.isShown(shown.result, by: results) else { return renewal }
    var publication = Publication(
      pullRequest: shown.result.subject.number, commit: commit, marker: marker,
      state: shown.result.passed ? .success : .failure, summary: shown.result.summary)
    publication.base = shown.base
    renewal.receipt = Receipt(
      entries: try await showVerdict(publication, shown.result.link, repository, account, isDryRun: false))
    let notice = HeldNotice(repository: repository, account: account, marker: marker)
    for (result, _) in standing where result.passed {
      let entries = await notice.publish(on: result.subject.number, isHeld: failure != nil)
      renewal.receipt = Receipt(entries: renewal.receipt.entries + entries)
    }
    return renewal
  }

  /// Whether the newest status need not be replaced by a result: it has the same outcome and is about a pull request
  /// with a valid result, or a review is in progress.
  private static func isShown(_ result: HeadResults.Result, by results: HeadResults) -> Bool {
    guard let newest = results.newest else { return false }
    switch newest.outcome {
    case .pending: return true
    case .passed: return result.passed && newest.text?.subject == result.subject
    case .failed: return !result.passed && newest.text?.subject == result.subject
    }
  }

  private func results(
    of commit: CommitID, _ marker: CommentMarker, _ repository: ForgeRepository<API>, _ account: Account
  ) async throws(ForgeError) -> HeadResults {
    if let checks = checks?(repository, account), let runs = try await checks.all(marker.name, at: commit),
      !runs.isEmpty
    {
      return HeadResults(runs.map(\.shownResult))
    }
    let statuses = try await repository.statuses(marker.name, of: commit)
    return HeadResults(statuses.map { client.api.shownResult(of: $0, account) })
  }
}
