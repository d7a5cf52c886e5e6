// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A repository as the daemon's configuration and a forge name it.
package struct RepositoryReference: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The forge's name in the operator's configuration, such as `github`.
  package let forge: String
  /// `OWNER/NAME`.
  package let name: String

  package init(forge: String, name: String) {
    self.forge = forge
    self.name = name
  }

  package var description: String { "\(forge):\(name)" }
}

/// A pull request by its repository and number.
package struct PullRequestReference: Hashable, Codable, Sendable, CustomStringConvertible {
  package let repository: RepositoryReference
  package let number: Int

  package init(repository: RepositoryReference, number: Int) {
    self.repository = repository
    self.number = number
  }

  package var description: String { "\(repository)#\(number)" }
}
