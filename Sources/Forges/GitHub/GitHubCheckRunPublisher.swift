// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// A publisher that shows a publication as a check run.
///
/// Annotations can only be added, in portions. So each content gets a new check run, or an existing one without content
/// is used; its number of annotations determines where to continue after a lost response. The conclusion is part of the
/// last request: a completed check run has all its annotations.
struct CheckRunPublisher: Sendable {
  let service: any ResourceService
  let api: GitHubAPI
  let clock: any Clock<Duration>
  let account: Account
  let publication: Publication
  /// The URL of its details; `nil` for the check run's own page.
  var link: String?

  private static let subject = "check run"
  /// The maximum number of lost responses.
  private static let lossLimit = 3
  /// A list can be some seconds behind.
  private static let waitsForLostRun: [Duration] = [.zero, .seconds(2), .seconds(5)]

  /// Publishes the check run. If GitHub rejects an annotation, the verdict is published without annotations.
  ///
  /// - Returns: `nil` when the token cannot write check runs.
  func publish(isDryRun: Bool) async throws(ForgeError) -> [Receipt.Entry]? {
    do {
      return try await publish(CheckContent(publication), isDryRun: isDryRun)
    } catch {
      guard error.code == .rejected, !publication.annotations.isEmpty else { throw error }
      return try await publish(CheckContent(publication.withoutAnnotations), isDryRun: isDryRun)
    }
  }

  private func publish(_ content: CheckContent, isDryRun: Bool) async throws(ForgeError) -> [Receipt.Entry]? {
    guard let runs = try await list() else { return nil }
    var run = Self.usable(runs, for: content)
    if let run, Self.shows(run, content) {
      return [Receipt.Entry(.unchanged, Self.subject, UpdateCheckRunCall(api: api, id: run.id, change: last(content)))]
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
    return [Receipt.Entry(outcome, Self.subject, UpdateCheckRunCall(api: api, id: run.id, change: last(content)))]
  }

  private func write(
    _ portion: ArraySlice<CheckAnnotation>, of content: CheckContent, to run: CheckRun?, isLast: Bool
  ) async throws(ForgeError) -> Write<CheckRun> {
    let change = CheckRunChange(
      content, portion: portion, commit: run == nil ? publication.commit.hex : nil, isLast: isLast, link: link)
    guard let run else {
      return try await service.write(
        CreateCheckRunCall(api: api, change: change), purpose: purpose("create a check run for"), forge: GitHubAPI.forge
      )
    }
    return try await service.write(
      UpdateCheckRunCall(api: api, id: run.id, change: change), purpose: purpose("update the check run of"),
      forge: GitHubAPI.forge)
  }

  /// Returns our check runs of the commit; `nil` when the token cannot read them.
  private func list() async throws(ForgeError) -> [CheckRun]? {
    do throws(LoadingError) {
      let call = ListCheckRunsCall(api: api, commit: publication.commit, name: publication.marker.name)
      return try await service.elements(of: call).filter { $0.isOurs(account) }
    } catch {
      if case .rejected(let rejection) = error, [403, 404].contains(rejection.head.status.code),
        !rejection.isRateLimited
      {
        return nil
      }
      throw ForgeError(error, purpose: purpose("read the check runs of"), forge: GitHubAPI.forge)
    }
  }

  private func searchAgain(for content: CheckContent) async throws(ForgeError) -> CheckRun? {
    for wait in Self.waitsForLostRun {
      // A cancelled wait ends at the next request.
      try? await clock.sleep(for: wait)
      if let run = try await list()?.last(where: { $0.externalId == content.identity }) { return run }
    }
    return nil
  }

  /// Returns the newest check run if it has this content or none yet. One of another pull request with the same head is
  /// ignored.
  private static func usable(_ runs: [CheckRun], for content: CheckContent) -> CheckRun? {
    let newestFirst = runs.sorted { $0.id > $1.id }
    // A newer one with other content hides an older one, so that this content has to be published again.
    guard let newest = newestFirst.first(where: { $0.pullRequest == content.pullRequest }) else { return nil }
    if newest.externalId == content.identity { return newest }
    return newest.isCompleted || newest.output.annotationsCount > 0 ? nil : newest
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
        return Receipt.Entry(.planned, Self.subject, CreateCheckRunCall(api: api, change: change))
      }
      let change = CheckRunChange(content, portion: portions[index], commit: nil, isLast: isLast, link: link)
      // The number of a check run that is still to be created is unknown.
      return Receipt.Entry(.planned, Self.subject, UpdateCheckRunCall(api: api, id: run?.id ?? 0, change: change))
    }
  }

  private func purpose(_ verb: String) -> String {
    "cannot \(verb) commit \(publication.commit.short) of \(api.repository)"
  }
}
