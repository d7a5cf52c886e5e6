// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewCore

/// Shows a review on GitHub: one comment in the conversation, and the commit's status.
struct GitHubPublisher: ReportPublisher {
  private let client: GitHubClient
  private let clock: any Clock<Duration>
  private let appAccount: String

  init(_ client: GitHubClient, clock: any Clock<Duration>, appAccount: String) {
    self.client = client
    self.clock = clock
    self.appAccount = appAccount
  }

  /// What goes wrong with the comment keeps the status from nobody, and the other way round: the error is thrown when
  /// both were tried.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    let service = client.service(isDryRun: isDryRun)
    let account = try await account(service, isDryRun: isDryRun)
    var entries: [Receipt.Entry] = []
    var failure: ForgeError?
    do {
      let comments = CommentPublisher(
        service: service, api: client.api, clock: clock, account: account, publication: publication)
      entries += try await comments.publish(isDryRun: isDryRun)
    } catch {
      failure = error
    }
    do {
      let statuses = StatusPublisher(service: service, api: client.api, publication: publication)
      entries += try await statuses.publish(isDryRun: isDryRun)
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
    return Receipt(entries: entries)
  }

  private func account(_ service: any ResourceService, isDryRun: Bool) async throws(ForgeError) -> Account {
    guard client.hasToken else {
      if isDryRun { return .nobody }
      throw ForgeError(
        .badToken, "cannot publish to \(client.api.repository) without a token",
        remedy: "set REVIEWBOT_TOKEN or use --token-file")
    }
    do {
      return .user(id: try await service.load(CurrentUserCall(api: client.api)).id)
    } catch {
      // An app's token has no user, so that GitHub answers 403 to the question.
      if case .rejected(let rejection) = error, rejection.head.status.code == 403, !rejection.asksToWait {
        return .app(login: appAccount)
      }
      throw ForgeError(error, purpose: "cannot tell whose token it is")
    }
  }
}
