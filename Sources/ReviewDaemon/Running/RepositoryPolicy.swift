// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What the operator decided for a repository.
package struct RepositoryPolicy: Hashable, Sendable {
  /// Pull requests from other repositories, whose authors may not write to this one.
  package enum Strangers: String, Hashable, Sendable {
    /// They wait until somebody who may write approves exactly their head.
    case approve
    case run
    case ignore
  }

  package var marker: CommentMarker
  package var strangers: Strangers
  /// Accounts that are no strangers, whatever they may do.
  package var trusted: Set<String>
  package var skipsDrafts: Bool

  package init(
    marker: CommentMarker, strangers: Strangers = .approve, trusted: Set<String> = [], skipsDrafts: Bool = false
  ) {
    self.marker = marker
    self.strangers = strangers
    // Forges take names in any case.
    self.trusted = Set(trusted.map { $0.lowercased() })
    self.skipsDrafts = skipsDrafts
  }

  func trusts(_ account: String?) -> Bool { account.map { trusted.contains($0.lowercased()) } ?? false }
}
