// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

extension StandInTests {
  /// Lists of repositories.
  struct ListingStandInTests {
    /// Adds repositories to the world, all with the same contents.
    static func add(_ count: Int, to world: ScratchDirectory) throws {
      try StandInWorld(folder: world).change { forge in
        func add(_ owner: String, _ name: String, _ further: [String: Any] = [:]) {
          forge.add(
            [
              "owner": owner, "name": name, "path": "git/acme/shapes.git", "private": true,
              "collaborators": ["bot-user": "write"],
            ].merging(further) { $1 }, to: "repos")
          forge.showApp("\(owner)/\(name)")
        }
        for number in 1...count { add("acme", String(format: "r%03d", number)) }
        add("acme", "archived", ["archived": true])
        add("acme", "fork", ["fork_of": "acme/shapes"])
        add("acme", "foreign", ["private": false, "collaborators": ["ada": "write"]])
        add("acme/tools", "deep")
        add("bot-user", "own", ["owner_type": "User"])
        add("ada", "public", ["private": false, "owner_type": "User"])
      }
    }

    private func assembly() -> ForgesAssembly { ForgesAssembly(clock: InstantClock()) }

    private static let organization =
      (1...120).map { ListedRepository("acme/" + String(format: "r%03d", $0), mayWrite: true) } + [
        ListedRepository("acme/archived", isArchived: true, mayWrite: true),
        ListedRepository("acme/foreign", mayWrite: false),
        ListedRepository("acme/fork", isFork: true, mayWrite: true),
        ListedRepository("acme/shapes", mayWrite: true),
      ]

    @Test(arguments: [
      (
        ForgeKind.github, StandInForge.token,
        ["/orgs/acme/repos?per_page=100&sort=full_name", "/orgs/acme/repos?page=2&per_page=100&sort=full_name"]
      ),
      (
        .gitlab, "glpat-example",
        [
          "/api/v4/groups/acme/projects?include_subgroups=false&order_by=id&per_page=100&sort=asc&with_shared=false",
          "/api/v4/groups/acme/projects?include_subgroups=false&order_by=id&page=2&per_page=100&sort=asc&with_shared=false",
        ]
      ),
      (
        .gitea, "gitea-example",
        [
          "/api/v1/orgs/acme/repos?limit=50", "/api/v1/orgs/acme/repos?limit=50&page=2",
          "/api/v1/orgs/acme/repos?limit=50&page=3",
        ]
      ),
    ])
    func `an organization's repositories are listed with one request for each page`(
      kind: ForgeKind, token: String, paths: [String]
    ) async throws {
      try await withStandInForge(prepare: { try Self.add(120, to: $0) }) { forge in
        // The external stand-in has no such lists.
        guard forge.isBuiltIn else { return }
        let list = try await assembly().repositories(
          of: RepositoryOwner("acme"), forge.settings(kind, token: token))
        #expect(list.isComplete)
        #expect(Set(list.repositories) == Set(Self.organization))
        #expect(list.repositories.count == Self.organization.count)
        #expect(try await forge.requests().map(\.path) == paths)
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `a group's projects can include those of its subgroups`() async throws {
      try await withStandInForge(prepare: { try Self.add(1, to: $0) }) { forge in
        guard forge.isBuiltIn else { return }
        let settings = forge.settings(.gitlab, token: "glpat-example")
        let all = try await assembly().repositories(of: RepositoryOwner("acme", hasSubgroups: true), settings)
        #expect(all.repositories.map(\.name).contains("acme/tools/deep"))
        let subgroup = try await assembly().repositories(of: RepositoryOwner("acme/tools"), settings)
        #expect(subgroup.repositories.map(\.name) == ["acme/tools/deep"])
        #expect(try await forge.violations() == [])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token, "/user/repos?affiliation=owner&per_page=100&sort=full_name"),
      (.gitlab, "glpat-example", "/api/v4/users/bot-user/projects?order_by=id&per_page=100&sort=asc"),
      (.gitea, "gitea-example", "/api/v1/users/bot-user/repos?limit=50"),
    ])
    func `an owner that is not an organization is a user, whose private repositories are listed for its own token`(
      kind: ForgeKind, token: String, path: String
    ) async throws {
      try await withStandInForge(
        prepare: { world in
          try Self.add(1, to: world)
          try StandInWorld(folder: world).change {
            $0.add(
              [
                "owner": "bot-user", "name": "mine", "path": "git/acme/shapes.git", "private": true,
                "owner_type": "User", "collaborators": ["bot-user": "admin"],
              ], to: "repos")
          }
        }
      ) { forge in
        guard forge.isBuiltIn else { return }
        let settings = forge.settings(kind, token: token)
        let list = try await assembly().repositories(of: RepositoryOwner("bot-user"), settings)
        #expect(list.repositories.map(\.name) == ["bot-user/mine", "bot-user/own"])
        #expect(try await forge.requests().last?.path == path)
        let other = try await assembly().repositories(of: RepositoryOwner("ada"), settings)
        #expect(other.repositories.map(\.name) == ["ada/public"])
      }
    }

    @Test func `an empty list is not complete`() async throws {
      try await withStandInForge { forge in
        guard forge.isBuiltIn else { return }
        let settings = forge.settings(.github, token: StandInForge.token)
        let list = try await assembly().repositories(of: RepositoryOwner("ada"), settings)
        #expect(list == RepositoryList([], isComplete: false))
      }
    }

    @Test func `an app lists the repositories of its installations, which are not looked up again`() async throws {
      try await withStandInForge { forge in
        let assembly = assembly()
        let list = try await assembly.appRepositories(forge.appSettings()) { $0 == "acme" }
        #expect(list?.isComplete == true)
        #expect(list?.repositories.map(\.name).contains("acme/shapes") == true)
        _ = try await assembly.inspector(forge.appSettings()).openPullRequests()
        let paths = try await forge.requests().map { "\($0.method) \($0.path.prefix { $0 != "?" })" }
        #expect(
          paths == [
            "GET /app/installations", "POST /app/installations/99/access_tokens", "GET /installation/repositories",
            "POST /app/installations/99/access_tokens", "GET /repos/acme/shapes/pulls",
          ])
        #expect(try await forge.violations() == [])
        let others = try await assembly.appRepositories(forge.appSettings()) { $0 == "other" }
        #expect(others == RepositoryList([], isComplete: false))
        let token = forge.settings(.github, token: StandInForge.token)
        #expect(try await assembly.appRepositories(token) { _ in true } == nil)
      }
    }

    @Test(arguments: [(503, true), (429, true), (403, false), (404, false)])
    func `only an outage leaves a right unanswered`(status: Int, isOutage: Bool) async throws {
      try await withStandInForge { forge in
        try await forge.admin(
          "faults", #"{"kind": "status", "status": \#(status), "match": {"path": "/repos/acme/shapes"}, "times": 100}"#)
        let checks = try await assembly().rights(forge.settings(token: StandInForge.token))
        #expect(checks.map(\.right) == ["read the repository"])
        switch checks.first?.outcome {
        case .unanswered: #expect(isOutage)
        case .refuted: #expect(!isOutage)
        default: Issue.record("\(checks)")
        }
      }
    }
  }
}
