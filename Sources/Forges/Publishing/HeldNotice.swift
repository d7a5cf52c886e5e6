// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading
import ReviewContract

/// Adds a notice to our comment that the review passed, and that the status showed the failure of another pull request
/// with the same head; removes it when the status is written with the result of the review.
struct HeldNotice<API: ConversationAPI>: Sendable {
  let repository: ForgeRepository<API>
  let account: Account
  let marker: CommentMarker

  private static var sentence: String {
    "**This review passed. When it ended, another open pull request with the same head had failed, which the status shows.**"
  }

  /// Changes the comment of a publication after its status was written.
  ///
  /// Never fails, as ``ProgressNotice``: the status itself names the other pull request.
  ///
  /// - Parameter shown: the comment as it was published; `nil` if the publication has none.
  func publish(on publication: Publication, shown: ForgeComment?, isHeld: Bool) async -> [Receipt.Entry] {
    // A pending status says nothing about the review.
    guard publication.pullRequest > 0, publication.state != .pending else { return [] }
    if let shown { return await change(shown, on: publication.pullRequest, isHeld: isHeld) }
    return isHeld ? await publish(on: publication.pullRequest, isHeld: true) : []
  }

  /// Changes the comment of a pull request, if there is one.
  func publish(on number: Int, isHeld: Bool) async -> [Receipt.Entry] {
    guard let comments = try? await repository.pullRequest(number).comments.elements(),
      let comment = CommentPlan.oldest(of: comments, marker, account)
    else { return [] }
    return await change(comment, on: number, isHeld: isHeld)
  }

  private func change(_ comment: ForgeComment, on number: Int, isHeld: Bool) async -> [Receipt.Entry] {
    await repository.pullRequest(number).change(comment) { $0.holding(isHeld ? Self.sentence : nil) }
  }
}
