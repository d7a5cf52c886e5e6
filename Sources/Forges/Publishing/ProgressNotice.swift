// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ResourceLoading
import ReviewContract

/// Adds a notice to our comment that a newer commit is being reviewed, from its pending state until its final one.
struct ProgressNotice<API: ConversationAPI>: Sendable {
  let pullRequest: ForgePullRequest<API>
  let account: Account
  let publication: Publication

  /// Changes the comment, if there is one that shows another commit.
  ///
  /// Never fails: the notice is optional, and an error that prevents it also prevents the review's publication, which
  /// reports it.
  ///
  /// - Parameter comments: those of the pull request.
  func publish(in comments: [ForgeComment]) async -> [Receipt.Entry] {
    guard let comment = CommentPlan.oldest(of: comments, publication.marker, account) else { return [] }
    return await pullRequest.change(comment) { shown in
      publication.state == .pending
        ? shown.announcing(publication.commit, page: publication.reviewPage.flatMap(PageLink.checked))
        : shown.settling(publication.commit)
    }
  }
}

extension ForgePullRequest where API: ConversationAPI {
  /// Changes one of our comments unless the text stays the same. A failure has no consequence: the change is a notice.
  func change(
    _ comment: ForgeComment, _ notice: (CommentText) -> CommentText
  ) async -> [Receipt.Entry] {
    guard let shown = comment.body.map(CommentText.init) else { return [] }
    let wanted = notice(shown)
    guard wanted != shown else { return [] }
    let change = api.change(comment.id, to: wanted.text, on: number)
    guard case .done? = try? await repository.write(change, "cannot change the comment") else { return [] }
    return [Receipt.Entry(.updated, "comment", change)]
  }
}

/// Links of statuses and check runs.
enum PageLink {
  /// The maximum length in bytes. Forges refuse longer links, and no page needs them.
  private static let longest = 500

  /// Returns the address of a page if it has only URL characters; `nil` for anything else.
  static func checked(_ text: String) -> String? {
    guard text.utf8.count <= longest, text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
    return text.isASCIIName(punctuation: "-._~:/?#[]@!$&'()*+,;=%") ? text : nil
  }
}
