// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The part of GitLab's REST API that this project uses: https://docs.gitlab.com/api/rest
enum GitLabRoutes {
  private static let project = "projects/:id"
  private static let reading = ForgeRoute.Access.repository(.reading("contents"))

  static let all: [ForgeRoute] =
    [
      ForgeRoute("GET", "user", nil, .person) { call in try .json(call.gitLab.user(call.login)) },
      ForgeRoute("GET", project, nil, reading) { call in try .json(call.gitLab.project(try call.repository())) },
      ForgeRoute("GET", "\(project)/members/all", nil, reading, members),
      ForgeRoute("GET", "\(project)/repository/branches/:branch", nil, reading) { call in
        let branch = call.parameter("branch")
        guard let commit = try call.repository().git.commit("refs/heads/\(branch)") else {
          throw ForgeRefusal(404, "404 Branch Not Found")
        }
        return try .json(["name": .text(branch), "commit": ["id": .text(commit)]])
      },
      ForgeRoute("GET", "\(project)/merge_requests", nil, reading) { call in
        let repository = try call.repository()
        let state = call.query["state"] ?? "all"
        let found = repository.pulls.values.filter { state == "all" || ($0.state == "open") == (state == "opened") }
        let objects = call.gitLab
        return try call.page(of: found.sorted { ($0.updated, $0.number) > ($1.updated, $1.number) }) { pull in
          objects.mergeRequest(pull, in: repository)
        }
      },
      ForgeRoute("GET", "\(project)/merge_requests/:number", nil, reading) { call in
        let (repository, pull) = try call.pull()
        return try .json(call.gitLab.mergeRequest(pull, in: repository))
      },
      ForgeRoute("GET", "\(project)/merge_requests/:number/versions", nil, reading) { call in
        let (repository, pull) = try call.pull()
        let base = try repository.git.mergeBase(pull.baseCommit, pull.headCommit)
        return try call.page(of: [pull]) { pull in
          [
            "id": .integer(pull.id), "base_commit_sha": .text(base), "start_commit_sha": .text(pull.baseCommit),
            "head_commit_sha": .text(pull.headCommit),
          ]
        }
      },
      ForgeRoute("GET", "\(project)/repository/commits/:commit/statuses", nil, reading, statuses),
      ForgeRoute("POST", "\(project)/statuses/:commit", nil, .repository(.writing("statuses"))) { call in
        let status = try call.setStatus(
          of: ["pending", "running", "success", "failed", "canceled", "skipped"], named: "name", atMost: 255)
        return try .created(call.gitLab.status(status))
      },
    ] + GitLabNotes.routes(project) + RepositoryRoutes.gitLab

  private static func members(_ call: ForgeCall) throws -> ForgeResponse {
    let levels = ["read": 10, "write": 30, "admin": 40]
    let wanted = call.query["query"] ?? ""
    let found = try call.repository().collaborators.filter { wanted.isEmpty || $0.key.contains(wanted) }
    let objects = call.gitLab
    return try call.page(of: found.sorted { $0.key < $1.key }) { member in
      objects.user(member.key).adding(["access_level": .integer(levels[member.value] ?? 0)])
    }
  }

  /// Returns the latest status of each name, or all.
  private static func statuses(_ call: ForgeCall) throws -> ForgeResponse {
    let commit = try call.commit(call.parameter("commit"), missing: 404)
    let all = try call.repository().statuses.filter { $0.commit == commit }
    let latest = Dictionary(all.map { ($0.context, $0) }) { $1 }.values
    let wanted = call.query["all"] == "true" ? all : Array(latest)
    let found = wanted.filter { status in call.query["name"].map { $0 == status.context } ?? true }
    let isFalling = call.query["sort"] == "desc"
    return try call.page(of: found.sorted { isFalling ? $0.id > $1.id : $0.id < $1.id }, call.gitLab.status)
  }
}
