// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

@Suite(.enabled(if: SmartHTTPServer.isAvailable, "the server of these tests needs python3"))
struct HTTPFetchingTests {
  private func withServer(_ body: (ReviewedRepository, SmartHTTPServer, ScratchDirectory) async throws -> Void)
    async throws
  {
    try await withScratchDirectory { folder in
      try await withReviewedRepository { repository in
        try repository.fixture.git(
          "clone", "--quiet", "--mirror", repository.fixture.folder.path.string,
          folder.path.appending("shapes.git").string)
        try await body(repository, SmartHTTPServer(folder, logName: "requests.log"), folder)
      }
    }
  }

  @Test func `a second fetch with a token downloads nothing if nothing is new`() async throws {
    try await withServer { repository, server, folder in
      let url = server.url("shapes.git")
      let first = try await repository.review(base: nil, url: url, token: SmartHTTPServer.password)
      #expect(first.changes.files.map(\.path) == ["b.swift"])
      let requests = try server.requests.count
      let second = try await repository.review(base: nil, url: url, token: SmartHTTPServer.password)
      #expect(second.head == first.head)
      let posts = try server.requests.dropFirst(requests).filter { $0.hasPrefix("POST") }
      #expect(posts.isEmpty, "nothing is new, so nothing is requested")
      _ = folder
    }
  }

  @Test func `the token is not written to disk`() async throws {
    try await withServer { repository, server, _ in
      let url = server.url("shapes.git")
      _ = try await repository.review(url: url, token: SmartHTTPServer.password)
      let home = repository.home.path.string
      let files = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
      #expect(files.contains { $0.hasSuffix("/config") })
      let tainted = files.filter { file in
        FileManager.default.contents(atPath: home + "/" + file)?.range(of: Data(SmartHTTPServer.password.utf8)) != nil
      }
      #expect(tainted == [])
    }
  }

  @Test func `a token that the server rejects is sent only once`() async throws {
    try await withServer { repository, server, _ in
      let url = server.url("shapes.git")
      let error = await failure { try await repository.review(url: url, token: "wrong") }
      #expect(error?.code == .accessDenied)
      #expect(error?.message == "the server rejects the token")
      let credentials = try server.requests.filter { !$0.hasSuffix("anonymous") }
      #expect(credentials.count == 1)
    }
  }

  @Test(arguments: [
    (GitCredential(token: Secret(SmartHTTPServer.password), for: .github), "x-access-token"),
    (GitCredential(token: Secret(SmartHTTPServer.password), for: .gitlab), "oauth2"),
    (GitCredential(token: Secret(SmartHTTPServer.password), for: .gitea), "x-access-token"),
    (GitCredential(userAndPassword: Secret("ada:\(SmartHTTPServer.password)")), "ada"),
  ])
  func `authenticates as the server requires`(credential: GitCredential?, user: String) async throws {
    try await withServer { repository, server, _ in
      let pullRequest = repository.pullRequest(url: server.url("shapes.git"))
      let provider = GitWorkspaceProvider(
        GitWorkspaceSettings(
          mirrors: repository.home.path.appending("mirrors"), workspaces: repository.home.path.appending("runs"),
          credential: credential))
      _ = try await provider.checkOut(pullRequest) { _ in }
      let expected = "Basic " + Data("\(user):\(SmartHTTPServer.password)".utf8).base64EncodedString()
      let credentials = try server.requests.filter { !$0.hasSuffix("anonymous") }
      #expect(!credentials.isEmpty && credentials.allSatisfy { $0.hasSuffix(expected) })
    }
  }

  @Test func `the error for a rejected password does not contain it`() async throws {
    try await withServer { repository, server, _ in
      let settings = GitWorkspaceSettings(
        mirrors: repository.home.path.appending("mirrors"), workspaces: repository.home.path.appending("runs"),
        credential: GitCredential(userAndPassword: Secret("ada:canary")))
      let error = await failure {
        try await GitWorkspaceProvider(settings).checkOut(repository.pullRequest(url: server.url("shapes.git"))) { _ in
        }
      }
      #expect(error?.message == "the server rejects the user name and password")
      #expect(error.map { "\($0)".contains("canary") } == false)
      var dumped = ""
      dump(settings, to: &dumped)
      dump(settings.credential, to: &dumped)
      #expect(!dumped.contains("canary"))
    }
  }

  @Test func `a process that fetches receives the settings with the credential`() throws {
    var settings = GitWorkspaceSettings(
      mirrors: "/m", workspaces: "/w", credential: GitCredential(userAndPassword: Secret("ada:canary")), ssh: .agent,
      certificates: "/c", limits: WorkspaceLimits(mirrorBytes: 7, time: .seconds(90)))
    settings.checksOutBase = true
    settings.environment = ["HOME": "/h"]
    let received = try JSONDecoder().decode(GitWorkspaceSettings.self, from: try JSONEncoder().encode(settings))
    #expect(received.credential == settings.credential && received.limits == settings.limits)
    #expect(received.ssh == .agent && received.certificates == "/c" && received.checksOutBase && !received.readsSources)
    #expect(received.description == settings.description && received.environment == settings.environment)
  }

  @Test(arguments: ["", "ada", "ada:", ":secret"])
  func `a credential without a user name or a password is invalid`(text: String) {
    #expect(GitCredential(userAndPassword: Secret(text)) == nil)
  }

  @Test func `the error names the missing token`() async throws {
    try await withServer { repository, server, _ in
      let url = server.url("shapes.git")
      let error = await failure { try await repository.review(url: url) }
      #expect(error?.code == .accessDenied)
      #expect(error?.message == "the repository requires a token")
    }
  }

  @Test(arguments: ["redirect", "late-redirect"])
  func `follows no redirect to another host`(kind: String) async throws {
    try await withServer { repository, server, folder in
      let other = try SmartHTTPServer(folder, logName: "other.log")
      let url = server.url("\(kind)/127.0.0.2:\(other.port)/shapes.git")
      let error = await failure { try await repository.review(url: url, token: SmartHTTPServer.password) }
      #expect(error?.code == .unreachable)
      #expect(error?.remedy?.contains("redirect") == true, "\(error?.description ?? "")")
      let requests = try other.requests
      #expect(requests == [])
    }
  }

  @Test(
    .enabled(if: GitVersion.keepsCredentialsAtPort, "this libgit2 is without Debian's security update, as doctor says"),
    arguments: ["redirect", "late-redirect"])
  func `the token is not sent to another port of the same host`(kind: String) async throws {
    try await withServer { repository, server, folder in
      let other = try SmartHTTPServer(folder, logName: "other.log")
      let url = server.url("\(kind)/127.0.0.1:\(other.port)/shapes.git")
      let error = await failure { try await repository.review(url: url, token: SmartHTTPServer.password) }
      #expect(error?.code == .accessDenied)
      let requests = try other.requests.filter { !$0.hasSuffix("anonymous") }
      #expect(requests == [])
    }
  }

  @Test func `a repository that the server does not have is reported`() async throws {
    try await withServer { repository, server, _ in
      let url = server.url("circles.git")
      let error = await failure { try await repository.review(url: url, token: SmartHTTPServer.password) }
      #expect(error?.code == .notARepository)
    }
  }

  @Test func `a tree that expands to billions of files is rejected`() async throws {
    try await withServer { repository, server, folder in
      let raw = RawTree(fixture: repository.fixture)
      var id = try raw.tree((0..<10).map { .file("f\($0)", try raw.blob("x")) })
      for _ in 0..<9 { id = try raw.tree((0..<10).map { .folder("d\($0)", id) }) }
      try raw.openPullRequest(id)
      try repository.fixture.git("push", "--quiet", folder.path.appending("shapes.git").string, "+refs/pull/7/head")
      let url = server.url("shapes.git")
      let error = await failure { try await repository.review(url: url, token: SmartHTTPServer.password) }
      #expect(error?.code == .tooLarge)
      #expect(error?.message == "the tree is not checked out: it has more than 200000 files and folders")
    }
  }

  @Test func `URLs share an origin only if scheme, host and port are equal`() throws {
    let ssh = try CloneAddress("ssh://Example.com/~/a b.git")
    #expect(ssh.url == "ssh://git@Example.com:22/~/a b.git" && ssh.sharesOrigin(with: "ssh://ada@example.com/x"))
    #expect(!ssh.sharesOrigin(with: "ssh://example.com:2222/x") && !ssh.sharesOrigin(with: "https://example.com/x"))
    let address = try CloneAddress("https://Example.com/a.git")
    #expect(address.sharesOrigin(with: "https://example.com:443/a.git/info/refs"))
    for url in [
      "http://example.com/a.git", "https://example.com:8443/a.git", "https://example.com.evil.net/a.git",
      "https://evil.net/https://example.com/", "https://u@example.com/", "nonsense",
    ] {
      #expect(!address.sharesOrigin(with: url), "\(url)")
    }
  }
}
