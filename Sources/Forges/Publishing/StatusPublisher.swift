// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Makes the commit show the status that a publication wants.
struct StatusPublisher<API: ConversationAPI>: Sendable {
  let service: any ResourceService
  let api: API
  let publication: Publication

  private static var subject: String { "status" }
  /// Ours is among the newest unless the commit is old; on GitHub this is the limit for one context.
  private static var pageLimit: Int { 10 }

  func publish(isDryRun: Bool) async throws(ForgeError) -> [Receipt.Entry] {
    let status = api.status(publication)
    let call = api.newStatus(status, of: publication.commit)
    guard !api.isShown(status, by: try await newest()) else { return [Receipt.Entry(.unchanged, Self.subject, call)] }
    guard !isDryRun else { return [Receipt.Entry(.planned, Self.subject, call)] }
    var loss: ForgeError?
    for _ in 0..<2 {
      switch try await service.write(call, purpose: purpose("set the status of"), forge: API.forge) {
      case .done: return [Receipt.Entry(.created, Self.subject, call)]
      case .refused(_, let reason):
        return [Receipt.Entry(outcome: .refused, subject: Self.subject, detail: reason)]
      case .lost(let error): loss = error
      }
      if api.isShown(status, by: try await newest()) { return [Receipt.Entry(.created, Self.subject, call)] }
    }
    throw loss ?? ForgeError(.failed, purpose("set the status of"))
  }

  /// The newest status of our context. `nil` also when the token may not look: the write then says why.
  private func newest() async throws(ForgeError) -> CommitStatus? {
    let pages = service.pages(
      of: api.statuses(of: publication.commit, named: publication.marker.name), limit: Self.pageLimit + 1)
    do throws(LoadingError) {
      var count = 0
      for try await page in pages {
        if let status = page.first(where: { $0.context == publication.marker.name }) { return status }
        count += 1
        if count == Self.pageLimit { break }
      }
      return nil
    } catch {
      if case .rejected(let rejection) = error, [403, 404].contains(rejection.head.status.code), !rejection.asksToWait {
        return nil
      }
      throw ForgeError(error, purpose: purpose("read the statuses of"), forge: API.forge)
    }
  }

  private func purpose(_ verb: String) -> String {
    "cannot \(verb) commit \(publication.commit.short) of \(api.repository)"
  }
}

/// What stands beside a commit, in the words of its forge.
struct CommitStatus: Codable, Hashable, Sendable {
  let state: String
  let context: String
  let description: String?
}

extension CommitStatus {
  /// - Parameters:
  ///   - state: the publication's state in the forge's words.
  ///   - characters: how long the forge takes a description.
  init(_ publication: Publication, state: String, characters: Int) {
    self.init(
      state: state, context: publication.marker.name,
      description: Self.shortened(publication.summary, to: characters))
  }

  /// Whether nothing has to be done when `newest` is the newest status of the same context.
  func isShown(by newest: CommitStatus?) -> Bool {
    newest?.state == state && (newest?.description ?? "") == (description ?? "")
  }

  /// One line that a forge takes, cut between characters. UTF-16 is counted: whatever the forge counts, it is not more.
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
