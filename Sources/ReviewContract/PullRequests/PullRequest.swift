// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// A request to merge a head into a base.
package struct PullRequest: Hashable, Codable, Sendable {
  package enum State: String, Codable, Sendable {
    case open, closed, merged
  }

  package let repository: Repository
  package let number: Int
  /// The title by the author: hostile text.
  package let title: String
  package let author: String?
  /// The URL of the web page; `nil` without one.
  package let url: String?
  package let state: State
  package let isDraft: Bool
  /// The proposed commit as reported by the forge; `nil` if only the refs contain it.
  package let head: CommitID?
  /// The ref that git fetches for the head, such as `refs/pull/7/head`; empty for the base's own tip.
  package let headRef: String
  /// The branch to be merged into, such as `main`; `nil` means the repository's default branch.
  package private(set) var baseBranch: String?
  /// Whether the head comes from another repository, whose authors are not trusted here.
  package let isFromFork: Bool
  /// The labels, set by accounts with permission to triage. Empty without a forge.
  package let labels: [String]
  /// The description: hostile text, truncated to ``maximumBodyBytes``. `nil` without a forge.
  package let body: String?

  package static let maximumBodyBytes = 64 << 10

  package init(
    repository: Repository, number: Int, title: String, author: String?, url: String?, state: State, isDraft: Bool,
    head: CommitID?, headRef: String, baseBranch: String?, isFromFork: Bool, labels: [String] = [], body: String? = nil
  ) {
    self.body = body.map { String(decoding: $0.utf8.prefix(Self.maximumBodyBytes), as: UTF8.self) }
    self.labels = labels
    self.repository = repository
    self.number = number
    self.title = title
    self.author = author
    self.url = url
    self.state = state
    self.isDraft = isDraft
    self.head = head
    self.headRef = headRef
    self.baseBranch = baseBranch
    self.isFromFork = isFromFork
  }
}

extension PullRequest {
  /// Returns the pull request with the base branch of its workspace, if it names none itself.
  package func resolvingBase(from workspace: Workspace) -> PullRequest {
    guard baseBranch == nil, let branch = workspace.baseBranch else { return self }
    var pullRequest = self
    pullRequest.baseBranch = branch
    return pullRequest
  }
}

/// An open pull request in the list of a forge.
package struct OpenPullRequest: Hashable, Sendable {
  /// The maximum number that is read of one repository, the most recently changed first. A limit of reviewbot: no forge
  /// documents one.
  package static let listLimit = 1_000

  package let number: Int
  package let head: CommitID
  /// The branch to be merged into.
  package let base: String
  /// The commit of the base branch in the forge's data of the pull request. It can be older than the branch's tip:
  /// GitHub updates it with the head only. `nil` if the list does not contain it.
  package let baseTip: CommitID?
  package let isDraft: Bool
  /// Whether the head comes from another repository, whose authors are not trusted here.
  package let isFromFork: Bool
  /// `nil` when the account was deleted.
  package let author: String?
  package let updatedAt: Timestamp?

  package init(
    number: Int, head: CommitID, base: String, baseTip: CommitID?, isDraft: Bool, isFromFork: Bool, author: String?,
    updatedAt: Timestamp?
  ) {
    self.number = number
    self.head = head
    self.base = base
    self.baseTip = baseTip
    self.isDraft = isDraft
    self.isFromFork = isFromFork
    self.author = author
    self.updatedAt = updatedAt
  }
}

/// The current state of a comment on a pull request.
package struct PostedComment: Hashable, Sendable {
  /// The name of the account; `nil` for a deleted account.
  package let author: String?
  /// The forge's id of the account; `nil` for a deleted account.
  package let authorID: Int?
  /// Whether the forge reports that the account belongs to an app.
  package let isByBot: Bool
  package let text: String
  /// Whether it was edited.
  package let isEdited: Bool

  package init(author: String?, authorID: Int?, isByBot: Bool = false, text: String, isEdited: Bool) {
    self.author = author
    self.authorID = authorID
    self.isByBot = isByBot
    self.text = text
    self.isEdited = isEdited
  }
}

/// Reads the pull requests of one repository.
package protocol PullRequestSource: Sendable {
  /// Reads a pull request.
  ///
  /// - Parameter isAnnounced: whether the forge itself announced the pull request. If it is not found, the request is
  ///   then repeated twice within ten seconds, because the forge's API can lag behind its webhook deliveries.
  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest
}

extension PullRequestSource {
  /// Reads a pull request that no webhook delivery announced.
  package func pullRequest(_ number: Int) async throws(ForgeError) -> PullRequest {
    try await pullRequest(number, isAnnounced: false)
  }
}
