// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// The addresses of a forge's sign-in, and the least scope with which an account can be read.
///
/// Sources: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps,
/// https://docs.gitlab.com/api/oauth2/, https://docs.gitea.com/development/oauth2-provider
struct SignInEndpoints: Sendable {
  /// How a token is revoked.
  enum Revocation: Sendable {
    /// The forge has no such request; the token expires.
    case none
    /// RFC 7009: the token in a form, with the credentials of the application.
    case form(HTTPAddress)
    /// GitHub: the token in JSON, with the credentials of the application in the header.
    case applicationToken(HTTPAddress)
  }

  /// The page at which the person agrees.
  let authorization: HTTPAddress
  /// Exchanges a code.
  let token: HTTPAddress
  /// The account of a token.
  let account: HTTPAddress
  let revocation: Revocation
  /// `nil` for no parameter.
  let scope: String?
  /// The header fields of requests to the API.
  let fields: HTTPFields
  let readAccount: @Sendable (_ answer: SignInAnswer) throws -> SignedInAccount?

  /// - Parameters:
  ///   - server: the address of the forge's pages.
  ///   - api: the address of its API.
  /// - Returns: `nil` for a plain repository.
  init?(_ kind: ForgeKind, server: HTTPAddress, api: HTTPAddress, clientID: String) {
    switch kind {
    case .github:
      (authorization, token) = Self.login(server)
      account = api.appending("user")
      // https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token
      revocation = .applicationToken(api.appending("applications", clientID, "token"))
      // Without a scope, a token can read public information only.
      scope = nil
      fields = GitHubAPI.fields
      readAccount = { try $0.decoded(UserAnswer.self).account }
    case .gitlab:
      authorization = server.appending("oauth", "authorize")
      token = server.appending("oauth", "token")
      // A token with `openid` is for this request only; `read_user` is also for the lists of all users.
      account = server.appending("oauth", "userinfo")
      revocation = .form(server.appending("oauth", "revoke"))
      scope = "openid"
      fields = GitLabAPI.fields
      readAccount = { try $0.decoded(UserInfoAnswer.self).account }
    case .gitea:
      (authorization, token) = Self.login(server)
      account = api.appending("user")
      revocation = .none
      // A token with `openid` alone has access to everything, and so have all tokens before Gitea 1.23.
      scope = "read:user"
      fields = GiteaAPI.fields
      readAccount = { try $0.decoded(UserAnswer.self).account }
    case .local: return nil
    }
  }

  private static func login(_ server: HTTPAddress) -> (authorization: HTTPAddress, token: HTTPAddress) {
    (server.appending("login", "oauth", "authorize"), server.appending("login", "oauth", "access_token"))
  }
}
