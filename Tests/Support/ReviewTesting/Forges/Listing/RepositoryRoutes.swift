// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The lists of the repositories of an owner, and of an app's installation.
enum RepositoryRoutes {
  static let gitHub: [ForgeRoute] = [
    ForgeRoute("GET", "orgs/:owner/repos", "repos/list-for-org", .person) { call in
      try call.page(of: try call.repositories(ofGroup: call.parameter("owner")), call.listedOnGitHub)
    },
    ForgeRoute("GET", "users/:owner/repos", "repos/list-for-user", .person) { call in
      try call.page(of: call.repositories(of: call.parameter("owner")).filter { !$0.isPrivate }, call.listedOnGitHub)
    },
    ForgeRoute("GET", "user/repos", "repos/list-for-authenticated-user", .person) { call in
      try call.page(of: call.repositories(of: call.login), call.listedOnGitHub)
    },
    ForgeRoute(
      "GET", "installation/repositories", "apps/list-repos-accessible-to-installation", .installation
    ) { call in
      let names = call.token?.repositories ?? []
      return try call.page(
        of: call.forge.look { state in names.compactMap { state.repositories[$0] } }, as: "repositories",
        call.listedOnGitHub)
    },
  ]

  static let gitLab: [ForgeRoute] = [
    ForgeRoute("GET", "groups/:id/projects", nil, .person) { call in
      let (group, objects) = (call.parameter("id"), call.gitLab)
      return try call.page(
        of: try call.repositories(ofGroup: group, hasSubgroups: call.query["include_subgroups"] == "true")
      ) { objects.listed($0, for: call.login) }
    },
    ForgeRoute("GET", "users/:id/projects", nil, .person) { call in
      let objects = call.gitLab
      return try call.page(of: call.repositories(of: call.parameter("id"))) { objects.listed($0, for: call.login) }
    },
  ]

  static let gitea: [ForgeRoute] = [
    ForgeRoute("GET", "orgs/:owner/repos", nil, .person) { call in
      try call.page(of: try call.repositories(ofGroup: call.parameter("owner")), call.listedOnGitHub)
    },
    ForgeRoute("GET", "users/:owner/repos", nil, .person) { call in
      try call.page(of: call.repositories(of: call.parameter("owner")), call.listedOnGitHub)
    },
  ]
}

extension ForgeCall {
  /// - Throws: ``ForgeRefusal`` when the owner is not an organization or a group.
  fileprivate func repositories(ofGroup owner: String, hasSubgroups: Bool = false) throws -> [RepositoryRecord] {
    let isGroup = forge.look { state in
      state.users[owner]?.type == "Organization"
        || state.repositories.values.contains { $0.owner.hasPrefix(owner + "/") }
    }
    guard isGroup else { throw ForgeRefusal(404, "Not Found") }
    return repositories(of: owner, hasSubgroups: hasSubgroups)
  }

  /// The repositories of an owner that the token has access to, sorted by name.
  fileprivate func repositories(of owner: String, hasSubgroups: Bool = false) -> [RepositoryRecord] {
    let all = forge.look { Array($0.repositories.values) }
    return all.filter { repository in
      (repository.owner == owner || hasSubgroups && repository.owner.hasPrefix(owner + "/"))
        && (!repository.isPrivate || token?.sees(repository) == true)
    }.sorted { $0.fullName < $1.fullName }
  }

  fileprivate func listedOnGitHub(_ repository: RepositoryRecord) -> JSON {
    gitHub.repository(repository).adding([
      "archived": .bool(repository.isArchived),
      "permissions": [
        "pull": true, "push": .bool(["write", "admin"].contains(repository.permission(of: login))),
        "admin": .bool(repository.permission(of: login) == "admin"),
      ],
    ])
  }
}

extension GitLabObjects {
  fileprivate func listed(_ repository: RepositoryRecord, for login: String) -> JSON {
    let level = ["read": 10, "write": 30, "admin": 40][repository.permission(of: login)] ?? 0
    let shown = project(repository).adding([
      "archived": .bool(repository.isArchived),
      "permissions": ["project_access": ["access_level": .integer(level)], "group_access": nil],
    ])
    return repository.forkOf == nil ? shown : shown.adding(["forked_from_project": ["id": 1]])
  }
}
