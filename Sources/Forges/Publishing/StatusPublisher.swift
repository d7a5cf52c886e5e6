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
