// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

extension GitLabAPI: InspectionAPI {
  func openPullRequests() -> ListMergeRequestsCall { ListMergeRequestsCall(api: self) }

  func branch(_ name: String, through service: any ResourceService) async throws(LoadingError) -> ForgeBranch {
    try await service.load(GitLabBranchCall(api: self, branch: name))
  }

  func defaultBranch(through service: any ResourceService) async throws(LoadingError) -> String? {
    try await service.load(ProjectCall(api: self)).defaultBranch
  }

  /// GitLab finds all members whose names contain the account's; the one of that very name counts.
  func permission(
    of account: String, through service: any ResourceService
  ) async throws(LoadingError) -> Permission {
    var highest = Permission.none
    for try await page in service.pages(of: ListMembersCall(api: self, name: account)) {
      for member in page where AccountName.isSame(member.username, account) { highest = max(highest, member.level) }
    }
    return highest
  }

  func comment(
    _ id: Int, on number: Int, through service: any ResourceService
  ) async throws(LoadingError) -> ForgeComment? {
    let note = try await service.load(NoteCall(api: self, number: number, id: id))
    // Notes that GitLab itself writes have the name of the account that acted.
    return note.system ? nil : note.comment
  }
}

extension GitLabMergeRequest: ListedPullRequest {
  var openPullRequest: OpenPullRequest? {
    guard state == "opened", let head = head.flatMap({ CommitID($0) }) else { return nil }
    return OpenPullRequest(
      number: iid, head: head, base: targetBranch, baseTip: nil, isDraft: draft ?? workInProgress ?? false,
      isFromFork: sourceProjectId != targetProjectId, author: author?.username,
      updatedAt: updatedAt.flatMap { Timestamp(rfc3339: $0) })
  }
}
