// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Gitea's JSON of the forge's state.
struct GiteaObjects {
  let server: String
  let state: ForgeState

  func user(_ login: String) -> JSON {
    guard let user = state.users[login] else { return nil }
    return [
      "id": .integer(user.id), "login": .text(login), "username": .text(login), "full_name": "",
      "visibility": "public",
    ]
  }

  func repository(_ repository: RepositoryRecord) -> JSON {
    let name = repository.fullName
    return [
      "id": .integer(repository.id), "name": .text(repository.name), "full_name": .text(name),
      "owner": user(repository.owner), "private": .bool(repository.isPrivate), "internal": false,
      "fork": .bool(repository.forkOf != nil), "default_branch": .text(repository.defaultBranch),
      "html_url": "\(server)/\(name)", "clone_url": "\(server)/\(name).git",
    ]
  }

  func pull(_ pull: PullRecord, in repository: RepositoryRecord) -> JSON {
    [
      "id": .integer(pull.id), "number": .integer(pull.number), "title": .text(pull.title), "body": "",
      "labels": .list(pull.labels.map { ["id": 1, "name": .text($0)] }),
      "state": .text(pull.state), "draft": .bool(pull.isDraft), "merged": .bool(pull.isMerged),
      "user": user(pull.user), "created_at": GitHubObjects.date(pull.created),
      "updated_at": GitHubObjects.date(pull.updated),
      "html_url": "\(server)/\(repository.fullName)/pulls/\(pull.number)",
      "head": side(pull.headBranch, pull.headCommit, state.repositories[pull.headRepository]),
      "base": side(pull.baseBranch, pull.baseCommit, repository),
    ]
  }

  private func side(_ branch: String, _ commit: String, _ repository: RepositoryRecord?) -> JSON {
    [
      "label": .text(branch), "ref": .text(branch), "sha": .text(commit),
      "repo_id": .integer(repository?.id ?? 0), "repo": repository.map { self.repository($0) } ?? .null,
    ]
  }

  func comment(_ comment: CommentRecord, in repository: RepositoryRecord) -> JSON {
    [
      "id": .integer(comment.id), "body": .text(comment.body), "user": user(comment.user),
      "created_at": GitHubObjects.date(comment.created), "updated_at": GitHubObjects.date(comment.updated),
      "html_url": "\(server)/\(repository.fullName)/pulls/\(comment.number)#issuecomment-\(comment.id)",
      "issue_url": "", "pull_request_url": "\(server)/\(repository.fullName)/pulls/\(comment.number)",
    ]
  }

  func review(_ review: ReviewRecord) -> JSON {
    [
      "id": .integer(review.id), "body": .text(review.body), "state": "COMMENT", "user": user(review.user),
      "commit_id": .text(review.commit), "submitted_at": GitHubObjects.date(review.created),
    ]
  }

  func lineComment(_ comment: CommentRecord) -> JSON {
    [
      "id": .integer(comment.id), "body": .text(comment.body), "user": user(comment.user),
      "path": .text(comment.path ?? ""), "position": .integer(comment.line ?? 0),
      "pull_request_review_id": .integer(comment.review ?? 0), "created_at": GitHubObjects.date(comment.created),
      "updated_at": GitHubObjects.date(comment.updated),
    ]
  }

  func status(_ status: StatusRecord) -> JSON {
    [
      "id": .integer(status.id), "status": .text(status.state), "context": .text(status.context),
      "description": .text(status.description ?? ""), "target_url": .text(status.target ?? ""),
      "creator": user(status.user),
      "created_at": GitHubObjects.date(status.created),
    ]
  }
}

extension ForgeCall {
  var gitea: GiteaObjects { GiteaObjects(server: server, state: forge.look { $0 }) }
}
