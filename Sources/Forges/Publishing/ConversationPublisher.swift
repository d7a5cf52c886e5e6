// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

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

  /// A failure of the comment does not prevent the status, nor the reverse: the error is thrown when
  /// both were tried.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    let service = client.service(isDryRun: isDryRun)
    // Without a token a dry run shows the writes of an account without an earlier comment.
    let account =
      isDryRun && !client.isAuthenticated ? Account.nobody : try await client.account(service, appAccount: appAccount)
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
}
