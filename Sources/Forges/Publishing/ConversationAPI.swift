// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// The calls by which a forge shows a review: comments in the pull request's conversation and statuses of its commit.
protocol ConversationAPI: ForgeAPI {
  associatedtype CurrentUser: HTTPResource & DataResource<ForgeComment.Author>
  associatedtype Comments: PagedResource where Comments.Model.Element == ForgeComment
  associatedtype NewComment: HTTPResource & DataResource<ForgeComment>
  associatedtype CommentChange: HTTPResource & DataResource<ForgeComment>
  associatedtype CommentRemoval: HTTPResource & DataResource
  associatedtype Statuses: PagedResource where Statuses.Model.Element == CommitStatus
  associatedtype NewStatus: HTTPResource & DataResource<CommitStatus>

  /// How many characters a comment may have.
  static var commentCharacters: Int { get }

  func currentUser() -> CurrentUser
  func comments(on number: Int) -> Comments
  func newComment(_ text: String, on number: Int) -> NewComment
  func change(_ comment: Int, to text: String, on number: Int) -> CommentChange
  func removal(_ comment: Int, on number: Int) -> CommentRemoval
  /// The statuses of that name, the newest first. Others may be among them.
  func statuses(of commit: CommitID, named name: String) -> Statuses
  func newStatus(_ status: CommitStatus, of commit: CommitID) -> NewStatus

  /// The status that a publication wants, in the forge's words.
  func status(_ publication: Publication) -> CommitStatus
  /// The text as it can be given to the forge.
  func text(_ comment: String) -> String
  /// Whether nothing has to be done when `newest` is the newest status of the same context.
  func isShown(_ status: CommitStatus, by newest: CommitStatus?) -> Bool
}

extension ConversationAPI {
  func text(_ comment: String) -> String { comment }

  func isShown(_ status: CommitStatus, by newest: CommitStatus?) -> Bool { status.isShown(by: newest) }
}
