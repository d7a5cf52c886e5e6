// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// Publishes a review to a forge: one comment in the conversation, and the commit's status or its replacement.
struct ConversationPublisher<API: ConversationAPI>: ReportPublisher {
  let client: ForgeClient<API>
  /// The pull requests of the repository, which may have the same head.
  let source: any PullRequestSource
  /// The account of a token that has no user; `nil` where every token has one.
  var appAccount: String?
  /// Publishes the verdict in another form than a status; `nil` where a forge has none.
  var checks: (@Sendable (ForgeRepository<API>, Account) -> CheckRuns?)?

  var progressWrites: ProgressWrites {
    if API.progressState != nil { return .once }
    return client.writeRate.isSlow ? .sparingly : .often
  }

  /// Publishes all parts. A failure of one does not prevent the others: the first error is thrown at the end.
  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    let repository = client.repository(isDryRun: isDryRun)
    let pullRequest = repository.pullRequest(publication.pullRequest)
    // Without a token a dry run shows the writes of an account without an earlier comment.
    let account =
      isDryRun && !client.isAuthenticated
      ? Account.anonymous
      : try await client.account(
        appAccount: appAccount, purpose: "cannot publish to \(client.api.repository)")
    var entries: [Receipt.Entry] = []
    var failure: ForgeError?
    var link = publication.jobPage.flatMap(PageLink.checked)
    var shown: ForgeComment?
    if let comment = publication.comment {
      do {
        let comments = CommentPublisher(
          pullRequest: pullRequest, clock: client.clock, account: account, publication: publication,
          comment: comment)
        let outcome = try await comments.publish(isDryRun: isDryRun)
        entries += outcome.entries
        shown = outcome.comment
        if let comment = outcome.comment { link = client.api.page(of: comment, publication) ?? link }
      } catch {
        failure = error
      }
    }
    var unchanged: [ForgeComment]?
    if publication.comment == nil, publication.state != nil, publication.pullRequest > 0, !isDryRun {
      // The comment stays as it is, and so does the link to it. Without the comments there is only no link.
      unchanged = try? await pullRequest.comments.elements()
      if let comment = CommentPlan.oldest(of: unchanged ?? [], publication.marker, account) {
        link = client.api.page(of: comment, publication) ?? link
      }
    }
    if let review = publication.review, publication.pullRequest > 0, !isDryRun {
      do {
        let publisher = LineReviewPublisher(
          pullRequest: pullRequest, account: account, publication: publication, review: review)
        entries += try await publisher.publish()
      } catch {
        failure = failure ?? error
      }
    }
    if publication.state != nil {
      do {
        // The verdict is written last, so that it is never shown before the other parts.
        let page = publication.reviewPage.flatMap(PageLink.checked)
        let verdict = try await showVerdict(publication, page ?? link, repository, account, isDryRun: isDryRun)
        entries += verdict
        if !isDryRun {
          let notice = HeldNotice(repository: repository, account: account, marker: publication.marker)
          let isHeld = Receipt(entries: verdict).holder != nil
          entries += await notice.publish(on: publication, shown: shown, isHeld: isHeld)
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let unchanged, publication.notesProgress {
      let notice = ProgressNotice(pullRequest: pullRequest, account: account, publication: publication)
      entries += await notice.publish(in: unchanged)
    }
    if let failure { throw failure }
    return Receipt(entries: entries)
  }

  func showVerdict(
    _ publication: Publication, _ link: String?, _ repository: ForgeRepository<API>, _ account: Account, isDryRun: Bool
  ) async throws(ForgeError) -> [Receipt.Entry] {
    let head = SharedHead(source: source, commit: publication.commit)
    if let checks = checks?(repository, account) {
      let publisher = CheckRunPublisher(
        checks: checks, clock: client.clock, head: head, publication: publication, link: link)
      if let entries = try await publisher.publish(isDryRun: isDryRun) { return entries }
    }
    return try await StatusPublisher(
      repository: repository, account: account, head: head, publication: publication, link: link
    ).publish(isDryRun: isDryRun)
  }
}

/// The calls that publish a review to a forge: comments in the pull request's conversation and statuses of its commit.
protocol ConversationAPI: LineReviewAPI {
  /// The maximum number of characters of a comment.
  static var commentCharacters: Int { get }

  func currentUser() -> ForgeCall<ForgeComment.Author>
  func comments(on number: Int) -> ForgeCall<[ForgeComment]>
  func newComment(_ text: String, on number: Int) -> ForgeCall<ForgeComment>
  func change(_ comment: Int, to text: String, on number: Int) -> ForgeCall<ForgeComment>
  func removal(_ comment: Int, on number: Int) -> ForgeCall<Void>
  /// The statuses of that name, the newest first. Statuses of other names may be among them.
  func statuses(of commit: CommitID, named name: String) -> ForgeCall<[CommitStatus]>
  func newStatus(_ status: CommitStatus, of commit: CommitID) -> ForgeCall<CommitStatus>

  /// The maximum number of characters of a status's description.
  static var statusCharacters: Int { get }
  /// The forge's name of a state.
  func name(of state: Publication.State) -> String
  /// The name of the only state that can follow a pending one of the same review; `nil` if another pending one can.
  static var progressState: String? { get }
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

  func name(of state: Publication.State) -> String { state.rawValue }

  static var progressState: String? { nil }

  /// Returns the status of a verdict in the forge's terms.
  func status(_ verdict: ShownVerdict, in context: String) -> CommitStatus {
    CommitStatus(
      state: verdict.isProgress ? Self.progressState ?? name(of: verdict.state) : name(of: verdict.state),
      context: context,
      description: verdict.description(atMost: Self.statusCharacters), targetUrl: verdict.link)
  }

  /// Returns what a status shows.
  func shownResult(of status: CommitStatus, _ account: Account) -> ShownResult {
    ShownResult(
      text: status.description.flatMap(StatusText.init),
      outcome: isPending(status) ? .pending : status.state == name(of: .success) ? .passed : .failed,
      isOurs: account.isSame(as: status.creator), link: status.targetUrl.flatMap(PageLink.checked))
  }

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
