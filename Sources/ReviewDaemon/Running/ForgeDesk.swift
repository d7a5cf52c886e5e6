// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

/// One repository on its forge: what the daemon asks about it, and shows there.
package protocol ForgeDesk: PullRequestSource, RepositoryInspector {
  var policy: RepositoryPolicy { get }

  /// Makes the forge show exactly this.
  func publish(_ publication: Publication) async throws(ForgeError) -> Receipt
}

/// Has a desk for each repository that the operator named.
package protocol ForgeDesks: Sendable {
  /// `nil` for a repository that is not to be served.
  func desk(for repository: RepositoryReference) throws -> (any ForgeDesk)?

  /// The repositories that are named in full. Of those that a pattern stands for, only the ones that sent something are
  /// known.
  var named: [RepositoryReference] { get }
}
