// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// The account of a person who signed in.
package struct SignedInAccount: Hashable, Codable, Sendable {
  /// The name of the account. It can change, and another person can take it afterwards.
  package let login: String
  /// The number of the account on its forge, which never changes.
  package let id: Int

  /// Fails for a name that no forge allows, and for a number that is not positive.
  package init?(login: String, id: Int) {
    guard Login.isAllowed(login), login.isASCIIName(punctuation: "-_."), id > 0 else { return nil }
    self.login = login
    self.id = id
  }

  private enum CodingKeys: CodingKey {
    case login, id
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let account = SignedInAccount(
      login: try container.decode(String.self, forKey: .login), id: try container.decode(Int.self, forKey: .id))
    guard let account else {
      throw DecodingError.dataCorruptedError(
        forKey: .login, in: container, debugDescription: "name and number are not those of an account")
    }
    self = account
  }
}

/// An account as GitHub and Gitea report it.
///
/// Sources: https://docs.github.com/en/rest/users/users#get-the-authenticated-user and
/// https://docs.gitea.com/api/#tag/user/operation/userGetCurrent
struct UserAnswer: Decodable, Sendable {
  let login: String
  let id: Int

  var account: SignedInAccount? { SignedInAccount(login: login, id: id) }
}

/// An account as GitLab reports it to a token with the scope `openid`.
///
/// Source: https://docs.gitlab.com/integration/openid_connect_provider/#shared-information
struct UserInfoAnswer: Decodable, Sendable {
  /// The number of the account.
  let sub: String
  /// The name of the account.
  let nickname: String

  var account: SignedInAccount? { Int(sub).flatMap { SignedInAccount(login: nickname, id: $0) } }
}
