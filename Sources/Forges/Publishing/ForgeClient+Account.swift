// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

extension ForgeClient where API: ConversationAPI {
  /// Whether there is a credential to write with.
  var isAuthenticated: Bool { tokens != nil || hasToken }

  /// Who we are on the forge.
  ///
  /// - Parameter appAccount: the account of a token that has no user; `nil` where every token has one.
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/badToken`` without a credential.
  func account(
    _ service: any ResourceService, appAccount: String? = nil
  ) async throws(ForgeError) -> Account {
    if let tokens { return .app(login: try await tokens.account()) }
    guard hasToken else {
      throw ForgeError(
        .badToken, "cannot publish to \(api.repository) without a token",
        remedy: "set REVIEWBOT_TOKEN or use --token-file")
    }
    do {
      return .user(id: try await service.load(api.currentUser()).id)
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
