// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// What a credential may do on the built-in forge.
struct ForgeToken: Sendable {
  enum Kind: String, Sendable {
    /// A person's, with scopes; may do what the person may.
    case classic
    /// A person's, for some repositories, with permissions.
    case fine
    /// An app's, for some repositories, with permissions.
    case installation
  }

  let value: String
  let kind: Kind
  let login: String
  let repositories: [String]?
  let permissions: [String: String]
  var expiry: Date?

  var isExpired: Bool { expiry.map { $0 <= Date() } ?? false }

  /// Whether it can see a repository that strangers cannot.
  func sees(_ repository: RepositoryRecord) -> Bool {
    repositories?.contains(repository.fullName) ?? (repository.permission(of: login) != "none")
  }

  /// Whether it may do something, for which one of several permissions is enough.
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

/// What an operation takes: one of some permissions, at a level.
struct RequiredPermission: Sendable {
  let names: [String]
  let level: String

  static func reading(_ names: String...) -> RequiredPermission { RequiredPermission(names: names, level: "read") }
  static func writing(_ names: String...) -> RequiredPermission { RequiredPermission(names: names, level: "write") }
}
