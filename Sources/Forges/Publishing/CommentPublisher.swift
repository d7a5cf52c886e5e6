// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Creates, updates or deletes comments until the conversation contains exactly the comment of a publication.
///
/// It reads the comments, plans, writes, and reads again after every uncertain result, until the plan has no writes.
struct CommentPublisher<API: ConversationAPI>: Sendable {
  let pullRequest: ForgePullRequest<API>
  let clock: any Clock<Duration>
  let account: Account
  let publication: Publication
  /// The text of the comment in the publication.
  let comment: String

  private var api: API { pullRequest.api }

  private static var subject: String { "comment" }
  /// Read, write again after a lost response, read a concurrent run's changes, and once more.
  private static var roundLimit: Int { 4 }
  /// A list can be some seconds behind.
  private static var waitsForLostComment: [Duration] { [.zero, .seconds(2), .seconds(5)] }

  /// The state after the rounds so far.
  private struct Progress {
    var entries: [Receipt.Entry] = []
    /// Our new comment, which the list may not show yet.
    var created: ForgeComment?
    var creations = 0
    /// The intended outcome of the write whose response was lost.
    var lost: Receipt.Outcome?
    var lastError: ForgeError?
    var hasMissed = false
    var isSettled = true
    /// The text of the comment, which depends on the last review in the previous text.
    var text = ""
    /// The comment on the forge after the last round.
    var shown: ForgeComment?
  }

  /// The writes, and the resulting comment, if there is one.
  struct Outcome {
    var entries: [Receipt.Entry]
    var comment: ForgeComment?
  }

  func publish(isDryRun: Bool) async throws(ForgeError) -> Outcome {
    var progress = Progress()
    for _ in 0..<Self.roundLimit {
      let existing: [ForgeComment]
      do {
        existing = try await look(progress)
      } catch {
        // Without permission to read the comments, none is written: it could be a duplicate.
        guard error.code == .forbidden, progress.entries.isEmpty else { throw error }
        return Outcome(
          entries: [Receipt.Entry(outcome: .refused, subject: Self.subject, detail: error.underlying ?? "")])
      }
      let oldest = CommentPlan.oldest(of: existing, publication.marker, account)
      progress.text = try text(over: oldest)
      progress.shown = oldest ?? progress.created
      let plan = CommentPlan(
        body: progress.text, marker: publication.marker, existing: existing, account: account,
        createsIfMissing: publication.createsComment)
      if isDryRun { return Outcome(entries: plan.steps.map { planned($0, progress.text) }, comment: oldest) }
      progress.isSettled = true
      for step in plan.steps { try await perform(step, &progress) }
      if progress.isSettled { return Outcome(entries: progress.entries, comment: progress.shown) }
    }
    throw progress.lastError
      ?? ForgeError(
        .failed, "\(purpose("write a comment on")): other processes keep changing it", remedy: "try again later")
  }

  private func look(_ progress: Progress) async throws(ForgeError) -> [ForgeComment] {
    guard progress.lost == .created, progress.created == nil else {
      let existing = try await pullRequest.comments.elements()
      guard let created = progress.created, !existing.contains(where: { $0.id == created.id }) else { return existing }
      return existing + [created]
    }
    var existing: [ForgeComment] = []
    for wait in Self.waitsForLostComment {
      // A cancelled sleep ends at the next request.
      try? await clock.sleep(for: wait)
      existing = try await pullRequest.comments.elements()
      if existing.contains(where: { $0.isOurs(publication.marker, account) }) { break }
    }
    return existing
  }

  private func perform(_ step: CommentPlan.Step, _ progress: inout Progress) async throws(ForgeError) {
    switch step {
    case .leave(let id):
      if let lost = progress.lost {
        progress.entries.append(Receipt.Entry(lost, Self.subject, update(id, progress.text)))
        progress.lost = nil
      } else if progress.entries.isEmpty {
        progress.entries.append(Receipt.Entry(.unchanged, Self.subject, update(id, progress.text)))
      }
    case .create:
      progress.creations += 1
      let create = creation(progress.text)
      if progress.creations > 2, let error = progress.lastError { throw error }
      let write = try await pullRequest.repository.write(create, purpose("write a comment on"))
      if case .done(let comment) = write {
        progress.created = comment
        progress.shown = comment
        progress.lost = nil
        progress.entries.append(Receipt.Entry(.created, Self.subject, create))
        // Another run may have written one at the same time.
        progress.isSettled = false
      }
      note(write, as: .created, &progress)
    case .update(let id):
      let change = update(id, progress.text)
      let write = try await pullRequest.repository.write(change, purpose("change the comment on"))
      if case .done(let comment) = write {
        progress.lost = nil
        progress.shown = comment
        progress.entries.append(Receipt.Entry(.updated, Self.subject, change))
      }
      if case .refused(404, _) = write, !progress.hasMissed {
        // It was deleted after it was read.
        progress.hasMissed = true
        progress.shown = nil
        progress.isSettled = false
        return
      }
      note(write, as: .updated, &progress)
    case .delete(let id):
      let call = api.removal(id, on: pullRequest.number)
      let write = try await pullRequest.repository.write(call, purpose("delete a duplicate comment on"))
      switch write {
      case .done, .refused(404, _): progress.entries.append(Receipt.Entry(.deleted, Self.subject, call))
      case .refused, .lost: note(write, as: .deleted, &progress)
      }
    }
  }

  private func note<Model>(_ write: Write<Model>, as outcome: Receipt.Outcome, _ progress: inout Progress) {
    switch write {
    case .done: break
    case .refused(_, let reason):
      progress.entries.append(Receipt.Entry(outcome: .refused, subject: Self.subject, detail: reason))
    case .lost(let error):
      // A comment whose deletion was lost is in the next list.
      if outcome != .deleted { progress.lost = outcome }
      progress.lastError = error
      progress.isSettled = false
    }
  }

  private func planned(_ step: CommentPlan.Step, _ text: String) -> Receipt.Entry {
    switch step {
    case .create: Receipt.Entry(.planned, Self.subject, creation(text))
    case .update(let id): Receipt.Entry(.planned, Self.subject, update(id, text))
    case .leave(let id): Receipt.Entry(.unchanged, Self.subject, update(id, text))
    case .delete(let id): Receipt.Entry(.planned, Self.subject, api.removal(id, on: pullRequest.number))
    }
  }

  /// Returns the text that replaces an earlier comment.
  ///
  /// - Throws: ``ForgeError`` for a text that is too long for the forge.
  private func text(over existing: ForgeComment?) throws(ForgeError) -> String {
    let text = api.text(CommentText.text(comment, publication.memory, over: existing?.body))
    let length = text.unicodeScalars.count
    guard length <= API.commentCharacters else {
      throw ForgeError(
        .rejected,
        "\(purpose("write a comment on")): it has \(length) characters, \(API.forge) accepts at most \(API.commentCharacters)"
      )
    }
    return text
  }

  private func creation(_ text: String) -> ForgeCall<ForgeComment> { api.newComment(text, on: pullRequest.number) }

  private func update(_ id: Int, _ text: String) -> ForgeCall<ForgeComment> {
    api.change(id, to: text, on: pullRequest.number)
  }

  private func purpose(_ verb: String) -> String { "cannot \(verb) \(api.subject(pullRequest.number))" }
}

/// The writes that result in exactly one comment of this bot, with the right text.
struct CommentPlan: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case create
    case update(id: Int)
    case leave(id: Int)
    case delete(id: Int)
  }

  let steps: [Step]

  /// Compares the existing comments with the wanted one.
  ///
  /// A comment is ours if it starts with the marker and was written by our account, because any account can write the
  /// marker. Of several, which concurrent runs can create, the oldest is kept.
  ///
  /// - Parameter createsIfMissing: whether to create the comment if there is none yet.
  init(body: String, marker: CommentMarker, existing: [ForgeComment], account: Account, createsIfMissing: Bool = true) {
    let ours = Self.ours(existing, marker, account)
    guard let oldest = ours.first else {
      steps = createsIfMissing ? [.create] : []
      return
    }
    let isSame = Self.normalised(oldest.body ?? "") == Self.normalised(body)
    steps = [isSame ? .leave(id: oldest.id) : .update(id: oldest.id)] + ours.dropFirst().map { .delete(id: $0.id) }
  }

  /// Returns our comment that is kept.
  static func oldest(of existing: [ForgeComment], _ marker: CommentMarker, _ account: Account) -> ForgeComment? {
    ours(existing, marker, account).first
  }

  private static func ours(
    _ existing: [ForgeComment], _ marker: CommentMarker, _ account: Account
  ) -> [ForgeComment] {
    existing.filter { $0.isOurs(marker, account) }.sorted { $0.id < $1.id }
  }

  /// Returns the text without differences of line ends: a forge may change line ends, and removes those at the end.
  fileprivate static func normalised(_ body: String) -> String {
    var lines = body.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension ForgeComment {
  func isOurs(_ marker: CommentMarker, _ account: Account) -> Bool {
    account.wrote(self) && marker.isFirstLine(of: CommentPlan.normalised(body ?? ""))
  }
}
