// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// GitLab's JSON of the forge's state.
struct GitLabObjects {
  let server: String
  let state: ForgeState

  func user(_ login: String) -> JSON {
    guard let user = state.users[login] else { return nil }
    return ["id": .integer(user.id), "username": .text(login), "name": .text(login), "state": "active"]
  }

  func project(_ repository: RepositoryRecord) -> JSON {
    let name = repository.fullName
    return [
      "id": .integer(repository.id), "name": .text(repository.name), "path_with_namespace": .text(name),
      "default_branch": .text(repository.defaultBranch), "web_url": "\(server)/\(name)",
      "http_url_to_repo": "\(server)/\(name).git", "visibility": repository.isPrivate ? "private" : "public",
      "repository_access_level": "enabled", "merge_requests_access_level": "enabled",
      "builds_access_level": "enabled", "public_jobs": true,
    ]
  }

  func mergeRequest(_ pull: PullRecord, in repository: RepositoryRecord) -> JSON {
    let state = pull.isMerged ? "merged" : pull.state == "open" ? "opened" : "closed"
    let source = self.state.repositories[pull.headRepository]
    return [
      "id": .integer(pull.id), "iid": .integer(pull.number), "title": .text(pull.title), "description": "",
      "labels": .list(pull.labels.map { .text($0) }),
      "state": .text(state), "draft": .bool(pull.isDraft), "work_in_progress": .bool(pull.isDraft),
      "source_branch": .text(pull.headBranch), "target_branch": .text(pull.baseBranch),
      "source_project_id": source.map { .integer($0.id) } ?? .null, "target_project_id": .integer(repository.id),
      "sha": .text(pull.headCommit), "author": user(pull.user), "created_at": GitHubObjects.date(pull.created),
      "updated_at": GitHubObjects.date(pull.updated),
      "web_url": "\(server)/\(repository.fullName)/-/merge_requests/\(pull.number)",
    ]
  }

  func note(_ comment: CommentRecord) -> JSON {
    [
      "id": .integer(comment.id), "body": .text(comment.body), "author": user(comment.user), "system": false,
      "noteable_type": "MergeRequest", "created_at": GitHubObjects.date(comment.created),
      "updated_at": GitHubObjects.date(comment.updated), "resolvable": .bool(comment.discussion != nil),
      "resolved": .bool(comment.isResolved),
    ]
  }

  func status(_ status: StatusRecord) -> JSON {
    [
      "id": .integer(status.id), "sha": .text(status.commit), "status": .text(status.state),
      "name": .text(status.context), "description": JSON(status.description), "target_url": JSON(status.target),
      "author": user(status.user),
      "created_at": GitHubObjects.date(status.created),
    ]
  }
}

extension ForgeCall {
  var gitLab: GitLabObjects { GitLabObjects(server: server, state: forge.look { $0 }) }
}
