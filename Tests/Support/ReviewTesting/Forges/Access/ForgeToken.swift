// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A credential on the built-in forge, with its permissions.
struct ForgeToken: Sendable {
  enum Kind: String, Sendable {
    /// A token of a user, with scopes; it has the user's permissions.
    case classic
    /// A token of a user, for some repositories, with permissions.
    case fine
    /// A token of an app, for some repositories, with permissions.
    case installation
  }

  let value: String
  let kind: Kind
  let login: String
  let repositories: [String]?
  let permissions: [String: String]
  var expiry: Date?

  var isExpired: Bool { expiry.map { $0 <= Date() } ?? false }

  /// Whether the token has access to a private repository.
  func sees(_ repository: RepositoryRecord) -> Bool {
    repositories?.contains(repository.fullName) ?? (repository.permission(of: login) != "none")
  }

  /// Whether the token has a permission for an operation; one of several permissions is enough.
  func may(_ need: RequiredPermission, in repository: RepositoryRecord) -> Bool {
    let levels = ["none", "read", "write", "admin"]
    func reaches(_ level: String) -> Bool {
      (levels.firstIndex(of: level) ?? 0) >= (levels.firstIndex(of: need.level) ?? 0)
    }
    if need.level == "read", !repository.isPrivate { return true }
    guard kind != .classic else { return reaches(repository.permission(of: login)) }
    return need.names.contains { name in
      name == "metadata" && need.level == "read" || reaches(permissions[name] ?? "none")
    }
  }
}

/// The permission that an operation requires: one of several names, at a level.
struct RequiredPermission: Sendable {
  let names: [String]
  let level: String

  static func reading(_ names: String...) -> RequiredPermission { RequiredPermission(names: names, level: "read") }
  static func writing(_ names: String...) -> RequiredPermission { RequiredPermission(names: names, level: "write") }
}
