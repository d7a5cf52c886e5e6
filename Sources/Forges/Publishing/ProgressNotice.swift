// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ResourceLoading
import ReviewContract

/// Has our comment say that a newer commit is being reviewed, from its pending state until its final one.
struct ProgressNotice<API: ConversationAPI>: Sendable {
  let service: any ResourceService
  let api: API
  let account: Account
  let publication: Publication

  /// Changes the comment, if there is one that shows another commit.
  ///
  /// Never fails: the notice is a courtesy, and what keeps it from being written keeps the review from being published,
  /// which reports it.
  func publish() async -> [Receipt.Entry] {
    guard let comments = try? await service.elements(of: api.comments(on: publication.pullRequest)),
      let comment = CommentPlan.oldest(of: comments, publication.marker, account), let body = comment.body
    else { return [] }
    let shown = CommentText(body)
    let wanted =
      publication.state == .pending ? shown.announcing(publication.commit) : shown.settling(publication.commit)
    guard wanted != shown else { return [] }
    let change = api.change(comment.id, to: wanted.text, on: publication.pullRequest)
    // See above: a lost answer and a refusal have no consequence.
    guard case .done? = try? await service.write(change, purpose: "cannot change the comment", forge: API.forge) else {
      return []
    }
    return [Receipt.Entry(.updated, "comment", change)]
  }
}

/// Links of statuses and check runs.
enum PageLink {
  /// Longer ones are refused by forges, and no page needs them.
  private static let longest = 500

  /// The address of a page if it has only characters of addresses; `nil` for anything else.
  static func checked(_ text: String) -> String? {
    guard text.utf8.count <= longest, text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
    return text.isASCIIName(punctuation: "-._~:/?#[]@!$&'()*+,;=%") ? text : nil
  }
}
