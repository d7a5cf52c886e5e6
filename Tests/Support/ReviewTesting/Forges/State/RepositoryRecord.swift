// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SystemPackage

/// The built-in forge's record of a repository.
struct RepositoryRecord: Sendable {
  let id: Int
  let owner: String
  let name: String
  let path: FilePath
  let isPrivate: Bool
  let forkOf: String?
  let isArchived: Bool
  let defaultBranch: String
  /// The permissions of users by login: `read`, `write` or `admin`.
  let collaborators: [String: String]
  var pulls: [Int: PullRecord] = [:]
  /// The oldest first, as in all lists of this type.
  var comments: [CommentRecord] = []
  var removedComments = 0
  var lineComments: [CommentRecord] = []
  var reviews: [ReviewRecord] = []
  var statuses: [StatusRecord] = []
  var checkRuns: [CheckRunRecord] = []

  var fullName: String { "\(owner)/\(name)" }
  var git: ForgeGit { ForgeGit(path: path) }

  /// Returns the permission of an account.
  func permission(of login: String) -> String { collaborators[login] ?? (isPrivate ? "none" : "read") }

  func comments(of number: Int) -> [CommentRecord] { comments.filter { $0.number == number } }
}
