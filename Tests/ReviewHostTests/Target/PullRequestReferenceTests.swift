// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct PullRequestReferenceTests {
  private static func target(_ forge: ForgeKind, _ name: String, _ api: String, _ number: Int = 7) -> ReviewTarget {
    ReviewTarget(forge: forge, name: name, cloneURL: nil, apiURL: api, number: number)
  }

  private func resolve(
    _ text: String, repository: String? = nil, forge: ForgeKind? = nil, job: [String: String] = [:]
  ) async throws -> ReviewTarget {
    try await TargetResolver(
      repository: repository, forge: forge, pullRequest: PullRequestReference(text), ci: CIEnvironment(job),
      currentFolder: "/home/ada",
      inspector: StubCheckoutInspector("/home/ada", origin: "https://github.com/acme/shapes")
    ).resolve()
  }

  @Test(arguments: ["7", "#7", "!7", " 7 "])
  func `a number names a pull request of the remote origin`(text: String) async throws {
    #expect(try await resolve(text) == Self.target(.github, "acme/shapes", "https://api.github.com"))
  }

  @Test(
    arguments: [
      ("https://github.com/acme/tool/pull/7", .github, "acme/tool", "https://api.github.com"),
      ("https://github.com/acme/tool/pull/7/files", .github, "acme/tool", "https://api.github.com"),
      ("https://github.com/acme/tool/pull/7/commits/0123abc", .github, "acme/tool", "https://api.github.com"),
      ("https://github.com/acme/tool/pull/7?diff=split&w=1", .github, "acme/tool", "https://api.github.com"),
      ("https://github.com/acme/tool/pull/7#issuecomment-1", .github, "acme/tool", "https://api.github.com"),
      ("https://www.github.com/acme/tool/pull/7/", .github, "acme/tool", "https://api.github.com"),
      ("HTTPS://GitHub.com/acme/tool/pull/7", .github, "acme/tool", "https://api.github.com"),
      ("github.com/acme/tool/pull/7", .github, "acme/tool", "https://api.github.com"),
      ("https://github.com/pull/pull/pull/7", .github, "pull/pull", "https://api.github.com"),
      ("https://gitlab.com/acme/tool/-/merge_requests/7", .gitlab, "acme/tool", "https://gitlab.com/api/v4"),
      ("https://gitlab.com/a/b/c/tool/-/merge_requests/7/diffs#x", .gitlab, "a/b/c/tool", "https://gitlab.com/api/v4"),
      ("https://gitlab.com/acme/tool/merge_requests/7", .gitlab, "acme/tool", "https://gitlab.com/api/v4"),
      ("https://codeberg.org/acme/tool/pulls/7/files", .gitea, "acme/tool", "https://codeberg.org/api/v1"),
      ("https://gitea.com/acme/tool/pulls/7", .gitea, "acme/tool", "https://gitea.com/api/v1"),
    ] as [(String, ForgeKind, String, String)])
  func `the address of a page names forge, repository and number`(
    text: String, forge: ForgeKind, name: String, api: String
  ) async throws {
    #expect(try await resolve(text) == Self.target(forge, name, api))
  }

  @Test func `a page on a server of one's own requires the name of its forge, or a job there`() async throws {
    let page = "https://git.example.com:8443/acme/tool/pulls/7"
    #expect(
      try await resolve(page, forge: .gitea) == Self.target(.gitea, "acme/tool", "https://git.example.com:8443/api/v1"))
    let job = [
      "GITEA_ACTIONS": "true", "GITHUB_REPOSITORY": "acme/shapes", "GITHUB_SERVER_URL": "https://git.example.com:8443",
      "GITHUB_API_URL": "https://git.example.com:8443/api/v1",
    ]
    #expect(
      try await resolve(page, job: job) == Self.target(.gitea, "acme/tool", "https://git.example.com:8443/api/v1"))
    let error = await #expect(throws: UsageError.self) { try await resolve(page) }
    #expect(error?.description.hasPrefix("the forge at \"https://git.example.com:8443\" is not known; name it") == true)
  }

  @Test(arguments: ["acme/tool", "ACME/Tool", "https://github.com/acme/tool.git", "git@github.com:acme/tool.git"])
  func `--repo may repeat the repository of the address`(repository: String) async throws {
    #expect(try await resolve("https://github.com/acme/tool/pull/7", repository: repository).name == "acme/tool")
  }

  @Test(arguments: ["acme/other", "https://gitlab.com/acme/tool", "https://github.com/acme/other", ".", "/srv/tool"])
  func `--repo with another repository or host is an error`(repository: String) async {
    let error = await #expect(throws: UsageError.self) {
      try await resolve("https://github.com/acme/tool/pull/7", repository: repository)
    }
    #expect(
      error?.description
        == "--repo \"\(repository)\" is not the repository of the pull request, https://github.com/acme/tool; omit --repo"
    )
  }

  @Test(
    arguments: [
      (
        "https://github.com/acme/tool/-/merge_requests/7", nil,
        "\"https://github.com/acme/tool\" is on github, whose pull requests have another address; "
          + "write https://github.com/OWNER/NAME/pull/N"
      ),
      (
        "https://gitlab.com/acme/tool/pull/7", nil,
        "\"https://gitlab.com/acme/tool\" is on gitlab, whose pull requests have another address; "
          + "write https://gitlab.com/OWNER/NAME/-/merge_requests/N"
      ),
      (
        "https://github.com/acme/tool/pull/7", .gitlab,
        "the forge at \"https://github.com\" is github, not gitlab; omit --forge"
      ),
      (
        "https://ada:secret@github.com/acme/tool/pull/7", nil,
        "the address of the pull request contains a credential; remove it and use --token-file or REVIEWBOT_TOKEN"
      ),
      (
        "https://bitbucket.org/acme/tool/pull-requests/7", .github,
        "bitbucket.org is not supported: it is neither GitHub, GitLab, Gitea nor Forgejo; review a clone of it as a plain "
          + "repository, with --repo PATH or --forge local, which posts nothing"
      ),
      ("http://github.com/acme/tool/pull/7", nil, "\"http://github.com\" is not encrypted; write https://github.com"),
      ("https://github.com/acme/tool/pull/0", nil, "invalid pull request number 0; give a number above 0"),
    ] as [(String, ForgeKind?, String)])
  func `an address that does not fit its server is an error`(
    text: String, forge: ForgeKind?, message: String
  ) async {
    let error = await #expect(throws: UsageError.self) { try await resolve(text, forge: forge) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    "", "x", "#", "#x", "7a", "+7", "##7", "https://github.com/acme/tool", "https://github.com/acme/tool/issues/7",
    "https://github.com/acme/tool/pull/x", "https://github.com/acme/tool/pull/99999999999999999999", "https://",
    "ssh://git@github.com/acme/tool/pull/7", "https://github.com/pull/7", "acme/tool/pull/7",
  ]) func `other texts are no pull requests`(text: String) {
    #expect(throws: UsageError.self) { try PullRequestReference(text) }
  }
}
