// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SystemPackage

/// What the built-in forge remembers of a repository.
struct RepositoryRecord: Sendable {
  let id: Int
  let owner: String
  let name: String
  let path: FilePath
  let isPrivate: Bool
  let forkOf: String?
  let defaultBranch: String
  /// What people may do: `read`, `write` or `admin`, by login.
  let collaborators: [String: String]
  var pulls: [Int: PullRecord] = [:]
  /// The oldest first, like all lists here.
  var comments: [CommentRecord] = []
  var removedComments = 0
  var lineComments: [CommentRecord] = []
  var reviews: [ReviewRecord] = []
  var statuses: [StatusRecord] = []
  var checkRuns: [CheckRunRecord] = []

  var fullName: String { "\(owner)/\(name)" }
  var git: ForgeGit { ForgeGit(path: path) }

  /// The permission of an account.
  func permission(of login: String) -> String { collaborators[login] ?? (isPrivate ? "none" : "read") }

  func comments(of number: Int) -> [CommentRecord] { comments.filter { $0.number == number } }
}
