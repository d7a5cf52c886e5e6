// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

extension GitHubAPI: ConversationAPI {
  static let commentCharacters = GitHubLimits.commentCharacters
  static let statusCharacters = GitHubLimits.statusDescriptionCharacters

  func currentUser() -> CurrentUserCall<Self> { CurrentUserCall(api: self) }

  func comments(on number: Int) -> ListCommentsCall { ListCommentsCall(api: self, number: number) }

  func newComment(_ text: String, on number: Int) -> CreateCommentCall<Self> {
    CreateCommentCall(api: self, number: number, text: text)
  }

  func change(_ comment: Int, to text: String, on number: Int) -> UpdateCommentCall<Self> {
    UpdateCommentCall(api: self, id: comment, text: text)
  }

  func removal(_ comment: Int, on number: Int) -> DeleteCommentCall<Self> { DeleteCommentCall(api: self, id: comment) }

  func statuses(of commit: CommitID, named name: String) -> ListStatusesCall {
    ListStatusesCall(api: self, commit: commit)
  }

  func newStatus(_ status: CommitStatus, of commit: CommitID) -> CreateStatusCall {
    CreateStatusCall(api: self, commit: commit, status: status)
  }
}

extension GitHubAPI: InspectionAPI {
  func openPullRequests() -> ListPullRequestsCall { ListPullRequestsCall(api: self) }

  func branch(_ name: String, through service: any ResourceService) async throws(LoadingError) -> ForgeBranch {
    try await service.load(BranchReferenceCall(api: self, branch: name))
  }

  func defaultBranch(through service: any ResourceService) async throws(LoadingError) -> String? {
    try await service.load(RepositoryCall(api: self)).defaultBranch
  }

  func permission(
    of account: String, through service: any ResourceService
  ) async throws(LoadingError) -> Permission {
    try await service.load(PermissionCall(api: self, login: account)).level(of: account)
  }

  func comment(
    _ id: Int, on number: Int, through service: any ResourceService
  ) async throws(LoadingError) -> ForgeComment? {
    let comment = try await service.load(CommentCall(api: self, id: id))
    return comment.isOn(number) ? comment : nil
  }
}

extension GitHubPullRequest: ListedPullRequest {
  var openPullRequest: OpenPullRequest? {
    guard let number, state == "open", let head = CommitID(head.sha) else { return nil }
    return OpenPullRequest(
      number: number, head: head, base: base.ref, baseTip: CommitID(base.sha), isDraft: draft ?? false,
      isFromFork: self.head.repo?.id != base.repo?.id || base.repo == nil, author: user?.login,
      updatedAt: updatedAt.flatMap { Timestamp(forgeText: $0) })
  }
}
