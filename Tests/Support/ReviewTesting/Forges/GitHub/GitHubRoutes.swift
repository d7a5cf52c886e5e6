// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The part of GitHub's REST API that this project uses: https://docs.github.com/en/rest
enum GitHubRoutes {
  private static let repository = "repos/:owner/:repo"

  static let all: [ForgeRoute] =
    [
      ForgeRoute("GET", "user", "users/get-authenticated", .person) { call in
        try .json(call.gitHub.user(call.login))
      },
      ForgeRoute("GET", repository, "repos/get", .repository(.reading("metadata"))) { call in
        try .json(call.gitHub.repository(try call.repository()))
      },
      ForgeRoute(
        "GET", "\(repository)/collaborators/:login/permission", "repos/get-collaborator-permission-level",
        .repository(.reading("metadata")), permission),
      ForgeRoute(
        "GET", "\(repository)/git/ref/*reference", "git/get-ref", .repository(.reading("contents")), reference),
      ForgeRoute(
        "GET", "\(repository)/contents/*path", "repos/get-content", .repository(.reading("contents")), contents),
      ForgeRoute(
        "GET", "\(repository)/compare/:range", "repos/compare-commits", .repository(.reading("contents")), compare),
    ] + GitHubPulls.routes(repository) + GitHubComments.routes(repository) + GitHubVerdicts.routes(repository)
    + GitHubApps.routes(repository) + RepositoryRoutes.gitHub

  private static func permission(_ call: ForgeCall) throws -> ForgeResponse {
    let login = call.parameter("login")
    let user = call.gitHub.user(login)
    guard user != nil else { throw ForgeRefusal(404, "\(login) is not a user") }
    let level = try call.repository().permission(of: login)
    return try .json(["permission": .text(level), "role_name": .text(level), "user": user])
  }

  private static func reference(_ call: ForgeCall) throws -> ForgeResponse {
    let name = "refs/\(call.parameter("reference"))"
    guard let commit = try call.repository().git.commit(name) else { throw ForgeRefusal(404, "Not Found") }
    return try .json(["ref": .text(name), "object": ["type": "commit", "sha": .text(commit)]])
  }

  private static func contents(_ call: ForgeCall) throws -> ForgeResponse {
    let repository = try call.repository()
    let path = call.parameter("path")
    guard let commit = try repository.git.commit(call.query["ref"] ?? repository.defaultBranch) else {
      throw ForgeRefusal(404, "No commit found for the ref")
    }
    guard let text = try repository.git.contents(path, at: commit) else {
      // The response for a folder is a list.
      return try .json([])
    }
    return try .json([
      "type": "file", "encoding": "base64", "path": .text(path), "size": .integer(text.utf8.count),
      "content": .text(Data(text.utf8).base64EncodedString(options: .lineLength76Characters)),
    ])
  }

  private static func compare(_ call: ForgeCall) throws -> ForgeResponse {
    let sides = call.parameter("range").components(separatedBy: "...")
    guard sides.count == 2 else { throw call.refusal(404, "Not Found") }
    let git = try call.repository().git
    let (base, head) = (try call.commit(sides[0], missing: 404), try call.commit(sides[1], missing: 404))
    let distance = try git.distance(from: base, to: head)
    let status =
      switch (distance.ahead, distance.behind) {
      case (0, 0): "identical"
      case (_, 0): "ahead"
      case (0, _): "behind"
      default: "diverged"
      }
    return try .json([
      "status": .text(status), "ahead_by": .integer(distance.ahead), "behind_by": .integer(distance.behind),
      "merge_base_commit": ["sha": .text(try git.mergeBase(base, head))],
      "files": .list(try git.files(from: base, to: head).map(GitHubPulls.file)),
    ])
  }
}
