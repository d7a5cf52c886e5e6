// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension GitHubAPI: ConversationAPI {
  static let commentCharacters = GitHubLimits.commentCharacters

  func currentUser() -> CurrentUserCall { CurrentUserCall(api: self) }

  func comments(on number: Int) -> ListCommentsCall { ListCommentsCall(api: self, number: number) }

  func newComment(_ text: String, on number: Int) -> CreateCommentCall {
    CreateCommentCall(api: self, number: number, text: text)
  }

  func change(_ comment: Int, to text: String, on number: Int) -> UpdateCommentCall {
    UpdateCommentCall(api: self, id: comment, text: text)
  }

  func removal(_ comment: Int, on number: Int) -> DeleteCommentCall { DeleteCommentCall(api: self, id: comment) }

  func statuses(of commit: CommitID, named name: String) -> ListStatusesCall {
    ListStatusesCall(api: self, commit: commit)
  }

  func newStatus(_ status: CommitStatus, of commit: CommitID) -> CreateStatusCall {
    CreateStatusCall(api: self, commit: commit, status: status)
  }

  func status(_ publication: Publication) -> CommitStatus {
    CommitStatus(
      publication, state: publication.shownState.rawValue, characters: GitHubLimits.statusDescriptionCharacters)
  }
}
