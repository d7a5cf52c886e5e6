// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Sets the commit's status to the status of a publication.
struct StatusPublisher<API: ConversationAPI>: Sendable {
  let service: any ResourceService
  let api: API
  let publication: Publication
  /// The target of the status; `nil` for a status without a link.
  var link: String?

  private static var subject: String { "status" }

  func publish(isDryRun: Bool) async throws(ForgeError) -> [Receipt.Entry] {
    var status = api.status(publication)
    status.targetUrl = link
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

  /// Returns the newest status of our context. `nil` also without permission to read: the write then reports the
  /// reason.
  private func newest() async throws(ForgeError) -> CommitStatus? {
    do {
      return try await StatusReader(service: service, api: api)
        .newest(publication.marker.name, at: publication.commit)
    } catch  where error.code == .forbidden || error.code == .notFound {
      return nil
    }
  }

  private func purpose(_ verb: String) -> String {
    "cannot \(verb) commit \(publication.commit.short) of \(api.repository)"
  }
}

/// Reads the statuses of commits.
struct StatusReader<API: ConversationAPI>: Sendable {
  let service: any ResourceService
  let api: API

  /// The maximum number of pages. Our status is among them unless the commit is old; on GitHub this is the limit for
  /// one context.
  private static var pageLimit: Int { 10 }

  /// Returns the newest status of a context; `nil` when there is none.
  func newest(_ context: String, at commit: CommitID) async throws(ForgeError) -> CommitStatus? {
    let pages = service.pages(of: api.statuses(of: commit, named: context), limit: Self.pageLimit + 1)
    do throws(LoadingError) {
      var count = 0
      for try await page in pages {
        if let status = page.first(where: { $0.context == context }) { return status }
        count += 1
        if count == Self.pageLimit { break }
      }
      return nil
    } catch {
      throw ForgeError(
        error, purpose: "cannot read the statuses of commit \(commit.short) of \(api.repository)", forge: API.forge)
    }
  }
}

/// A commit status in the terms of its forge.
struct CommitStatus: Codable, Hashable, Sendable {
  let state: String
  let context: String
  let description: String?
  /// The link.
  var targetUrl: String?
}

extension CommitStatus {
  /// - Parameters:
  ///   - state: the publication's state in the forge's terms.
  ///   - characters: the maximum length of the forge's descriptions.
  init(_ publication: Publication, state: String, characters: Int) {
    self.init(
      state: state, context: publication.marker.name,
      description: Self.shortened(publication.summary, to: characters))
  }

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
