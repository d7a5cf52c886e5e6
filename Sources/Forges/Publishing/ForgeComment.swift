// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A comment in the conversation of a pull request, whatever its forge calls it.
struct ForgeComment: Decodable, Hashable, Sendable {
  struct Author: Decodable, Hashable, Sendable {
    let login: String
    let id: Int
    /// GitHub's word for what kind of account it is.
    let type: String?
  }

  let id: Int
  let body: String?
  /// `null` when the account was deleted.
  let user: Author?
}
