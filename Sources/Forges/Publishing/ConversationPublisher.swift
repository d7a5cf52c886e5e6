// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// Publishes a review to a forge: one comment in the conversation, and the commit's status or its replacement.
struct ConversationPublisher<API: ConversationAPI>: ReportPublisher {
  /// Publishes the verdict in another form than a status; returns `nil` if the token has no permission for it.
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

  /// Publishes all parts. A failure of one does not prevent the others: the first error is thrown at the end.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    let service = client.service(isDryRun: isDryRun)
    // Without a token a dry run shows the writes of an account without an earlier comment.
    let account =
      isDryRun && !client.isAuthenticated
      ? Account.anonymous
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
        // The verdict is written last, so that it is never shown before the other parts.
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

/// The calls that publish a review to a forge: comments in the pull request's conversation and statuses of its commit.
protocol ConversationAPI: LineReviewAPI {
  associatedtype CurrentUser: HTTPResource & DataResource<ForgeComment.Author>
  associatedtype Comments: PagedResource where Comments.Model.Element == ForgeComment
  associatedtype NewComment: HTTPResource & DataResource<ForgeComment>
  associatedtype CommentChange: HTTPResource & DataResource<ForgeComment>
  associatedtype CommentRemoval: HTTPResource & DataResource
  associatedtype Statuses: PagedResource where Statuses.Model.Element == CommitStatus
  associatedtype NewStatus: HTTPResource & DataResource<CommitStatus>

  /// The maximum number of characters of a comment.
  static var commentCharacters: Int { get }

  func currentUser() -> CurrentUser
  func comments(on number: Int) -> Comments
  func newComment(_ text: String, on number: Int) -> NewComment
  func change(_ comment: Int, to text: String, on number: Int) -> CommentChange
  func removal(_ comment: Int, on number: Int) -> CommentRemoval
  /// The statuses of that name, the newest first. Statuses of other names may be among them.
  func statuses(of commit: CommitID, named name: String) -> Statuses
  func newStatus(_ status: CommitStatus, of commit: CommitID) -> NewStatus

  /// The status of a publication in the forge's terms.
  func status(_ publication: Publication) -> CommitStatus
  /// The page of one of our comments; `nil` when it is unknown.
  func page(of comment: ForgeComment, _ publication: Publication) -> String?
  /// The text in the form that the forge accepts.
  func text(_ comment: String) -> String
  /// Whether a status is not final.
  func isPending(_ status: CommitStatus) -> Bool
  /// Whether no write is needed when `newest` is the newest status of the same context.
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
  /// The state, for publishers that show one; must not be read without a state.
  var shownState: State {
    guard let state else { preconditionFailure("a publication without a state has none to show") }
    return state
  }
}
