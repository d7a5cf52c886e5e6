// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A repository as the daemon's configuration and a forge name it, in small letters: the forges that send webhooks take capital
/// and small letters of names for the same, so that two spellings are one repository.
package struct RepositoryReference: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The forge's name in the operator's configuration, such as `github`.
  package let forge: String
  /// `OWNER/NAME`, in small letters.
  package let name: String

  /// - Parameter name: in any spelling.
  package init(forge: String, name: String) {
    self.forge = forge
    self.name = name.lowercased()
  }

  package var description: String { "\(forge):\(name)" }
}

/// A pull request by its repository and number, or the repository itself.
package struct PullRequestReference: Hashable, Codable, Sendable, CustomStringConvertible {
  package let repository: RepositoryReference
  /// 0 stands for the repository itself: its branches and its merge queue.
  package let number: Int

  package init(repository: RepositoryReference, number: Int) {
    self.repository = repository
    self.number = number
  }

  /// What is done for a repository as a whole.
  package init(of repository: RepositoryReference) {
    self.init(repository: repository, number: 0)
  }

  package var description: String { number == 0 ? "\(repository)" : "\(repository)#\(number)" }
}
