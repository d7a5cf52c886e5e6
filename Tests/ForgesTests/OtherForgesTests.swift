// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// Special cases of GitLab and Gitea.
struct OtherForgesTests {
  private func transport(_ responses: [String: String]) -> StubTransport {
    StubTransport { (request) throws(TransportError) in
      guard let text = responses[request.head.path ?? ""] else {
        return TransportResponse(status: .notFound, body: Data(#"{"message": "404 Not found"}"#.utf8))
      }
      return TransportResponse(status: .ok, body: Data(text.utf8))
    }
  }

  private func mergeRequest(_ more: String) throws -> String {
    """
    {"iid": 7, "title": "Circles", "target_branch": "main", "target_project_id": 4, "sha": "\(try sampleCommit().hex)",
     "web_url": "https://gitlab.com/acme/tools/shapes/-/merge_requests/7", "author": {"username": "ada"}\(more)}
    """
  }

  private func read(_ mergeRequest: String, cloneURL: String = "https://gitlab.com/acme/tools/shapes.git") async throws
    -> PullRequest
  {
    let root = "/api/v4/projects/acme%2Ftools%2Fshapes"
    let project = #"{"id": 4, "path_with_namespace": "acme/tools/shapes", "http_url_to_repo": "\#(cloneURL)"}"#
    let stub = transport([root: project, "\(root)/merge_requests/7": mergeRequest])
    return try await source(gitLabSettings(stub)).pullRequest(7)
  }

  @Test func `reads a merge request of a project in a group`() async throws {
    let json = try mergeRequest(#", "state": "opened", "draft": true, "source_project_id": 4, "description": "Why.""#)
    #expect(
      try await read(json)
        == PullRequest(
          repository: Repository(
            forge: .gitlab, name: "acme/tools/shapes", cloneURL: "https://gitlab.com/acme/tools/shapes.git"),
          number: 7, title: "Circles", author: "ada",
          url: "https://gitlab.com/acme/tools/shapes/-/merge_requests/7", state: .open, isDraft: true,
          head: try sampleCommit(), headRef: "refs/merge-requests/7/head", baseBranch: "main", isFromFork: false,
          body: "Why."))
  }

  @Test(arguments: [
    ("opened", PullRequest.State.open), ("locked", .open), ("closed", .closed), ("merged", .merged),
  ])
  func `GitLab's state of a merge request is mapped`(state: String, expected: PullRequest.State) async throws {
    #expect(try await read(try mergeRequest(#", "state": "\#(state)""#)).state == expected)
  }

  @Test(arguments: [("null", true), ("5", true), ("4", false)])
  func `a merge request from another or a deleted project is from a fork`(project: String, isFork: Bool) async throws {
    let json = try mergeRequest(#", "state": "opened", "source_project_id": \#(project)"#)
    #expect(try await read(json).isFromFork == isFork)
  }

  @Test func `a clone URL without encryption is rejected`() async throws {
    let json = try mergeRequest(#", "state": "opened""#)
    await #expect {
      _ = try await read(json, cloneURL: "http://gitlab.com/acme/tools/shapes.git")
    } throws: { ($0 as? ForgeError)?.code == .unacceptable }
  }

  @Test func `the error for a missing merge request uses GitLab's terms`() async throws {
    await #expect(
      throws: ForgeError(
        .notFound, "cannot read merge request !7 of acme/tools/shapes",
        remedy: "check that the pull request exists, and that the token has access to the repository",
        underlying: "GitLab answered 404: 404 Not found")
    ) { try await source(gitLabSettings(transport([:]))).pullRequest(7) }
  }

  @Test(arguments: [
    (
      #"{"message": {"note": ["can't be blank"], "name": ["is too long", "is odd"]}}"#,
      ": name is too long, is odd; note can't be blank"
    ),
    (#"{"error": "body is missing"}"#, ": body is missing"),
    (#"{"message": "400 Bad request"}"#, ": 400 Bad request"),
    (#"{"message": {"deep": {"er": 1}}}"#, ""),
    ("<html>", ""),
  ])
  func `the message of a GitLab error is extracted`(body: String, text: String) {
    let rejection = LoadingError.Rejection(head: HTTPResponse(status: .badRequest), body: Data(body.utf8))
    #expect(rejection.suffix == text)
  }

  @Test(arguments: [
    ("<!-- m -->\n/close\ntext /close\n\n/merge", "<!-- m -->\n /close\ntext /close\n\n /merge"),
    ("/close", " /close"), ("a\r\n/close", "a\r\n /close"), ("a\r/close", "a\r /close"), ("", ""),
  ])
  func `lines that would be quick actions on GitLab are indented`(text: String, expected: String) throws {
    #expect(try gitLab().text(text) == expected)
  }

  @Test func `a pending status on GitLab is not set again for another description`() throws {
    let api = try gitLab()
    let wanted = api.status(try samplePublication(state: .pending, summary: "new"))
    #expect(api.isShown(wanted, by: CommitStatus(state: "pending", context: "reviewbot", description: "old")))
    #expect(!api.isShown(wanted, by: CommitStatus(state: "success", context: "reviewbot", description: "new")))
    #expect(!api.isShown(wanted, by: nil))
    var publication = try samplePublication(state: .pending, summary: "1 test failed so far")
    publication.isProgress = true
    let running = api.status(publication)
    #expect(running.state == "running")
    #expect(!api.isShown(running, by: CommitStatus(state: "pending", context: "reviewbot", description: "new")))
    #expect(api.isShown(running, by: CommitStatus(state: "running", context: "reviewbot", description: "old")))
    #expect(api.isShown(wanted, by: CommitStatus(state: "running", context: "reviewbot", description: "old")))
  }

  @Test(arguments: [
    (Publication.State.pending, "pending"), (.success, "success"), (.failure, "failed"), (.error, "canceled"),
  ])
  func `the verdict is mapped to GitLab's states`(state: Publication.State, word: String) throws {
    #expect(try gitLab().status(try samplePublication(state: state)).state == word)
  }

  @Test func `a pull request on Gitea whose fork was deleted is read`() async throws {
    let json = """
      {"title": "Circles", "state": "closed", "merged": true, "html_url": null, "user": null,
       "head": {"ref": "refs/pull/7/head", "sha": "\(try sampleCommit().hex)", "repo_id": -1, "repo": null},
       "base": {"ref": "main", "sha": "x", "repo_id": 1,
         "repo": {"full_name": "acme/shapes", "clone_url": "https://gitea.example.com/acme/shapes.git"}}}
      """
    let stub = transport(["/api/v1/repos/acme/shapes/pulls/7": json])
    #expect(
      try await source(giteaSettings(stub)).pullRequest(7)
        == PullRequest(
          repository: Repository(
            forge: .gitea, name: "acme/shapes", cloneURL: "https://gitea.example.com/acme/shapes.git"),
          number: 7, title: "Circles", author: nil, url: nil, state: .merged, isDraft: false, head: try sampleCommit(),
          headRef: "refs/pull/7/head", baseBranch: "main", isFromFork: true, body: ""))
  }

  @Test func `the token is sent in the header field of each forge`() async throws {
    let gitLabStub = transport([:])
    _ = try? await source(gitLabSettings(gitLabStub)).pullRequest(7)
    let gitLab = try #require(await gitLabStub.requests.first?.head.headerFields)
    #expect(gitLab[try #require(HTTPField.Name("private-token"))] == "s3cret")
    #expect(gitLab[.authorization] == nil)
    let giteaStub = transport([:])
    _ = try? await source(giteaSettings(giteaStub)).pullRequest(7)
    let gitea = try #require(await giteaStub.requests.first?.head.headerFields)
    #expect(gitea[.authorization] == "token s3cret")
  }

  @Test func `Gitea requires an API address`() {
    var settings = giteaSettings(transport([:]))
    settings.apiURL = nil
    #expect(throws: ForgeError.self) { try source(settings) }
  }

  @Test func `the fence of a suggestion is longer than a fence in its replacement`() {
    #expect(SuggestionBlock.text("```\ncode") == "````suggestion\n```\ncode\n````")
    #expect(SuggestionBlock.text("") == "```suggestion\n```")
  }

  @Test func `a comment on GitHub has a first line only if it has several lines`() {
    let several = GitHubLineComment(path: "a", lines: 2...3, text: "Better.")
    #expect([several.startLine, several.line] == [2, 3])
    let one = GitHubLineComment(path: "a", lines: 2...2, text: "Away.")
    #expect([one.startLine, one.line] == [nil, 2])
  }
}
