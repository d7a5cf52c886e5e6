// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewCore

/// Shows a review on a forge: one comment in the conversation, and the commit's status or what the forge has instead.
struct ConversationPublisher<API: ConversationAPI>: ReportPublisher {
  /// Shows the verdict in another way than by a status; `nil` when the token may not.
  typealias Gate =
    @Sendable (
      _ service: any ResourceService, _ account: Account, _ publication: Publication, _ isDryRun: Bool
    ) async throws(ForgeError) -> [Receipt.Entry]?

  let client: ForgeClient<API>
  let clock: any Clock<Duration>
  /// The account of a token that has no user; `nil` where every token has one.
  var appAccount: String?
  var gate: Gate?

  /// What goes wrong with the comment keeps the status from nobody, and the other way round: the error is thrown when
  /// both were tried.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    let service = client.service(isDryRun: isDryRun)
    let account = try await account(service, isDryRun: isDryRun)
    var entries: [Receipt.Entry] = []
    var failure: ForgeError?
    if let comment = publication.comment {
      do {
        let comments = CommentPublisher(
          service: service, api: client.api, clock: clock, account: account, publication: publication, comment: comment)
        entries += try await comments.publish(isDryRun: isDryRun)
      } catch {
        failure = error
      }
    }
    if publication.state != nil {
      do {
        // The verdict comes last: where it is shown, the rest is there.
        entries += try await showVerdict(publication, service, account, isDryRun: isDryRun)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return Receipt(entries: entries)
  }

  private func showVerdict(
    _ publication: Publication, _ service: any ResourceService, _ account: Account, isDryRun: Bool
  ) async throws(ForgeError) -> [Receipt.Entry] {
    if let gate, let entries = try await gate(service, account, publication, isDryRun) { return entries }
    return try await StatusPublisher(service: service, api: client.api, publication: publication)
      .publish(isDryRun: isDryRun)
  }

  private func account(_ service: any ResourceService, isDryRun: Bool) async throws(ForgeError) -> Account {
    if let tokens = client.tokens { return .app(login: try await tokens.account()) }
    guard client.hasToken else {
      if isDryRun { return .nobody }
      throw ForgeError(
        .badToken, "cannot publish to \(client.api.repository) without a token",
        remedy: "set REVIEWBOT_TOKEN or use --token-file")
    }
    do {
      return .user(id: try await service.load(client.api.currentUser()).id)
    } catch {
      // An app's token has no user, so that GitHub answers 403 to the question.
      if let appAccount, case .rejected(let rejection) = error, rejection.head.status.code == 403,
        !rejection.asksToWait
      {
        return .app(login: appAccount)
      }
      throw ForgeError(error, purpose: "cannot tell whose token it is", forge: API.forge)
    }
  }
}
