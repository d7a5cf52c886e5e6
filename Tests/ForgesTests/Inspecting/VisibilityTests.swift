// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// The visibility of a repository, according to its forge.
struct VisibilityTests {
  private func transport(_ text: String, _ status: HTTPResponse.Status = .ok) -> StubTransport {
    StubTransport { _ in TransportResponse(status: status, body: Data(text.utf8)) }
  }

  @Test(
    arguments: [
      (#""private": false, "visibility": "public""#, .everyone),
      (#""private": false"#, .everyone),
      (#""private": true, "visibility": "private""#, .members),
      (#""private": true, "visibility": "internal""#, .members),
      (#""private": false, "visibility": "internal""#, .members),
      (#""private": true, "visibility": "public""#, .members),
      (#""private": false, "visibility": "unheard-of""#, .members),
      (#""visibility": "public""#, .members),
      ("", .members),
    ] as [(String, RepositoryVisibility)])
  func `a repository on GitHub is open to everyone only if it is public`(
    members: String, visibility: RepositoryVisibility
  ) async throws {
    let stub = transport("{\(members)}")
    #expect(try await inspector(gitHubSettings(stub)).visibility() == visibility)
    #expect(await stub.requests.map(\.head.path) == ["/repos/acme/shapes"])
  }

  @Test(
    arguments: [
      (#""private": false, "internal": false, "owner": {"visibility": "public"}"#, .everyone),
      (#""private": true, "internal": false, "owner": {"visibility": "public"}"#, .members),
      (#""private": false, "internal": true, "owner": {"visibility": "private"}"#, .members),
      (#""private": false, "internal": false, "owner": {"visibility": "limited"}"#, .members),
      (#""private": false, "internal": false, "owner": {"visibility": "private"}"#, .members),
      (#""private": false, "internal": false, "owner": {"visibility": "unheard-of"}"#, .members),
      (#""private": false, "internal": false, "owner": {}"#, .members),
      (#""private": false, "internal": false, "owner": null"#, .members),
      (#""private": false, "owner": {"visibility": "public"}"#, .members),
      ("", .members),
    ] as [(String, RepositoryVisibility)])
  func `a repository on Gitea is open to everyone only if its owner is public too`(
    members: String, visibility: RepositoryVisibility
  ) async throws {
    let stub = transport("{\(members)}")
    #expect(try await inspector(giteaSettings(stub)).visibility() == visibility)
    #expect(await stub.requests.map(\.head.path) == ["/api/v1/repos/acme/shapes"])
  }

  private static let openProject = [
    "visibility": #""public""#, "repository_access_level": #""enabled""#, "merge_requests_access_level": #""enabled""#,
    "builds_access_level": #""enabled""#, "public_jobs": "true",
  ]

  private func project(_ members: [String: String]) -> StubTransport {
    transport("{\(members.map { #""\#($0.key)": \#($0.value)"# }.joined(separator: ", "))}")
  }

  @Test func `a project on GitLab is open to everyone if all of its parts are public`() async throws {
    let stub = project(Self.openProject)
    #expect(try await inspector(gitLabSettings(stub)).visibility() == .everyone)
    #expect(await stub.requests.map(\.head.path) == ["/api/v4/projects/acme%2Ftools%2Fshapes"])
  }

  @Test(arguments: [
    ("visibility", #""internal""#), ("visibility", #""private""#), ("visibility", #""unheard-of""#),
    ("repository_access_level", #""private""#), ("repository_access_level", #""disabled""#),
    ("merge_requests_access_level", #""private""#), ("merge_requests_access_level", #""disabled""#),
    ("builds_access_level", #""private""#), ("builds_access_level", #""disabled""#),
    ("builds_access_level", #""unheard-of""#), ("public_jobs", "false"),
  ])
  func `a project on GitLab with a restricted part is open to members only`(
    member: String, value: String
  ) async throws {
    let stub = project(Self.openProject.merging([member: value]) { $1 })
    #expect(try await inspector(gitLabSettings(stub)).visibility() == .members)
  }

  @Test(arguments: openProject.keys.sorted())
  func `a project on GitLab without information about a part is open to members only`(member: String) async throws {
    for value in [nil, "null"] {
      var members = Self.openProject
      members[member] = value
      #expect(try await inspector(gitLabSettings(project(members))).visibility() == .members)
    }
  }

  @Test func `a repository that the credential cannot read is an error`() async throws {
    let stub = transport(#"{"message": "Not Found"}"#, .notFound)
    for settings in [gitHubSettings(stub), gitLabSettings(stub), giteaSettings(stub)] {
      await #expect {
        _ = try await inspector(settings).visibility()
      } throws: { ($0 as? ForgeError)?.code == .notFound }
    }
  }

  @Test func `a page of a proxy is no visibility`() async throws {
    let stub = transport("<html>Sign in</html>")
    for settings in [gitHubSettings(stub), gitLabSettings(stub), giteaSettings(stub)] {
      await #expect {
        _ = try await inspector(settings).visibility()
      } throws: { ($0 as? ForgeError)?.code == .unreadable }
    }
  }
}
