// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// Permissions of users in a repository.
struct PermissionTests {
  private func transport(_ status: HTTPResponse.Status, _ text: String) -> StubTransport {
    StubTransport { _ in TransportResponse(status: status, body: Data(text.utf8)) }
  }

  private static let levels: [(String, Permission)] = [
    ("admin", .admin), ("write", .write), ("read", .read), ("none", .none), ("maintain", .none), ("", .none),
  ]

  @Test(arguments: levels)
  func `GitHub's permission names are mapped`(word: String, permission: Permission) async throws {
    let stub = transport(.ok, #"{"permission": "\#(word)", "user": {"login": "Ada"}}"#)
    #expect(try await inspector(gitHubSettings(stub)).permission(of: "ada") == permission)
    #expect(await stub.requests.map(\.head.path) == ["/repos/acme/shapes/collaborators/ada/permission"])
  }

  @Test(arguments: levels + [("owner", .admin)])
  func `Gitea's permission names are mapped`(word: String, permission: Permission) async throws {
    let stub = transport(.ok, #"{"permission": "\#(word)", "user": {"login": "ada"}}"#)
    #expect(try await inspector(giteaSettings(stub)).permission(of: "Ada") == permission)
    #expect(await stub.requests.map(\.head.path) == ["/api/v1/repos/acme/shapes/collaborators/Ada/permission"])
  }

  @Test func `ignores the permissions of other users`() async throws {
    let stub = transport(.ok, #"{"permission": "admin", "user": {"login": "eve"}}"#)
    #expect(try await inspector(gitHubSettings(stub)).permission(of: "ada") == .none)
    #expect(try await inspector(giteaSettings(stub)).permission(of: "ada") == .none)
  }

  private static func member(_ name: String, _ level: Int, _ more: String = "") -> String {
    #"{"id": 1, "username": "\#(name)", "access_level": \#(level)\#(more)}"#
  }

  @Test(
    arguments: [
      ([member("ada", 0)], .none), ([member("ada", 5)], .none),
      // A guest and a planner, who read issues.
      ([member("ada", 10)], .none), ([member("ada", 15)], .none), ([member("ada", 20)], .read),
      ([member("ada", 30)], .write), ([member("ADA", 40)], .admin), ([member("ada", 50)], .admin), ([], .none),
      // Members whose names contain the account's name.
      ([member("ada2", 50), member("ada", 20), member("xada", 40)], .read),
      // A member of the project and of a group above it.
      ([member("ada", 10), member("ada", 30)], .write),
      ([member("ada", 40, #", "state": "blocked""#)], .none),
      ([member("ada", 40, #", "state": "active", "membership_state": "awaiting""#)], .none),
    ] as [([String], Permission)])
  func `the access level on GitLab is that of the active member with the same name`(
    members: [String], permission: Permission
  ) async throws {
    let stub = transport(.ok, "[\(members.joined(separator: ","))]")
    #expect(try await inspector(gitLabSettings(stub)).permission(of: "ada") == permission)
    #expect(
      await stub.requests.map(\.head.path) == [
        "/api/v4/projects/acme%2Ftools%2Fshapes/members/all?per_page=100&query=ada"
      ])
  }

  @Test func `an unknown user has no permission`() async throws {
    let stub = transport(.notFound, #"{"message": "eve is not a user"}"#)
    for settings in [gitHubSettings(stub), gitLabSettings(stub), giteaSettings(stub)] {
      #expect(try await inspector(settings).permission(of: "eve") == .none)
    }
  }

  @Test func `a token that is not allowed to read permissions is an error`() async throws {
    let stub = transport(.forbidden, #"{"message": "Must have push access"}"#)
    for settings in [gitHubSettings(stub), gitLabSettings(stub), giteaSettings(stub)] {
      await #expect {
        _ = try await inspector(settings).permission(of: "ada")
      } throws: { ($0 as? ForgeError)?.code == .forbidden }
    }
  }

  @Test(arguments: ["", ".", "..", "a/b", "a b", "a\n", "ä", String(repeating: "a", count: 256)])
  func `an invalid account name is not requested`(name: String) async throws {
    let stub = transport(.ok, #"{"permission": "admin"}"#)
    #expect(try await inspector(gitHubSettings(stub)).permission(of: name) == .none)
    #expect(await stub.requests.isEmpty)
  }

  @Test func `escapes a name`() async throws {
    let stub = transport(.ok, #"{"permission": "write", "user": {"login": "dependabot[bot]"}}"#)
    #expect(try await inspector(gitHubSettings(stub)).permission(of: "dependabot[bot]") == .write)
    #expect(
      await stub.requests.map(\.head.path) == ["/repos/acme/shapes/collaborators/dependabot%5Bbot%5D/permission"])
  }

  @Test func `permissions are ordered from none to admin`() {
    #expect(Permission.allCases.sorted() == [.none, .read, .write, .admin])
  }
}
