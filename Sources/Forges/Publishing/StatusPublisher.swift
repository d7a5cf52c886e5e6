// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

/// Sets the commit's status to the verdict of a publication, or to the failure of another pull request with this head.
///
/// The statuses are read before each write, and after it if another pull request has the same head: it may have written
/// at the same time.
struct StatusPublisher<API: ConversationAPI>: Sendable {
  let repository: ForgeRepository<API>
  let account: Account
  let head: SharedHead
  let publication: Publication
  /// The target of the status; `nil` for a status without a link.
  var link: String?

  private var api: API { repository.api }

  private static var subject: String { "status" }
  /// Two writes for lost responses, and some for others that write at the same time.
  private static var roundLimit: Int { 5 }
  private static var lossLimit: Int { 2 }

  func publish(isDryRun: Bool) async throws(ForgeError) -> [Receipt.Entry] {
    var loss: ForgeError?
    var losses = 0
    var hasWritten = false
    for _ in 0..<Self.roundLimit {
      let statuses: [CommitStatus]
      do {
        statuses = try await repository.statuses(publication.marker.name, of: head.commit)
      } catch  where error.code == .forbidden || error.code == .notFound {
        // Without the statuses it is unknown whether a pass would replace a failure. Any other write reports the reason.
        if publication.shownState == .success, publication.pullRequest > 0 {
          return [Receipt.Entry(outcome: .refused, subject: Self.subject, detail: error.underlying ?? "")]
        }
        statuses = []
      }
      let results = HeadResults(statuses.map { api.shownResult(of: $0, account) })
      let verdict: ShownVerdict
      switch try await head.decision(for: publication, link: link, results) {
      case .leave(let failure): return [.held(by: failure, Self.subject)]
      case .show(let shown): verdict = shown
      }
      let status = api.status(verdict, in: publication.marker.name)
      let call = api.newStatus(status, of: head.commit)
      let holder = verdict.holder.map { [Receipt.Entry.held(by: $0, Self.subject)] } ?? []
      if api.isShown(status, by: statuses.first) || hasWritten && verdict.isCovered(by: results) {
        return holder + [Receipt.Entry(hasWritten || losses > 0 ? .created : .unchanged, Self.subject, call)]
      }
      guard !isDryRun else { return holder + [Receipt.Entry(.planned, Self.subject, call)] }
      if let loss, losses == Self.lossLimit { throw loss }
      switch try await repository.write(call, purpose("set the status of")) {
      case .done:
        guard results.namesOthers(than: publication.pullRequest) else {
          return holder + [Receipt.Entry(.created, Self.subject, call)]
        }
        hasWritten = true
      case .refused(_, let reason):
        return [Receipt.Entry(outcome: .refused, subject: Self.subject, detail: reason)]
      case .lost(let error):
        loss = error
        losses += 1
      }
    }
    throw loss
      ?? ForgeError(
        .failed, "\(purpose("set the status of")): other processes keep changing it", remedy: "try again later")
  }

  private func purpose(_ verb: String) -> String {
    "cannot \(verb) commit \(publication.commit.short) of \(api.repository)"
  }
}

extension Receipt.Entry {
  /// The entry of a status or check run that shows the failure of another pull request.
  static func held(by failure: HeadResults.Result, _ subject: String) -> Receipt.Entry {
    Receipt.Entry(
      outcome: .held, subject: subject,
      detail: "\(failure.named), and has the same head; the status changes when \(failure.subject) is closed, "
        + "retargeted or reviewed again",
      holder: failure.subject.number)
  }
}

/// The maximum number of pages of statuses. Our status is among them unless the commit is old; on GitHub this is the
/// limit for one context.
private let statusPageLimit = 10

extension ForgeRepository where API: ConversationAPI {
  /// Returns the statuses of a context, the newest first.
  ///
  /// - Parameter isEnough: whether no older statuses are needed.
  func statuses(
    _ context: String, of commit: CommitID, until isEnough: ([CommitStatus]) -> Bool = { _ in false }
  ) async throws(ForgeError) -> [CommitStatus] {
    let purpose = "cannot read the statuses of commit \(commit.short) of \(api.repository)"
    let statuses = relation(api.statuses(of: commit, named: context), purpose)
    var found: [CommitStatus] = []
    var count = 0
    for try await page in statuses.pages(limit: statusPageLimit + 1) {
      found += page.filter { $0.context == context }
      count += 1
      if count == statusPageLimit || isEnough(found) { break }
    }
    return found
  }
}

/// A commit status in the terms of its forge.
struct CommitStatus: Codable, Hashable, Sendable {
  let state: String
  let context: String
  let description: String?
  /// The link.
  var targetUrl: String?
  /// The account that wrote it; `nil` in a request.
  var creator: ForgeComment.Author?
}

extension CommitStatus {
  /// Returns whether no write is needed when `newest` is the newest status of the same context.
  func isShown(by newest: CommitStatus?) -> Bool {
    newest?.state == state && (newest?.description ?? "") == (description ?? "")
      && (targetUrl == nil || targetUrl == newest?.targetUrl)
  }

  /// Returns one line of limited length, cut between characters. UTF-16 is counted, which is at least any forge's
  /// count.
  static func shortened(_ text: String, to limit: Int) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    guard line.utf16.count > limit else { return line }
    var cut = ""
    var count = 0
    for character in line {
      count += character.utf16.count
      guard count < limit else { break }
      cut.append(character)
    }
    return cut + "…"
  }
}
