// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Makes the conversation show the one comment that a publication wants.
///
/// It looks, plans, acts, and looks again after everything that leaves a doubt, until the plan is to do nothing.
struct CommentPublisher<API: ConversationAPI>: Sendable {
  let service: any ResourceService
  let api: API
  let clock: any Clock<Duration>
  let account: Account
  let publication: Publication
  /// What the publication wants the comment to say.
  let comment: String

  private static var subject: String { "comment" }
  /// Read, write again after a lost response, read what another run has written since then, and once more.
  private static var roundLimit: Int { 4 }
  /// A list can be some seconds behind.
  private static var waitsForLostComment: [Duration] { [.zero, .seconds(2), .seconds(5)] }

  /// What is known from the rounds so far.
  private struct Progress {
    var entries: [Receipt.Entry] = []
    /// Our new comment, which the list may not show yet.
    var created: ForgeComment?
    var creations = 0
    /// What the write whose answer was lost would have done.
    var lost: Receipt.Outcome?
    var lastError: ForgeError?
    var hasMissed = false
    var isSettled = true
    /// What the comment says, which depends on the last review that it showed.
    var text = ""
    /// As the forge shows it after the last round.
    var shown: ForgeComment?
  }

  /// What was done, and the comment, if there is one now.
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
        // A token that may not even read the comments must not write one: it could be the second.
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
      ?? ForgeError(.failed, "\(purpose("write a comment on")): others keep changing it", remedy: "try again later")
  }

  private func look(_ progress: Progress) async throws(ForgeError) -> [ForgeComment] {
    guard progress.lost == .created, progress.created == nil else {
      let existing = try await list()
      guard let created = progress.created, !existing.contains(where: { $0.id == created.id }) else { return existing }
      return existing + [created]
    }
    var existing: [ForgeComment] = []
    for wait in Self.waitsForLostComment {
      // A cancelled wait ends at the next request.
      try? await clock.sleep(for: wait)
      existing = try await list()
      if existing.contains(where: { $0.isOurs(publication.marker, account) }) { break }
    }
    return existing
  }

  private func list() async throws(ForgeError) -> [ForgeComment] {
    do {
      return try await service.elements(of: api.comments(on: publication.pullRequest))
    } catch {
      throw ForgeError(error, purpose: purpose("read the comments of"), forge: API.forge)
    }
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
      let write = try await service.write(create, purpose: purpose("write a comment on"), forge: API.forge)
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
      let write = try await service.write(change, purpose: purpose("change the comment on"), forge: API.forge)
      if case .done(let comment) = write {
        progress.lost = nil
        progress.shown = comment
        progress.entries.append(Receipt.Entry(.updated, Self.subject, change))
      }
      if case .refused(404, _) = write, !progress.hasMissed {
        // It was deleted since it was read.
        progress.hasMissed = true
        progress.shown = nil
        progress.isSettled = false
        return
      }
      note(write, as: .updated, &progress)
    case .delete(let id):
      let call = api.removal(id, on: publication.pullRequest)
      let write = try await service.write(call, purpose: purpose("delete a duplicate comment on"), forge: API.forge)
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
      // A comment that is still to be deleted shows in the next list.
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
    case .delete(let id): Receipt.Entry(.planned, Self.subject, api.removal(id, on: publication.pullRequest))
    }
  }

  /// What the comment is to say instead of an earlier one.
  ///
  /// - Throws: ``ForgeError`` for a text that is too long for the forge.
  private func text(over existing: ForgeComment?) throws(ForgeError) -> String {
    let text = api.text(CommentText.text(comment, publication.memory, over: existing?.body))
    let length = text.unicodeScalars.count
    guard length <= API.commentCharacters else {
      throw ForgeError(
        .rejected,
        "\(purpose("write a comment on")): it has \(length) characters, \(API.forge) takes at most \(API.commentCharacters)"
      )
    }
    return text
  }

  private func creation(_ text: String) -> API.NewComment { api.newComment(text, on: publication.pullRequest) }

  private func update(_ id: Int, _ text: String) -> API.CommentChange {
    api.change(id, to: text, on: publication.pullRequest)
  }

  private func purpose(_ verb: String) -> String { "cannot \(verb) \(api.subject(publication.pullRequest))" }
}

/// The writes that leave exactly one comment of this bot, with the right text.
struct CommentPlan: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case create
    case update(id: Int)
    case leave(id: Int)
    case delete(id: Int)
  }

  let steps: [Step]

  /// Compares what is there with what should be.
  ///
  /// Ours is what starts with the marker and was written by our own account: anybody can write the marker. Of several,
  /// which two runs at the same time can leave behind, the oldest stays.
  ///
  /// - Parameter createsIfMissing: whether there is to be one if there is none yet.
  init(body: String, marker: CommentMarker, existing: [ForgeComment], account: Account, createsIfMissing: Bool = true) {
    let ours = Self.ours(existing, marker, account)
    guard let oldest = ours.first else {
      steps = createsIfMissing ? [.create] : []
      return
    }
    let isSame = Self.normalised(oldest.body ?? "") == Self.normalised(body)
    steps = [isSame ? .leave(id: oldest.id) : .update(id: oldest.id)] + ours.dropFirst().map { .delete(id: $0.id) }
  }

  /// Our comment that stays.
  static func oldest(of existing: [ForgeComment], _ marker: CommentMarker, _ account: Account) -> ForgeComment? {
    ours(existing, marker, account).first
  }

  private static func ours(
    _ existing: [ForgeComment], _ marker: CommentMarker, _ account: Account
  ) -> [ForgeComment] {
    existing.filter { $0.isOurs(marker, account) }.sorted { $0.id < $1.id }
  }

  /// A forge may keep line ends in its own way, and drops those at the end.
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
