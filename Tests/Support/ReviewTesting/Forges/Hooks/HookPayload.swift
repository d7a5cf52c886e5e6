// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// The payload of a hook, in the format of its forge.
struct HookPayload {
  let state: ForgeState
  let event: ForgeEvent
  let action: String?
  let repository: RepositoryRecord
  let pull: PullRecord
  let sender: String

  func json(for kind: ForgeKind) -> JSON {
    switch kind {
    case .gitlab: gitLab
    case .gitea: gitea
    default: gitHub
    }
  }

  private var gitHub: JSON {
    let objects = GitHubObjects(server: state.url, state: state)
    let shown = objects.pull(pull, in: repository)
    var payload: JSON = ["repository": objects.repository(repository), "sender": objects.user(sender)]
    if let action { payload = payload.adding(["action": .text(action)]) }
    if let id = state.app?.installations.first(where: { $0.repositories.contains(repository.fullName) })?.id {
      payload = payload.adding(["installation": ["id": .integer(id)]])
    }
    switch event {
    case .pull(let before):
      payload = payload.adding(["number": .integer(pull.number), "pull_request": shown])
      if let before { payload = payload.adding(["before": .text(before), "after": .text(pull.headCommit)]) }
      if action == "edited" { payload = payload.adding(["changes": ["base": ["ref": ["from": "another"]]]]) }
    case .comment(let comment):
      let issue: JSON = [
        "id": .integer(pull.id), "number": .integer(pull.number), "title": .text(pull.title),
        "state": .text(pull.state), "user": objects.user(pull.user), "pull_request": ["url": shown["url"] ?? .null],
      ]
      payload = payload.adding(["issue": issue, "comment": objects.comment(comment, in: repository)])
    case .other: break
    }
    return payload
  }

  private var gitea: JSON {
    let objects = GiteaObjects(server: state.url, state: state)
    let shown = objects.pull(pull, in: repository)
    let word = action == "synchronize" ? "synchronized" : action
    let payload: JSON = [
      "action": JSON(word), "number": .integer(pull.number), "pull_request": shown, "sender": objects.user(sender),
      "repository": objects.repository(repository), "commit_id": .text(pull.headCommit),
    ]
    guard case .comment(let comment) = event else {
      return action == "edited" ? payload.adding(["changes": ["ref": ["from": "another"]]]) : payload
    }
    let issue: JSON = [
      "id": .integer(pull.id), "number": .integer(pull.number), "title": .text(pull.title),
      "state": .text(pull.state), "pull_request": ["draft": .bool(pull.isDraft), "merged": .bool(pull.isMerged)],
    ]
    return payload.adding(["issue": issue, "comment": objects.comment(comment, in: repository), "is_pull": true])
  }

  private var gitLab: JSON {
    let objects = GitLabObjects(server: state.url, state: state)
    let user = objects.user(sender)
    let actionNames = ["opened": "open", "closed": pull.isMerged ? "merge" : "close", "reopened": "reopen"]
    var request = objects.mergeRequest(pull, in: repository).adding([
      "last_commit": ["id": .text(pull.headCommit)], "action": .text(actionNames[action ?? ""] ?? "update"),
      "author_id": objects.user(pull.user)["id"] ?? .null, "work_in_progress": .bool(pull.isDraft),
    ])
    if case .pull(let before?) = event { request = request.adding(["oldrev": .text(before)]) }
    let payload: JSON = ["user": user, "project": objects.project(repository), "object_kind": "merge_request"]
    guard case .comment(let comment) = event else {
      var changes: JSON = [:]
      if ["ready_for_review", "converted_to_draft"].contains(action) {
        changes = ["draft": ["previous": .bool(!pull.isDraft), "current": .bool(pull.isDraft)]]
      }
      if action == "edited" {
        changes = ["target_branch": ["previous": "another", "current": .text(pull.baseBranch)]]
      }
      return payload.adding(["object_attributes": request, "changes": changes])
    }
    let note: JSON = [
      "id": .integer(comment.id), "note": .text(comment.body), "noteable_type": "MergeRequest", "action": "create",
      "author_id": objects.user(comment.user)["id"] ?? .null,
    ]
    return payload.adding(["object_kind": "note", "object_attributes": note, "merge_request": request])
  }
}
