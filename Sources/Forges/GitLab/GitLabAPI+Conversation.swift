// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension GitLabAPI: ConversationAPI {
  static let commentCharacters = GitLabLimits.noteCharacters

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

  func status(_ publication: Publication) -> CommitStatus {
    let state =
      switch publication.shownState {
      case .pending: "pending"
      case .success: "success"
      case .failure: "failed"
      case .error: "canceled"
      }
    return CommitStatus(publication, state: state, characters: GitLabLimits.statusDescriptionCharacters)
  }

  /// GitLab refuses to make what is pending pending once more.
  func isShown(_ status: CommitStatus, by newest: CommitStatus?) -> Bool {
    if status.state == "pending", newest?.state == "pending" { return true }
    return status.isShown(by: newest)
  }

  /// A line that starts with a slash could be a command, such as `/close`, which GitLab would carry out in our name. After
  /// a space it is none.
  func text(_ comment: String) -> String {
    // By scalars: to Swift a carriage return and a newline are one character.
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
