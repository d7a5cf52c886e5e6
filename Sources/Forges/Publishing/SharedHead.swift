// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// What one status or check run of a commit shows.
struct ShownResult: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case pending, passed
    /// Every final outcome that is not a pass: also that of a review that could not run.
    case failed
  }

  /// `nil` for a text that does not name a pull request. Such a status holds nothing back.
  let text: StatusText?
  let outcome: Outcome
  /// Whether our account wrote it.
  let isOurs: Bool
  let link: String?
}

/// The results of the pull requests that share a head, from the statuses of the commit.
struct HeadResults: Sendable {
  struct Result: Hashable, Sendable {
    let subject: StatusSubject
    let passed: Bool
    let summary: String
    let link: String?

    var named: NamedResult { NamedResult(subject: subject, passed: passed) }
  }

  /// The last final result of each pull request, the newest first.
  private(set) var results: [Result] = []
  /// All pull requests that the statuses name, also those without a final result.
  private(set) var numbers: Set<Int> = []
  /// What the commit shows: the newest result.
  let newest: ShownResult?

  /// - Parameter shown: the statuses of one context, the newest first.
  init(_ shown: [ShownResult]) {
    newest = shown.first
    var copies: [Result] = []
    for one in shown {
      guard let text = one.text else { continue }
      numbers.insert(text.subject.number)
      // Members with a token can write statuses too. A failure by any account is a failure; a pass has to be ours.
      guard one.outcome != .pending, one.isOurs || one.outcome == .failed else { continue }
      let subject = Result(
        subject: text.subject, passed: one.outcome == .passed, summary: one.isOurs ? text.summary : "failed",
        link: one.isOurs ? one.link : nil)
      if let writer = text.writer {
        copies.append(subject)
        if one.isOurs || !writer.passed { note(Result(writer)) }
      } else {
        note(subject)
      }
      copies += text.others.filter { one.isOurs || !$0.passed }.map(Result.init)
    }
    // A copy can be older than what its pull request showed itself in the meantime.
    for copy in copies { note(copy) }
  }

  private mutating func note(_ result: Result) {
    numbers.insert(result.subject.number)
    if !results.contains(where: { $0.subject.number == result.subject.number }) { results.append(result) }
  }

  /// The results of all pull requests but one.
  func besides(_ number: Int) -> [Result] { results.filter { $0.subject.number != number } }

  func namesOthers(than number: Int) -> Bool { numbers.contains { $0 != number } }
}

extension HeadResults.Result {
  /// A result without a summary of its own.
  fileprivate init(_ named: NamedResult) {
    self.init(
      subject: named.subject, passed: named.passed, summary: named.passed ? "passed" : "failed", link: nil)
  }
}

/// The verdict that a status or check run shows.
struct ShownVerdict: Hashable, Sendable {
  /// `nil` for a publication that is not about a pull request.
  var text: StatusText?
  let summary: String
  let state: Publication.State
  var link: String?
  /// Whether a pending state replaces one of the same review.
  var isProgress = false
  /// The failure that the publication's pass does not replace.
  var holder: HeadResults.Result?

  /// The verdict of a publication, regardless of other pull requests.
  init(_ publication: Publication, link: String? = nil, besides others: [NamedResult] = []) {
    summary = publication.summary
    state = publication.shownState
    isProgress = publication.isProgress && state == .pending
    self.link = link
    text = StatusSubject(publication).map {
      StatusText(subject: $0, others: others, summary: publication.summary)
    }
  }

  /// The failure of another pull request, which a pass does not replace.
  fileprivate init(
    _ holder: HeadResults.Result, over publication: Publication, _ writer: StatusSubject, besides others: [NamedResult]
  ) {
    summary = holder.summary
    state = .failure
    link = holder.link
    self.holder = holder
    text = StatusText(
      subject: holder.subject, writer: NamedResult(subject: writer, passed: true), others: others,
      summary: holder.summary)
  }

  /// One line of limited length.
  func description(atMost limit: Int) -> String {
    text?.description(atMost: limit) ?? CommitStatus.shortened(summary, to: limit)
  }

  /// Whether the commit shows this verdict, or one that blocks as much and includes this one's result: another pull
  /// request may have written at the same time.
  func isCovered(by results: HeadResults) -> Bool {
    guard let newest = results.newest, let text else { return false }
    switch (state, newest.outcome) {
    case (.pending, .pending), (.pending, .failed), (.success, .passed): return true
    case (.failure, .failed), (.error, .failed):
      guard let shown = newest.text else { return false }
      let writer = text.writer ?? NamedResult(subject: text.subject, passed: false)
      return shown.subject == text.subject || shown.writer == writer || shown.others.contains(writer)
    default: return false
    }
  }
}

extension StatusSubject {
  /// The subject of a publication; `nil` for one that is not about a pull request.
  init?(_ publication: Publication) {
    guard publication.pullRequest > 0 else { return nil }
    self.init(number: publication.pullRequest, base: publication.base)
  }
}

/// Decides which verdict a commit shows that is the head of several pull requests.
///
/// A failure stands until its pull request is reviewed again, is closed, or has another head or base: a branch that was
/// renamed is another base. Whether it stands is queried from the forge each time, and only for failures of other pull
/// requests.
struct SharedHead: Sendable {
  enum Decision: Sendable {
    case show(ShownVerdict)
    /// A pending status would hide this failure, and is left out.
    case leave(HeadResults.Result)
  }

  let source: any PullRequestSource
  let commit: CommitID

  /// - Parameter results: those that the commit shows.
  func decision(
    for publication: Publication, link: String?, _ results: HeadResults
  ) async throws(ForgeError) -> Decision {
    guard let subject = StatusSubject(publication) else { return .show(ShownVerdict(publication, link: link)) }
    var others = results.besides(subject.number)
    guard publication.shownState == .success || publication.shownState == .pending else {
      return .show(ShownVerdict(publication, link: link, besides: others.map(\.named)))
    }
    for failure in others where !failure.passed {
      guard try await isStanding(failure) else {
        others.removeAll { $0 == failure }
        continue
      }
      if publication.shownState == .pending { return .leave(failure) }
      return .show(
        ShownVerdict(failure, over: publication, subject, besides: others.filter { $0 != failure }.map(\.named)))
    }
    return .show(ShownVerdict(publication, link: link, besides: others.map(\.named)))
  }

  func isStanding(_ result: HeadResults.Result) async throws(ForgeError) -> Bool {
    guard let open = try await openPullRequest(result.subject.number) else { return false }
    return result.subject.covers(open.number, base: open.baseBranch)
  }

  /// Returns the pull request if it is open and the commit is its head.
  func openPullRequest(_ number: Int) async throws(ForgeError) -> PullRequest? {
    do {
      let pullRequest = try await source.pullRequest(number)
      return pullRequest.state == .open && pullRequest.head == commit ? pullRequest : nil
    } catch  where error.code == .notFound {
      // The number of a status that another account wrote.
      return nil
    }
  }
}
