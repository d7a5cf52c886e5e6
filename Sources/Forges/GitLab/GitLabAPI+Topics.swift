// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

extension GitLabAPI: ConversationAPI {
  static let commentCharacters = GitLabLimits.noteCharacters
  static let statusCharacters = GitLabLimits.statusDescriptionCharacters

  func currentUser() -> GitLabUserCall { GitLabUserCall(api: self) }

  func comments(on number: Int) -> ListNotesCall { ListNotesCall(api: self, number: number) }

  func newComment(_ text: String, on number: Int) -> CreateNoteCall {
    CreateNoteCall(api: self, number: number, text: text)
  }

  func change(_ comment: Int, to text: String, on number: Int) -> UpdateNoteCall {
    UpdateNoteCall(api: self, number: number, id: comment, text: text)
  }

  func removal(_ comment: Int, on number: Int) -> DeleteNoteCall {
    DeleteNoteCall(api: self, number: number, id: comment)
  }

  func statuses(of commit: CommitID, named name: String) -> ListGitLabStatusesCall {
    ListGitLabStatusesCall(api: self, commit: commit, name: name)
  }

  func newStatus(_ status: CommitStatus, of commit: CommitID) -> CreateGitLabStatusCall {
    CreateGitLabStatusCall(api: self, commit: commit, status: status)
  }

  func name(of state: Publication.State) -> String {
    switch state {
    case .pending: "pending"
    case .success: "success"
    case .failure: "failed"
    case .error: "canceled"
    }
  }

  /// GitLab rejects a second pending status.
  func isShown(_ status: CommitStatus, by newest: CommitStatus?) -> Bool {
    if status.state == "pending", newest?.state == "pending" { return true }
    return status.isShown(by: newest)
  }

  func page(of comment: ForgeComment, _ publication: Publication) -> String? {
    publication.page.flatMap { PageLink.checked("\($0)#note_\(comment.id)") }
  }

  /// The names of GitLab's states that are not final.
  func isPending(_ status: CommitStatus) -> Bool {
    ["created", "waiting_for_resource", "preparing", "pending", "running", "scheduled"].contains(status.state)
  }

  /// Escapes quick actions: GitLab would execute a line that starts with a slash, such as `/close`, with our account. A
  /// line that starts with a space is plain text.
  func text(_ comment: String) -> String {
    // By scalars: in Swift a carriage return and a newline are one character.
    var text = String.UnicodeScalarView()
    var isAtStart = true
    for scalar in comment.unicodeScalars {
      if isAtStart, scalar == "/" { text.append(" ") }
      text.append(scalar)
      isAtStart = scalar == "\n" || scalar == "\r"
    }
    return String(text)
  }
}

extension GitLabAPI: InspectionAPI {
  func openPullRequests() -> ListMergeRequestsCall { ListMergeRequestsCall(api: self) }

  func branch(_ name: String, through service: any ResourceService) async throws(LoadingError) -> ForgeBranch {
    try await service.load(GitLabBranchCall(api: self, branch: name))
  }

  func defaultBranch(through service: any ResourceService) async throws(LoadingError) -> String? {
    try await service.load(ProjectCall(api: self)).defaultBranch
  }

  /// GitLab lists all members whose names contain the account's name; only an exact match counts.
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
    // The author of a system note is the account that acted.
    return note.system ? nil : note.comment
  }
}

extension GitLabMergeRequest: ListedPullRequest {
  var openPullRequest: OpenPullRequest? {
    guard state == "opened", let head = head.flatMap({ CommitID($0) }) else { return nil }
    return OpenPullRequest(
      number: iid, head: head, base: targetBranch, baseTip: nil, isDraft: draft ?? workInProgress ?? false,
      isFromFork: sourceProjectId != targetProjectId, author: author?.username,
      updatedAt: updatedAt.flatMap { Timestamp(forgeText: $0) })
  }
}
