// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage
import Testing

@testable import ReviewHost

struct ForgeChoiceTests {
  /// A checkout with only the URL of its origin.
  private struct Checkout: CheckoutInspector {
    var origin: String?

    func originURL(around folder: FilePath) async throws(WorkspaceError) -> String? { origin }
    func rewrites(in files: [FilePath]) async -> [URLRewrite] { [] }
  }

  private static let gitLabJob = [
    "GITLAB_CI": "true", "CI_PROJECT_PATH": "acme/tools/shapes", "CI_MERGE_REQUEST_IID": "12",
    "CI_API_V4_URL": "https://git.example.com/api/v4", "CI_SERVER_URL": "https://git.example.com",
  ]
  private static let giteaJob = [
    "GITEA_ACTIONS": "true", "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "acme/shapes",
    "GITHUB_API_URL": "https://git.example.com/api/v1", "GITHUB_SERVER_URL": "https://git.example.com",
  ]
  private static let githubJob = [
    "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "acme/shapes",
    "GITHUB_API_URL": "https://github.example.com/api/v3", "GITHUB_SERVER_URL": "https://github.example.com",
  ]

  private func resolve(
    _ repository: String? = nil, forge: ForgeKind? = nil, number: Int? = 7, environment: [String: String] = [:],
    origin: String? = nil
  ) async throws -> ReviewTarget {
    try await TargetResolver(
      repository: repository, forge: forge, pullRequest: number.map { .number($0) }, ci: CIEnvironment(environment),
      currentFolder: "/nowhere", inspector: Checkout(origin: origin)
    ).resolve()
  }

  @Test(
    arguments: [
      ("acme/shapes", nil, ForgeKind.github, "acme/shapes", "https://api.github.com"),
      ("https://github.com/acme/shapes.git", nil, .github, "acme/shapes", "https://api.github.com"),
      ("https://gitlab.com/acme/tools/shapes", nil, .gitlab, "acme/tools/shapes", "https://gitlab.com/api/v4"),
      ("https://codeberg.org/acme/shapes", nil, .gitea, "acme/shapes", "https://codeberg.org/api/v1"),
      ("acme/tools/shapes", .gitlab, .gitlab, "acme/tools/shapes", "https://gitlab.com/api/v4"),
      ("a_b/c.d/shapes", .gitlab, .gitlab, "a_b/c.d/shapes", "https://gitlab.com/api/v4"),
      ("https://git.example.com/acme/shapes", .gitlab, .gitlab, "acme/shapes", "https://git.example.com/api/v4"),
      ("http://127.0.0.1:8080/acme/shapes", .gitea, .gitea, "acme/shapes", "http://127.0.0.1:8080/api/v1"),
      ("git@git.example.com:acme/shapes.git", .gitea, .gitea, "acme/shapes", "https://git.example.com/api/v1"),
      ("https://git.example.com/acme/shapes", .github, .github, "acme/shapes", "https://git.example.com/api/v3"),
    ] as [(String, ForgeKind?, ForgeKind, String, String)])
  func `the repository's address and the named forge determine the API address`(
    repository: String, forge: ForgeKind?, kind: ForgeKind, name: String, api: String
  ) async throws {
    #expect(
      try await resolve(repository, forge: forge)
        == ReviewTarget(forge: kind, name: name, cloneURL: nil, apiURL: api, number: 7))
  }

  @Test func `a URL is a repository without a forge only if the caller says so`() async throws {
    #expect(
      try await resolve("https://git.example.com/acme/shapes", forge: .local)
        == ReviewTarget(
          forge: .local, name: "acme/shapes", cloneURL: "https://git.example.com/acme/shapes", apiURL: nil, number: 7))
  }

  @Test(arguments: [
    "https://git.example.com/acme/shapes", "git@git.example.com:acme/shapes.git", "https://github.com.example.com/a/b",
    "http://127.0.0.1:8080/acme/shapes",
  ]) func `an unknown server is refused, with the names of the forges`(repository: String) async {
    for (named, origin) in [(repository, nil), (nil, repository)] {
      let error = await #expect(throws: UsageError.self) { try await resolve(named, origin: origin) }
      #expect(error?.description.hasPrefix("the forge at \"") == true)
      #expect(
        error?.description.hasSuffix(
          "is not known; name it with --forge (github, gitlab, gitea), or review a plain repository with --forge "
            + "local, which posts nothing") == true)
    }
  }

  @Test(
    arguments: [
      ("https://bitbucket.org/acme/shapes", "bitbucket.org"), ("git@bitbucket.org:acme/shapes.git", "bitbucket.org"),
      ("https://dev.azure.com/acme/tools/_git/shapes", "dev.azure.com"),
      ("https://acme.visualstudio.com/tools/_git/shapes", "acme.visualstudio.com"),
      ("https://git.sr.ht/~acme/shapes", "git.sr.ht"), ("https://WWW.Bitbucket.org/acme/shapes", "www.bitbucket.org"),
    ])
  func `a server with other software is refused, whatever forge is named`(
    repository: String, host: String
  ) async throws {
    for forge in [nil, ForgeKind.github, .gitlab, .gitea] {
      let error = await #expect(throws: UsageError.self) { try await resolve(repository, forge: forge) }
      #expect(
        error?.description
          == "\(host) is not supported: it is neither GitHub, GitLab, Gitea nor Forgejo; review a clone of it as a plain "
          + "repository, with --repo PATH or --forge local, which posts nothing")
    }
    #expect(try await resolve(repository, forge: .local).forge == .local)
  }

  @Test(arguments: ["http://github.com/a/b", "http://GitHub.com:80/a/b", "http://www.gitlab.com/a/b"])
  func `a well-known server without encryption is refused`(repository: String) async {
    for forge in [nil, ForgeKind.local] {
      let error = await #expect(throws: UsageError.self) { try await resolve(repository, forge: forge) }
      #expect(error?.description.contains("is not encrypted; write https://git") == true)
    }
  }

  @Test func `a GitLab job provides the project, server and merge request number`() async throws {
    #expect(
      try await resolve(number: nil, environment: Self.gitLabJob)
        == ReviewTarget(
          forge: .gitlab, name: "acme/tools/shapes", cloneURL: nil, apiURL: "https://git.example.com/api/v4",
          number: 12))
  }

  @Test func `a repository on the job's server uses that server's forge and API`() async throws {
    let gitea = ReviewTarget(
      forge: .gitea, name: "acme/shapes", cloneURL: nil, apiURL: "https://git.example.com/api/v1", number: 7)
    #expect(try await resolve(environment: Self.giteaJob) == gitea)
    #expect(try await resolve("acme/shapes", environment: Self.giteaJob) == gitea)
    #expect(try await resolve("https://git.example.com/acme/shapes", environment: Self.giteaJob) == gitea)
    let github = try await resolve(environment: Self.githubJob)
    #expect(github.forge == .github)
    #expect(github.apiURL == "https://github.example.com/api/v3")
    #expect(try await resolve("https://github.example.com/a/b", environment: Self.githubJob).forge == .github)
  }

  @Test func `a forge other than the job's ignores the job's server and repository`() async throws {
    let target = try await resolve("acme/shapes", forge: .gitlab, environment: Self.githubJob)
    #expect(target.apiURL == "https://gitlab.com/api/v4")
    let origin = "https://gitlab.com/acme/other"
    #expect(try await resolve(forge: .gitlab, environment: Self.githubJob, origin: origin).name == "acme/other")
  }

  @Test(
    arguments: [("acme/shapes", .gitea), ("/nowhere/shapes", .gitlab), ("acme/shapes", .local)]
      as [(String, ForgeKind)])
  func `a repository that does not fit the named forge is rejected`(repository: String, forge: ForgeKind) async {
    await #expect(throws: UsageError.self) { try await resolve(repository, forge: forge) }
  }

  @Test func `a missing or zero pull request number outside a job is rejected`() async {
    await #expect(throws: UsageError.self) { try await resolve("acme/shapes", number: nil) }
    await #expect(throws: UsageError.self) { try await resolve("acme/shapes", number: 0) }
  }
}
