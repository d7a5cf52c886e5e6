// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Reviewbot's account on the forge.
enum Account: Hashable, Sendable {
  /// The account of a person or a machine user.
  case user(id: Int)
  /// An app's account, identified by its name.
  case app(login: String)
  /// No account: without a token no comment is ours.
  case anonymous

  func wrote(_ comment: PostedComment) -> Bool {
    switch self {
    case .user(let id): comment.authorID == id
    case .app(let login): comment.isByBot && comment.author == login
    case .anonymous: false
    }
  }

  /// Returns whether the account of a status is ours.
  func isSame(as author: ForgeComment.Author?) -> Bool {
    switch self {
    case .user(let id): author?.id == id
    case .app(let login): author?.type == "Bot" && author?.login == login
    case .anonymous: false
    }
  }

  /// Returns whether the comment is ours. A name does not identify a person, because names can be released and reused.
  func wrote(_ comment: ForgeComment) -> Bool { isSame(as: comment.user) }
}

extension ForgeClient where API: ConversationAPI {
  /// Whether there is a credential for writes.
  var isAuthenticated: Bool { tokens != nil || hasToken }

  /// Returns reviewbot's account on the forge.
  ///
  /// - Parameters:
  ///   - appAccount: the account of a token that has no user; `nil` where every token has one.
  ///   - purpose: the failed action, for errors.
  /// - Throws: ``ForgeError`` with ``ForgeError/Code/badToken`` without a credential.
  func account(
    appAccount: String? = nil, purpose: String
  ) async throws(ForgeError) -> Account {
    if let tokens { return .app(login: try await tokens.account()) }
    guard hasToken else {
      throw ForgeError(
        .badToken, "\(purpose): there is no token",
        remedy: "set REVIEWBOT_TOKEN or use --token-file")
    }
    do {
      return .user(id: try await repository().currentUser("\(purpose): cannot read the account of the token").load().id)
    } catch {
      // An app's token has no user; GitHub answers 403.
      guard let appAccount, error.code == .forbidden else { throw error }
      return .app(login: appAccount)
    }
  }
}

/// A comment in the conversation of a pull request.
struct ForgeComment: Decodable, Hashable, Sendable {
  struct Author: Codable, Hashable, Sendable {
    let login: String
    let id: Int
    /// GitHub's type of the account.
    let type: String?
  }

  let id: Int
  let body: String?
  /// `null` when the account was deleted.
  let user: Author?
  /// The times in the forge's format. They are equal for a comment that was never changed.
  var createdAt: String?
  var updatedAt: String?
  /// Gitea leaves the one that does not apply empty.
  var issueUrl: String?
  var pullRequestUrl: String?
  /// The comment's page; `nil` on GitLab.
  var htmlUrl: String?

  var isEdited: Bool { createdAt != updatedAt }

  /// Returns whether the comment belongs to that pull request.
  func isOn(_ number: Int) -> Bool {
    [issueUrl, pullRequestUrl].contains { $0?.split(separator: "/").last.map(String.init) == "\(number)" }
  }
}
