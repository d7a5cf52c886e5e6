// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension GiteaAPI: ConversationAPI {
  static let commentCharacters = GiteaLimits.commentCharacters

  func currentUser() -> GiteaUserCall { GiteaUserCall(api: self) }

  func comments(on number: Int) -> ListGiteaCommentsCall { ListGiteaCommentsCall(api: self, number: number) }

  func newComment(_ text: String, on number: Int) -> CreateGiteaCommentCall {
    CreateGiteaCommentCall(api: self, number: number, text: text)
  }

  func change(_ comment: Int, to text: String, on number: Int) -> UpdateGiteaCommentCall {
    UpdateGiteaCommentCall(api: self, id: comment, text: text)
  }

  func removal(_ comment: Int, on number: Int) -> DeleteGiteaCommentCall {
    DeleteGiteaCommentCall(api: self, id: comment)
  }

  func statuses(of commit: CommitID, named name: String) -> ListGiteaStatusesCall {
    ListGiteaStatusesCall(api: self, commit: commit)
  }

  func newStatus(_ status: CommitStatus, of commit: CommitID) -> CreateGiteaStatusCall {
    CreateGiteaStatusCall(api: self, commit: commit, status: status)
  }

  func status(_ publication: Publication) -> CommitStatus {
    CommitStatus(
      publication, state: publication.shownState.rawValue, characters: GiteaLimits.statusDescriptionCharacters)
  }
}
