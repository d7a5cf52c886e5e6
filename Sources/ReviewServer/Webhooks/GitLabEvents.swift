// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The events of GitLab (https://docs.gitlab.com/user/project/integrations/webhook_events/).
struct GitLabEvents {
  static let wanted = WantedPaths([
    "project.path_with_namespace", "project.id", "ref", "after", "object_attributes.iid",
    "object_attributes.id", "object_attributes.action", "object_attributes.oldrev", "object_attributes.draft",
    "object_attributes.work_in_progress", "object_attributes.updated_at", "object_attributes.last_commit.id",
    "object_attributes.source_project_id", "object_attributes.target_project_id", "object_attributes.note",
    "object_attributes.noteable_type", "merge_request.iid", "changes.target_branch", "changes.labels", "changes.title",
    "changes.draft.current",
    "changes.draft.previous", "object_attributes.author_id", "user.id",
  ])

  let fields: Fields
  /// The name of the bot in comments.
  let name: String

  func event(_ name: String) throws(WebhookFault) -> WebhookEvent {
    switch name {
    case "Merge Request Hook": .pullRequest(try mergeRequest())
    case "Note Hook": try note()
    case "Push Hook": try push()
    default: .other
    }
  }

  private func mergeRequest() throws(WebhookFault) -> PullRequestEvent {
    let number = try fields.requiredNumber("object_attributes.iid")
    let source = fields.number("object_attributes.source_project_id")
    return PullRequestEvent(
      action: action, repository: try fields.required("project.path_with_namespace"), number: number,
      head: try fields.commit("object_attributes.last_commit.id"), base: nil,
      isDraft: fields.flag("object_attributes.draft") ?? fields.flag("object_attributes.work_in_progress") ?? false,
      isFromFork: source == nil || source != fields.number("object_attributes.target_project_id"),
      updatedAt: fields.text("object_attributes.updated_at"))
  }

  private var action: PullRequestEvent.Action {
    switch fields.text("object_attributes.action") {
    case "open": .opened
    case "reopen": .reopened
    case "close", "merge": .closed
    // One action for many changes: with new commits there is an old head, and a new target is among the changes.
    case "update":
      if fields.has("object_attributes.oldrev") {
        .synchronize
      } else if fields.has("changes.target_branch") {
        .retargeted
      } else if fields.flag("changes.draft.previous") == true, fields.flag("changes.draft.current") == false {
        .readyForReview
      } else if fields.has("changes.labels") || fields.has("changes.title") {
        .relabeled
      } else {
        .other
      }
    default: .other
    }
  }

  private func note() throws(WebhookFault) -> WebhookEvent {
    guard fields.text("object_attributes.noteable_type") == "MergeRequest", isByItsAuthor,
      let command = CommentCommand(firstLineOf: fields.text("object_attributes.note") ?? "", name: name)
    else { return .other }
    return .comment(
      CommentEvent(
        repository: try fields.required("project.path_with_namespace"),
        number: try fields.requiredNumber("merge_request.iid"),
        comment: try fields.requiredNumber("object_attributes.id"), command: command))
  }

  /// Whether the event's user is the author of the comment. GitLab also sends an event for an edit, which another user
  /// can make: a member who ticks a checkbox in a comment gives no command.
  private var isByItsAuthor: Bool {
    guard [nil, "create"].contains(fields.text("object_attributes.action")) else { return false }
    guard let author = fields.number("object_attributes.author_id"), let user = fields.number("user.id") else {
      return true
    }
    return author == user
  }

  private func push() throws(WebhookFault) -> WebhookEvent {
    let reference = try fields.required("ref")
    guard reference.hasPrefix("refs/heads/") else { return .other }
    let after = try fields.commit("after")
    // A deleted branch has an id of zeros.
    let isGone = after?.hex.allSatisfy { $0 == "0" } ?? true
    return .push(
      PushEvent(
        repository: try fields.required("project.path_with_namespace"), branch: String(reference.dropFirst(11)),
        head: isGone ? nil : after))
  }
}
