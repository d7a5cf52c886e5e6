// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where a repository is: its name for people and its URL for git.
package struct Repository: Hashable, Codable, Sendable {
  package let forge: ForgeKind
  /// `OWNER/NAME` on a forge; the folder's name for a plain repository.
  package let name: String
  /// What git fetches from. Never holds a credential.
  package let cloneURL: String

  /// `clone_url` is read back as `cloneUrl`.
  private enum CodingKeys: String, CodingKey {
    case forge, name
    case cloneURL = "cloneUrl"
  }

  package init(forge: ForgeKind, name: String, cloneURL: String) {
    self.forge = forge
    self.name = name
    self.cloneURL = cloneURL
  }

  /// What is kept of the repository is kept by this: the URL, in small letters where two spellings are one repository.
  package var identity: String { forge == .local ? cloneURL : cloneURL.lowercased() }
}
