// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Shows a review on a forge: one comment in the conversation, and the commit's status or what the forge has instead.
struct ConversationPublisher<API: ConversationAPI>: ReportPublisher {
  /// Shows the verdict in another way than by a status; `nil` when the token may not.
  typealias Gate =
    @Sendable (
      _ service: any ResourceService, _ account: Account, _ publication: Publication, _ link: String?,
      _ isDryRun: Bool
    ) async throws(ForgeError) -> [Receipt.Entry]?

  let client: ForgeClient<API>
  let clock: any Clock<Duration>
  /// The account of a token that has no user; `nil` where every token has one.
  var appAccount: String?
  var gate: Gate?

  /// A failure of the comment does not prevent the status, nor the reverse: the error is thrown when
  /// both were tried.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    let service = client.service(isDryRun: isDryRun)
    // Without a token a dry run shows the writes of an account without an earlier comment.
    let account =
      isDryRun && !client.isAuthenticated
      ? Account.nobody
      : try await client.account(
        service, appAccount: appAccount, purpose: "cannot publish to \(client.api.repository)")
    var entries: [Receipt.Entry] = []
    var failure: ForgeError?
    var link = publication.jobPage.flatMap(PageLink.checked)
    if let comment = publication.comment {
      do {
        let comments = CommentPublisher(
          service: service, api: client.api, clock: clock, account: account, publication: publication, comment: comment)
        let outcome = try await comments.publish(isDryRun: isDryRun)
        entries += outcome.entries
        if let comment = outcome.comment { link = client.api.page(of: comment, publication) ?? link }
      } catch {
        failure = error
      }
    }
    if let review = publication.review, publication.pullRequest > 0, !isDryRun {
      do {
        let publisher = LineReviewPublisher(
          service: service, api: client.api, account: account, publication: publication, review: review)
        entries += try await publisher.publish()
      } catch {
        failure = failure ?? error
      }
    }
    if publication.state != nil {
      do {
        // The verdict comes last: where it is shown, the rest is there.
        entries += try await showVerdict(publication, link, service, account, isDryRun: isDryRun)
      } catch {
        failure = failure ?? error
      }
    }
    if publication.comment == nil, publication.notesProgress, !isDryRun {
      let notice = ProgressNotice(service: service, api: client.api, account: account, publication: publication)
      entries += await notice.publish()
    }
    if let failure { throw failure }
    return Receipt(entries: entries)
  }

  private func showVerdict(
    _ publication: Publication, _ link: String?, _ service: any ResourceService, _ account: Account, isDryRun: Bool
  ) async throws(ForgeError) -> [Receipt.Entry] {
    if let gate, let entries = try await gate(service, account, publication, link, isDryRun) { return entries }
    return try await StatusPublisher(service: service, api: client.api, publication: publication, link: link)
      .publish(isDryRun: isDryRun)
  }
}

/// The calls by which a forge shows a review: comments in the pull request's conversation and statuses of its commit.
protocol ConversationAPI: LineReviewAPI {
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
  /// The page that shows a comment of ours; `nil` when it is unknown.
  func page(of comment: ForgeComment, _ publication: Publication) -> String?
  /// The text as it can be given to the forge.
  func text(_ comment: String) -> String
  /// Whether a status is not final.
  func isPending(_ status: CommitStatus) -> Bool
  /// Whether nothing has to be done when `newest` is the newest status of the same context.
  func isShown(_ status: CommitStatus, by newest: CommitStatus?) -> Bool
}

extension ConversationAPI {
  func page(of comment: ForgeComment, _ publication: Publication) -> String? {
    comment.htmlUrl.flatMap(PageLink.checked)
  }

  func text(_ comment: String) -> String { comment }

  func isShown(_ status: CommitStatus, by newest: CommitStatus?) -> Bool { status.isShown(by: newest) }

  func isPending(_ status: CommitStatus) -> Bool { status.state == "pending" }
}

extension Publication {
  /// The state, for publishers that show one; it is not read where there is none.
  var shownState: State {
    guard let state else { preconditionFailure("a publication without a state has none to show") }
    return state
  }
}
