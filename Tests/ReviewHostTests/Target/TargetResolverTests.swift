// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct TargetResolverTests {
  private static let actions = [
    "GITHUB_REPOSITORY": "acme/shapes", "GITHUB_API_URL": "https://ghe.example.com/api/v3",
    "GITHUB_SERVER_URL": "https://ghe.example.com",
  ]

  private func resolve(
    _ repository: String? = nil, forge: ForgeKind? = nil, number: Int? = 7, job: [String: String] = [:],
    origin: String? = nil, in folder: FilePath = "/home/ada", checkout: FilePath = "/home/ada"
  ) async throws -> ReviewTarget {
    try await TargetResolver(
      repository: repository, forge: forge, pullRequest: number.map { .number($0) }, ci: CIEnvironment(job),
      currentFolder: folder, inspector: StubCheckoutInspector(checkout, origin: origin)
    ).resolve()
  }

  private func github(_ api: String) -> ReviewTarget {
    ReviewTarget(forge: .github, name: "acme/shapes", cloneURL: nil, apiURL: api, number: 7)
  }

  @Test(arguments: [
    ("acme/shapes", "https://api.github.com"), ("https://github.com/acme/shapes.git", "https://api.github.com"),
    ("git@github.com:acme/shapes.git", "https://api.github.com"),
    ("https://www.GitHub.com:443/acme/shapes", "https://api.github.com"),
    ("ssh://git@ssh.github.com:443/acme/shapes.git", "https://api.github.com"),
  ]) func `a GitHub name, URL or origin resolves to api.github.com`(repository: String, api: String) async throws {
    #expect(try await resolve(repository) == github(api))
    #expect(
      try await resolve(origin: repository == "acme/shapes" ? "https://github.com/acme/shapes" : repository)
        == github(api))
  }

  @Test(arguments: ["acme/shapes", "https://ghe.example.com/acme/shapes", nil])
  func `a job's repository resolves to the API of the job's server`(repository: String?) async throws {
    #expect(try await resolve(repository, job: Self.actions) == github("https://ghe.example.com/api/v3"))
  }

  @Test func `an unknown server is GitHub only if the caller says so`() async throws {
    let url = "https://git.example.com/acme/shapes"
    #expect(try await resolve(url, forge: .github) == github("https://git.example.com/api/v3"))
    await #expect(throws: UsageError.self) { try await resolve(url) }
  }

  @Test func `a github.com URL resolves to api.github.com in a job of another server`() async throws {
    #expect(
      try await resolve("https://github.com/acme/shapes", job: Self.actions) == github("https://api.github.com"))
  }

  @Test func `a folder is a repository without a forge`() async throws {
    try await withScratchDirectory { folder in
      let path = try folder.folder("shapes").path
      let target = ReviewTarget(forge: .local, name: "shapes", cloneURL: path.string, apiURL: nil, number: 7)
      #expect(try await resolve(path.string) == target)
      #expect(try await resolve("../shapes/.", in: path) == target)
      #expect(try await resolve(forge: .local, origin: "https://github.com/a/b", in: path, checkout: path) == target)
      #expect(try await resolve(in: path, checkout: path) == target)
    }
  }

  @Test func `the pull request's number comes from the job's event unless it is given`() async throws {
    try await withScratchDirectory { folder in
      let event = try folder.write("event.json", #"{"action": "opened", "pull_request": {"number": 12}}"#)
      let job = ["GITHUB_EVENT_PATH": event.string]
      #expect(try await resolve("acme/shapes", number: nil, job: job).number == 12)
      #expect(try await resolve("acme/shapes", number: 7, job: job).number == 7)
    }
  }

  @Test func `a missing or negative number, or an unusable repository, is rejected`() async throws {
    await #expect(throws: UsageError.self) { try await resolve("acme/shapes", number: nil) }
    await #expect(throws: UsageError.self) { try await resolve("acme/shapes", number: -1) }
    await #expect(throws: UsageError.self) { try await resolve("acme/shapes", forge: .local) }
    await #expect(throws: UsageError.self) { try await resolve("/", forge: .github) }
    await #expect(throws: UsageError.self) { try await resolve("/gone") }
    await #expect(throws: UsageError.self) { try await resolve(in: "/elsewhere") }
  }
}
