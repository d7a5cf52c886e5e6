// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// GitHub's JSON of the forge's state, in its API and in payloads of hooks.
struct GitHubObjects {
  /// The URL of the server, without a slash at its end; GitHub's API is at its root.
  let server: String
  let state: ForgeState

  func user(_ login: String) -> JSON {
    guard let user = state.users[login] else { return nil }
    return [
      "id": .integer(user.id), "login": .text(login), "type": .text(user.type), "site_admin": false,
      "html_url": "\(server)/\(login)", "url": "\(server)/users/\(login)",
    ]
  }

  func repository(_ repository: RepositoryRecord) -> JSON {
    let name = repository.fullName
    return [
      "id": .integer(repository.id), "name": .text(repository.name), "full_name": .text(name),
      "owner": user(repository.owner), "private": .bool(repository.isPrivate),
      "visibility": repository.isPrivate ? "private" : "public",
      "fork": .bool(repository.forkOf != nil), "default_branch": .text(repository.defaultBranch),
      "html_url": "\(server)/\(name)", "url": "\(server)/repos/\(name)", "clone_url": "\(server)/\(name).git",
    ]
  }

  /// - Parameter isAlone: whether to add the members that a list of pull requests omits.
  func pull(_ pull: PullRecord, in repository: RepositoryRecord, isAlone: Bool = true) -> JSON {
    let name = repository.fullName
    let closed: JSON = pull.state == "closed" ? Self.date(pull.updated) : nil
    let shown: JSON = [
      "id": .integer(pull.id), "number": .integer(pull.number), "state": .text(pull.state), "title": .text(pull.title),
      "body": "", "draft": .bool(pull.isDraft), "locked": .bool(pull.isLocked), "user": user(pull.user),
      "labels": .list(pull.labels.map(label)), "created_at": Self.date(pull.created),
      "updated_at": Self.date(pull.updated), "closed_at": closed, "merged_at": pull.isMerged ? closed : nil,
      "html_url": "\(server)/\(name)/pull/\(pull.number)", "url": "\(server)/repos/\(name)/pulls/\(pull.number)",
      "head": side(pull.headBranch, pull.headCommit, state.repositories[pull.headRepository]),
      "base": side(pull.baseBranch, pull.baseCommit, repository),
    ]
    guard isAlone else { return shown }
    // The forge tests the mergeability after the first request.
    return shown.adding([
      "merged": .bool(pull.isMerged), "mergeable": pull.isMergeKnown ? true : nil,
      "mergeable_state": pull.isMergeKnown ? "clean" : "unknown",
    ])
  }

  private func side(_ branch: String, _ commit: String, _ repository: RepositoryRecord?) -> JSON {
    [
      "label": "\(repository?.owner ?? ""):\(branch)", "ref": .text(branch), "sha": .text(commit),
      "user": user(repository?.owner ?? ""), "repo": repository.map { self.repository($0) } ?? .null,
    ]
  }

  func label(_ name: String) -> JSON { ["name": .text(name), "color": "ededed", "default": false] }

  func comment(_ comment: CommentRecord, in repository: RepositoryRecord) -> JSON {
    let shown: JSON = [
      "id": .integer(comment.id), "body": .text(comment.body), "user": user(comment.user),
      "created_at": Self.date(comment.created), "updated_at": Self.date(comment.updated),
      "issue_url": "\(server)/repos/\(repository.fullName)/issues/\(comment.number)",
      "html_url": "\(server)/\(repository.fullName)/pull/\(comment.number)#issuecomment-\(comment.id)",
    ]
    guard let path = comment.path else { return shown }
    return shown.adding(["path": .text(path), "line": comment.line.map { .integer($0) } ?? .null, "side": "RIGHT"])
  }

  func review(_ review: ReviewRecord) -> JSON {
    [
      "id": .integer(review.id), "body": .text(review.body), "user": user(review.user), "state": "COMMENTED",
      "commit_id": .text(review.commit), "submitted_at": Self.date(review.created),
    ]
  }

  func status(_ status: StatusRecord) -> JSON {
    [
      "id": .integer(status.id), "state": .text(status.state), "context": .text(status.context),
      "description": JSON(status.description), "target_url": JSON(status.target), "creator": user(status.user),
      "created_at": Self.date(status.created), "updated_at": Self.date(status.created),
    ]
  }

  func checkRun(_ run: CheckRunRecord) -> JSON {
    [
      "id": .integer(run.id), "name": .text(run.name), "head_sha": .text(run.commit),
      "external_id": JSON(run.externalID), "status": .text(run.status), "conclusion": JSON(run.conclusion),
      "output": [
        "title": JSON(run.title), "summary": JSON(run.summary), "text": nil,
        "annotations_count": .integer(run.annotations.count),
      ],
      "app": state.app.map { ["id": .integer($0.id), "slug": .text($0.slug), "name": .text($0.slug)] } ?? .null,
      "pull_requests": [],
    ]
  }

  static func date(_ date: Date) -> JSON { .text(date.formatted(.iso8601)) }
}

extension ForgeCall {
  var gitHub: GitHubObjects { GitHubObjects(server: server, state: forge.look { $0 }) }
}
