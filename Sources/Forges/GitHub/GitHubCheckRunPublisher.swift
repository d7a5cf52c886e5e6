// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

/// A publisher that shows a publication as a check run.
///
/// Annotations can only be added, in portions. So each content gets a new check run, or an existing one without content
/// is used; its number of annotations determines where to continue after a lost response. The conclusion is part of the
/// last request: a completed check run has all its annotations.
struct CheckRunPublisher: Sendable {
  let checks: CheckRuns
  let clock: any Clock<Duration>
  let head: SharedHead
  let publication: Publication
  /// The URL of its details; `nil` for the check run's own page.
  var link: String?

  private var api: GitHubAPI { checks.repository.api }

  private static let subject = "check run"
  /// How often the verdict is decided again, while other pull requests with this head are published.
  private static let roundLimit = 4
  /// The maximum number of lost responses.
  private static let lossLimit = 3
  /// A list can be some seconds behind.
  private static let waitsForLostRun: [Duration] = [.zero, .seconds(2), .seconds(5)]

  /// Publishes the check run. If GitHub rejects an annotation, the verdict is published without annotations.
  ///
  /// - Returns: `nil` when the token cannot write check runs.
  func publish(isDryRun: Bool) async throws(ForgeError) -> [Receipt.Entry]? {
    do {
      return try await publish(publication, isDryRun: isDryRun)
    } catch {
      guard error.code == .rejected, !publication.annotations.isEmpty else { throw error }
      return try await publish(publication.withoutAnnotations, isDryRun: isDryRun)
    }
  }

  private func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> [Receipt.Entry]? {
    var entries: [Receipt.Entry] = []
    for _ in 0..<Self.roundLimit {
      guard let runs = try await list() else { return nil }
      let results = HeadResults(runs.map(\.shownResult))
      let verdict: ShownVerdict
      switch try await head.decision(for: publication, link: link, results) {
      case .leave(let failure): return [.held(by: failure, Self.subject)]
      case .show(let shown): verdict = shown
      }
      if !entries.isEmpty, verdict.isCovered(by: results) { return entries }
      let content = CheckContent(publication, verdict)
      guard let written = try await publish(content, over: runs, isDryRun: isDryRun) else { return nil }
      entries = (verdict.holder.map { [.held(by: $0, Self.subject)] } ?? []) + written
      let isWritten = written.contains { [.created, .updated].contains($0.outcome) }
      guard isWritten, results.namesOthers(than: publication.pullRequest) else { return entries }
    }
    throw ForgeError(
      .failed, "\(purpose("write the check run of")): other processes keep changing it", remedy: "try again later")
  }

  private func publish(
    _ content: CheckContent, over runs: [CheckRun], isDryRun: Bool
  ) async throws(ForgeError) -> [Receipt.Entry]? {
    var run = usable(runs, for: content)
    if let run, Self.shows(run, content) {
      return [Receipt.Entry(.unchanged, Self.subject, api.change(checkRun: run.id, last(content)))]
    }
    if isDryRun { return planned(content, run) }
    let outcome: Receipt.Outcome = run == nil ? .created : .updated
    var there = Self.count(run, content)
    var losses = 0
    var isDone = false
    while !isDone {
      let portions = content.portions(from: there)
      switch try await write(portions[0], of: content, to: run, isLast: portions.count == 1) {
      case .done(let written):
        run = written
        there += portions[0].count
        isDone = portions.count == 1
      case .refused(_, let reason):
        guard run != nil else { return nil }
        return [Receipt.Entry(outcome: .refused, subject: Self.subject, detail: reason)]
      case .lost(let error):
        losses += 1
        guard losses < Self.lossLimit else { throw error }
        guard let found = try await searchAgain(for: content) else { continue }
        run = found
        there = Self.count(found, content)
        isDone = Self.shows(found, content)
      }
    }
    guard let run else { preconditionFailure("the loop ends with a check run") }
    return [Receipt.Entry(outcome, Self.subject, api.change(checkRun: run.id, last(content)))]
  }

  private func write(
    _ portion: ArraySlice<CheckAnnotation>, of content: CheckContent, to run: CheckRun?, isLast: Bool
  ) async throws(ForgeError) -> Write<CheckRun> {
    let change = CheckRunChange(
      content, portion: portion, commit: run == nil ? publication.commit.hex : nil, isLast: isLast, link: link)
    guard let run else {
      return try await checks.repository.write(api.newCheckRun(change), purpose("create a check run for"))
    }
    return try await checks.repository.write(
      api.change(checkRun: run.id, change), purpose("update the check run of"))
  }

  private func list() async throws(ForgeError) -> [CheckRun]? {
    try await checks.all(publication.marker.name, at: publication.commit)
  }

  private func searchAgain(for content: CheckContent) async throws(ForgeError) -> CheckRun? {
    for wait in Self.waitsForLostRun {
      // A cancelled wait ends at the next request.
      try? await clock.sleep(for: wait)
      let found = try await list()?.filter { $0.externalId == content.identity }
      if let run = found?.max(by: { $0.id < $1.id }) { return run }
    }
    return nil
  }

  /// Returns the check run to complete: the newest one of this pull request while it has this content or none yet, or the
  /// one that GitHub shows if it has this content.
  private func usable(_ runs: [CheckRun], for content: CheckContent) -> CheckRun? {
    let existing = runs.filter { $0.pullRequest == publication.pullRequest }.max { $0.id < $1.id }
    // One that is in progress blocks the pull request until it is completed, also if an older one has this content.
    if let existing, !existing.isCompleted,
      existing.externalId == content.identity || existing.output.annotationsCount == 0
    {
      return existing
    }
    // A newer one with other content hides an older one, so that this content has to be published again.
    guard let shown = runs.first, shown.isCompleted, shown.externalId == content.identity else { return nil }
    return shown
  }

  /// Returns the number of the content's annotations in the check run.
  private static func count(_ run: CheckRun?, _ content: CheckContent) -> Int {
    guard let run, run.externalId == content.identity else { return 0 }
    return min(run.output.annotationsCount, content.annotations.count)
  }

  private static func shows(_ run: CheckRun, _ content: CheckContent) -> Bool {
    run.externalId == content.identity && run.output.annotationsCount >= content.annotations.count
      && run.conclusion == content.conclusion
  }

  private func last(_ content: CheckContent) -> CheckRunChange {
    CheckRunChange(content, portion: [], commit: nil, isLast: true, link: link)
  }

  private func planned(_ content: CheckContent, _ run: CheckRun?) -> [Receipt.Entry] {
    let portions = content.portions(from: Self.count(run, content))
    return portions.indices.map { index in
      let isLast = index == portions.count - 1
      if index == 0, run == nil {
        let change = CheckRunChange(
          content, portion: portions[index], commit: publication.commit.hex, isLast: isLast, link: link)
        return Receipt.Entry(.planned, Self.subject, api.newCheckRun(change))
      }
      let change = CheckRunChange(content, portion: portions[index], commit: nil, isLast: isLast, link: link)
      // The number of a check run that is still to be created is unknown.
      return Receipt.Entry(.planned, Self.subject, api.change(checkRun: run?.id ?? 0, change))
    }
  }

  private func purpose(_ verb: String) -> String {
    "cannot \(verb) commit \(publication.commit.short) of \(api.repository)"
  }
}
