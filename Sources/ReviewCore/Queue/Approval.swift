// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Somebody's word that exactly this commit of a stranger may run. It says nothing about any other.
package struct Approval: Hashable, Codable, Sendable {
  package let pullRequest: PullRequestReference
  package let head: CommitID
  /// Who gave it, by the forge's account name.
  package let approver: String

  package init(pullRequest: PullRequestReference, head: CommitID, approver: String) {
    self.pullRequest = pullRequest
    self.head = head
    self.approver = approver
  }
}
