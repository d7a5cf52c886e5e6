// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// GitHub's and Gitea's answer about the permission of an account in a repository.
struct CollaboratorPermission: Decodable, Hashable, Sendable {
  struct User: Decodable, Hashable, Sendable {
    let login: String
  }

  /// `admin`, `write`, `read` or `none`, to which GitHub rounds finer roles down; on Gitea also `owner`.
  let permission: String
  let user: User?

  /// No permission, when the answer is about another account.
  func level(of account: String) -> Permission {
    if let user, !AccountName.isSame(user.login, account) { return .none }
    return switch permission {
    case "admin", "owner": .admin
    case "write": .write
    case "read": .read
    default: .none
    }
  }
}
