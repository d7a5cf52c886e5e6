// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// The data of a repository on the forges: its open pull requests and its branches.
struct InspectorTests {
  private static let head = String(repeating: "a1", count: 20)
  private static let base = String(repeating: "b2", count: 20)

  private static let cases: [(ForgeKind, list: String, pullRequest: String)] = [
    (
      .github, "/repos/acme/shapes/pulls?direction=desc&per_page=100&sort=updated&state=open",
      """
      {"number": 7, "title": "t", "state": "open", "draft": true, "updated_at": "2026-01-01T00:00:01Z",
       "user": {"login": "ada"}, "head": {"ref": "x", "sha": "\(head)", "repo": {"id": 2, "full_name": "eve/shapes",
       "clone_url": "c"}}, "base": {"ref": "main", "sha": "\(base)", "repo": {"id": 1, "full_name": "acme/shapes",
       "clone_url": "c"}}}
      """
    ),
    (
      .gitlab,
      "/api/v4/projects/acme%2Ftools%2Fshapes/merge_requests?order_by=updated_at&per_page=100&sort=desc&state=opened",
      """
      {"iid": 7, "title": "t", "state": "opened", "draft": true, "updated_at": "2026-01-01T00:00:01.000Z",
       "author": {"username": "ada"}, "sha": "\(head)", "target_branch": "main", "target_project_id": 1,
       "source_project_id": null}
      """
    ),
    (
      .gitea, "/api/v1/repos/acme/shapes/pulls?limit=50&sort=recentupdate&state=open",
      """
      {"number": 7, "title": "t", "state": "open", "draft": true, "updated_at": "2026-01-01T01:00:01+01:00",
       "user": {"login": "ada"}, "head": {"ref": "x", "sha": "\(head)", "repo_id": 2, "repo": null},
       "base": {"ref": "main", "sha": "\(base)", "repo_id": 1, "repo": null}}
      """
    ),
  ]

  private func settings(_ kind: ForgeKind, _ transport: StubTransport) -> ForgeSettings {
    switch kind {
    case .gitlab: gitLabSettings(transport)
    case .gitea: giteaSettings(transport)
    default: gitHubSettings(transport)
    }
  }

  /// Responds with the given text for a path, and with 404 for all others.
  private func transport(_ responses: [String: String]) -> StubTransport {
    StubTransport { (request) throws(TransportError) in
      guard let text = responses[request.head.path ?? ""] else {
        return TransportResponse(status: .notFound, body: Data(#"{"message": "Not Found"}"#.utf8))
      }
      return TransportResponse(status: .ok, body: Data(text.utf8))
    }
  }

  @Test(arguments: cases)
  func `lists the open pull requests`(kind: ForgeKind, list: String, pullRequest: String) async throws {
    let others = #"{"number": 8, "iid": 8, "title": "unreadable"}"#
    let skipped = Locked<[String]>([])
    let assembly = ForgesAssembly(skipping: { count, list in skipped.withLock { $0.append("\(count) of \(list)") } })
    let settings = settings(kind, transport([list: "[\(pullRequest), \(others)]"]))
    let inspector = try assembly.inspector(settings)
    #expect(
      try await inspector.openPullRequests() == [
        OpenPullRequest(
          number: 7, head: try #require(CommitID(Self.head)), base: "main",
          baseTip: kind == .gitlab ? nil : CommitID(Self.base), isDraft: true, isFromFork: true, author: "ada",
          updatedAt: Timestamp(milliseconds: 1_767_225_601_000))
      ])
    let server = try #require(settings.apiURL.flatMap(HTTPAddress.init)).origin
    #expect(skipped.withLock { $0 } == ["1 of \(server)\(list)"])
  }

  /// Responds with pages of items with those numbers.
  private func pages(_ numbers: @escaping @Sendable (Int) -> [Int]?) -> StubTransport {
    StubTransport { (request) throws(TransportError) in
      let path = request.head.path ?? ""
      let page = path.split(separator: "&").last.flatMap { $0.hasPrefix("page=") ? Int($0.dropFirst(5)) : nil } ?? 1
      let items = (numbers(page) ?? []).map { number in
        """
        {"number": \(number), "title": "t", "state": "open", "head": {"ref": "x", "sha": "\(Self.head)", "repo": null},
         "base": {"ref": "main", "sha": "x", "repo": null}}
        """
      }
      var fields = HTTPFields()
      if numbers(page + 1) != nil, let link = HTTPField.Name("Link") {
        fields[link] = "<https://api.github.com/repos/acme/shapes/pulls?state=open&page=\(page + 1)>; rel=\"next\""
      }
      return TransportResponse(
        status: .ok, headerFields: fields, body: Data("[\(items.joined(separator: ","))]".utf8))
    }
  }

  @Test func `reads all pages, and each pull request once`() async throws {
    let stub = pages { [1: [5, 4], 2: [4, 3], 3: [3, 2, 1]][$0] }
    let found = try await inspector(gitHubSettings(stub)).openPullRequests()
    #expect(found.map(\.number) == [5, 4, 3, 2, 1])
  }

  @Test func `the list of pull requests ends at its limit`() async throws {
    let stub = pages { page in (0..<100).map { page * 100 + $0 } }
    let found = try await inspector(gitHubSettings(stub)).openPullRequests()
    #expect(found.count == OpenPullRequest.listLimit)
    #expect(await stub.requests.count == 10)
  }

  @Test func `a failure to list the pull requests is reported`() async throws {
    await #expect(
      throws: ForgeError(
        .notFound, "cannot list the open pull requests of acme/shapes",
        remedy: "check that the pull request exists, and that the token has access to the repository",
        underlying: "GitHub answered 404: Not Found")
    ) { try await inspector(gitHubSettings(transport([:]))).openPullRequests() }
  }

  private static let branches: [(ForgeKind, path: String, root: String, response: String)] = [
    (
      .github, "/repos/acme/shapes/git/ref/heads/", "/repos/acme/shapes",
      #"{"ref": "refs/heads/NAME", "object": {"type": "commit", "sha": "\#(head)"}}"#
    ),
    (
      .gitlab, "/api/v4/projects/acme%2Ftools%2Fshapes/repository/branches/", "/api/v4/projects/acme%2Ftools%2Fshapes",
      #"{"name": "NAME", "commit": {"id": "\#(head)"}}"#
    ),
    (
      .gitea, "/api/v1/repos/acme/shapes/branches/", "/api/v1/repos/acme/shapes",
      #"{"name": "NAME", "commit": {"id": "\#(head)"}}"#
    ),
  ]

  private static let repository =
    #"{"id": 4, "path_with_namespace": "p", "http_url_to_repo": "u", "default_branch": "trunk"}"#

  @Test(arguments: branches)
  func `the tip of a branch is read`(kind: ForgeKind, path: String, root: String, response: String) async throws {
    let slash = kind == .github ? "/" : "%2F"
    let inspector = try inspector(
      settings(
        kind,
        transport([
          path + "main": response.replacing("NAME", with: "main"),
          path + "a\(slash)b%23c": response.replacing("NAME", with: "a/b#c"),
          path + "old": response.replacing("NAME", with: "new"), root: Self.repository,
        ])))
    #expect(try await inspector.branchTip("main")?.hex == Self.head)
    #expect(try await inspector.branchTip("a/b#c")?.hex == Self.head)
    #expect(try await inspector.branchTip("gone") == nil)
    // A redirect from a former name.
    #expect(try await inspector.branchTip("old") == nil)
    #expect(try await inspector.defaultBranch() == "trunk")
  }

  @Test(arguments: branches)
  func `a missing repository is an error, unlike a missing branch`(
    kind: ForgeKind, path: String, root: String, response: String
  ) async throws {
    await #expect {
      _ = try await inspector(settings(kind, transport([:]))).branchTip("main")
    } throws: { ($0 as? ForgeError)?.code == .notFound }
  }

  @Test(arguments: [
    "", "/", "a/", "/a", "a//b", "..", "a/../b", ".", "a/.b", "-a", "a b", "a\tb", "a?b", "a*", "a:b", "a~1", "a^",
    "a\\b",
    "a.lock", "a.", "@", "a@{1}", "a\u{0}", String(repeating: "a", count: 5_000),
  ])
  func `an invalid branch name is not requested`(name: String) async throws {
    let stub = transport([:])
    #expect(try await inspector(gitHubSettings(stub)).branchTip(name) == nil)
    #expect(await stub.requests.isEmpty)
  }

  @Test func `a branch with an invalid commit id is refused`() async throws {
    let response = #"{"ref": "refs/heads/main", "object": {"type": "commit", "sha": "abc"}}"#
    await #expect {
      _ = try await inspector(gitHubSettings(transport(["/repos/acme/shapes/git/ref/heads/main": response])))
        .branchTip("main")
    } throws: { ($0 as? ForgeError)?.code == .unacceptable }
  }

  @Test func `a repository without a forge has no inspector`() {
    var settings = gitHubSettings(transport([:]))
    settings.kind = .local
    #expect(throws: ForgeError.self) { try inspector(settings) }
  }
}
