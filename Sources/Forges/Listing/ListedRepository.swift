// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A repository in a forge's list.
package struct ListedRepository: Hashable, Sendable {
  /// `OWNER/NAME`
  package let name: String
  package let isArchived: Bool
  package let isFork: Bool
  /// Whether the account of the credential may write; `nil` if the list does not say.
  package let mayWrite: Bool?

  package init(_ name: String, isArchived: Bool = false, isFork: Bool = false, mayWrite: Bool? = nil) {
    self.name = name
    self.isArchived = isArchived
    self.isFork = isFork
    self.mayWrite = mayWrite
  }
}

/// An owner of repositories: an organization, a user, or a group of GitLab.
package struct RepositoryOwner: Hashable, Sendable, CustomStringConvertible {
  /// Such as `acme`, or `acme/tools` for a subgroup.
  package let name: String
  /// Whether the repositories of its subgroups are listed as well.
  package let hasSubgroups: Bool

  package init(_ name: String, hasSubgroups: Bool = false) {
    self.name = name
    self.hasSubgroups = hasSubgroups
  }

  /// Returns whether the repository belongs to the owner. Names are case-insensitive on all forges.
  package func owns(_ repository: String) -> Bool {
    let (repository, prefix) = (repository.lowercased(), name.lowercased() + "/")
    guard repository.hasPrefix(prefix) else { return false }
    return hasSubgroups || !repository.dropFirst(prefix.count).contains("/")
  }

  package var description: String { name }
}

/// The repositories of an owner, or of an app's installations.
package struct RepositoryList: Hashable, Sendable {
  package var repositories: [ListedRepository]
  /// Whether a repository that is not in the list does not exist.
  package var isComplete: Bool

  package init(_ repositories: [ListedRepository], isComplete: Bool = true) {
    self.repositories = repositories
    self.isComplete = isComplete
  }

  /// The maximum number of pages of a list.
  static let pageLimit = 100
}
