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
  /// As the forge writes them; a comment that was never changed has two that are the same.
  var createdAt: String?
  var updatedAt: String?
  /// Gitea leaves the one that does not apply empty.
  var issueUrl: String?
  var pullRequestUrl: String?

  var isEdited: Bool { createdAt != updatedAt }

  /// Whether it stands in the conversation of that pull request.
  func isOn(_ number: Int) -> Bool {
    [issueUrl, pullRequestUrl].contains { $0?.split(separator: "/").last.map(String.init) == "\(number)" }
  }
}
