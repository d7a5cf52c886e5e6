// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The events of GitHub (https://docs.github.com/en/webhooks/webhook-events-and-payloads), and of Gitea, which are
/// modelled on them.
struct GitHubEvents {
  static let wanted = WantedPaths([
    "action", "number", "repository.full_name", "ref", "after", "deleted", "changes.base", "changes.ref",
    "changes.title",
    "pull_request.number", "pull_request.draft", "pull_request.updated_at", "pull_request.head.sha",
    "pull_request.head.repo", "pull_request.head.repo.full_name", "pull_request.base.sha",
    "pull_request.base.repo.full_name", "issue.number", "issue.pull_request", "is_pull", "comment.id", "comment.body",
    "check_run.head_sha", "check_suite.head_sha", "merge_group.head_sha", "merge_group.base_sha",
    "merge_group.head_ref", "merge_group.base_ref",
  ])

  let fields: Fields
  /// The name of the bot in comments.
  let name: String

  func event(_ name: String) throws(WebhookFault) -> WebhookEvent {
    switch name {
    case "pull_request", "pull_request_sync": .pullRequest(try pullRequest())
    // Gitea's name for a comment on a pull request.
    case "issue_comment", "pull_request_comment": try comment(isPullRequest: name == "pull_request_comment")
    case "check_run", "check_suite": try checkRequest(name)
    case "push": try push()
    case "merge_group": try mergeGroup()
    case "installation", "installation_repositories": .installation(action: try text("action"))
    default: .other
    }
  }

  private func pullRequest() throws(WebhookFault) -> PullRequestEvent {
    let repository = try text("repository.full_name")
    let number = fields.number("pull_request.number") ?? fields.number("number")
    guard let number, number > 0 else { throw WebhookFault("the event has no number of a pull request") }
    let from = fields.text("pull_request.head.repo.full_name")
    return PullRequestEvent(
      action: action, repository: repository, number: number, head: try commit("pull_request.head.sha"),
      base: try commit("pull_request.base.sha"), isDraft: fields.flag("pull_request.draft") ?? false,
      isFromFork: from != (fields.text("pull_request.base.repo.full_name") ?? repository),
      updatedAt: fields.text("pull_request.updated_at"))
  }

  private var action: PullRequestEvent.Action {
    switch fields.text("action") {
    case "opened": .opened
    // Gitea sends `synchronized`.
    case "synchronize", "synchronized": .synchronize
    case "reopened": .reopened
    case "ready_for_review": .readyForReview
    case "closed": .closed
    case "edited":
      fields.has("changes.base") || fields.has("changes.ref")
        ? .retargeted : fields.has("changes.title") ? .relabeled : .other
    // Gitea's names are the last two.
    case "labeled", "unlabeled", "label_updated", "label_cleared": .relabeled
    default: .other
    }
  }

  private func comment(isPullRequest: Bool) throws(WebhookFault) -> WebhookEvent {
    guard fields.text("action") == "created",
      isPullRequest || fields.has("issue.pull_request") || fields.flag("is_pull") == true,
      let command = CommentCommand(firstLineOf: fields.text("comment.body") ?? "", name: name)
    else { return .other }
    return .comment(
      CommentEvent(
        repository: try text("repository.full_name"), number: try number("issue.number"),
        comment: try number("comment.id"), command: command))
  }

  private func checkRequest(_ name: String) throws(WebhookFault) -> WebhookEvent {
    guard fields.text("action") == "rerequested" else { return .other }
    guard let head = try commit("\(name).head_sha") else { throw WebhookFault("the event has no commit id") }
    return .checkRequest(CheckRequestEvent(repository: try text("repository.full_name"), head: head))
  }

  private func push() throws(WebhookFault) -> WebhookEvent {
    let reference = try text("ref")
    guard reference.hasPrefix("refs/heads/") else { return .other }
    let isGone = fields.flag("deleted") ?? false
    return .push(
      PushEvent(
        repository: try text("repository.full_name"), branch: String(reference.dropFirst(11)),
        head: isGone ? nil : try commit("after")))
  }

  private func mergeGroup() throws(WebhookFault) -> WebhookEvent {
    guard fields.text("action") == "checks_requested" else { return .other }
    guard let head = try commit("merge_group.head_sha") else { throw WebhookFault("the event has no commit id") }
    return .mergeGroup(
      MergeGroupEvent(
        repository: try text("repository.full_name"), head: head, base: try commit("merge_group.base_sha"),
        headRef: try text("merge_group.head_ref"), baseRef: fields.text("merge_group.base_ref")))
  }

  private func text(_ path: String) throws(WebhookFault) -> String { try fields.required(path) }
  private func number(_ path: String) throws(WebhookFault) -> Int { try fields.requiredNumber(path) }
  private func commit(_ path: String) throws(WebhookFault) -> CommitID? { try fields.commit(path) }
}
