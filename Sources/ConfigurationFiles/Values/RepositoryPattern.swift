// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
package import ReviewContract

/// Repositories of a forge: `acme/shapes` is one, `acme/*` matches all of an owner, `acme/**` all of a group and its
/// subgroups.
package struct RepositoryPattern: ConfigurationValue {
  /// The maximum length in bytes. GitLab permits longer names, with up to 20 groups of 255 characters; such patterns
  /// are rejected.
  private static let longest = 600

  package let pattern: String
  /// The parsed pattern; `nil` for an exact name.
  private let glob: Glob?

  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, text.utf8.count <= Self.longest, text.isASCIIName(punctuation: "-._/*"),
      parts.allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    if text.contains("*") {
      guard let glob = Glob(text.lowercased()) else { return nil }
      self.glob = glob
    } else {
      glob = nil
    }
    pattern = text
  }

  /// Returns whether it matches the repository. Names are case-insensitive on all forges.
  package func matches(_ repository: String) -> Bool {
    let name = repository.lowercased()
    return glob.map { $0.matches(name) } ?? (name == pattern.lowercased())
  }

  /// The number of path components; `nil` for any number.
  var depth: Int? {
    pattern.contains("**") ? nil : pattern.split(separator: "/").count
  }

  /// Whether it can match several repositories.
  package var isPattern: Bool { glob != nil }

  /// The owner whose repositories a pattern matches, and whether these include the repositories of subgroups; `nil` for
  /// an exact name, and if the owner itself is a pattern.
  package var owner: (name: String, hasSubgroups: Bool)? {
    guard isPattern else { return nil }
    let parts = pattern.split(separator: "/")
    let literal = parts.prefix { !$0.contains("*") }
    guard !literal.isEmpty else { return nil }
    return (literal.joined(separator: "/"), pattern.contains("**") || literal.count + 1 < parts.count)
  }

  /// Returns whether it can match a repository of the account.
  package func canMatch(account: String) -> Bool {
    let first = pattern.prefix { $0 != "/" }.lowercased()
    // Each part of a pattern is a pattern itself.
    return first.contains("*") ? Glob(first)?.matches(account.lowercased()) ?? true : first == account.lowercased()
  }

  package var description: String { pattern }

  package static let noun = "repository"
  package static let examples = #"acme/shapes or "acme/*""#
  package static let pattern = "^[A-Za-z0-9._*-]+(/[A-Za-z0-9._*-]+)+$"

  package static func remedy(for text: String) -> String? {
    if text.contains("://") { return "write only its name, without the server" }
    return text.contains("/")
      ? "write letters, digits, - _ . and *" : "write OWNER/NAME, or \"OWNER/*\" for all of an owner"
  }
}

extension IDRange: ConfigurationValue {
  package static let noun = "range of ids from \(least) on, at most \(maximumCount) of them,"
  package static let examples = "200000-200063"
  package static let pattern = "^[0-9]{4,10}-[0-9]{4,10}$"
}
