// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

extension StandInTests {
  /// The daemon's queries of a repository, against the stand-in, which checks every request.
  struct InspectionStandInTests {
    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `lists the open pull requests of every forge`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(kind, token: token)
        let found = try await inspector(settings).openPullRequests()
        #expect(Set(found.map(\.number)) == [1, 2])
        let first = try #require(found.first { $0.number == 1 })
        #expect(first.head == (try await source(settings).pullRequest(1).head))
        #expect(first.base == "main")
        #expect(first.author == "ada")
        #expect(!first.isFromFork && !first.isDraft)
        #expect(first.updatedAt != nil)
        try await forge.admin("pull", #"{"repo": "acme/shapes", "number": 1, "action": "closed", "user": "ada"}"#)
        #expect(try await inspector(settings).openPullRequests().map(\.number) == [2])
        #expect(try await forge.violations() == [])
        #expect(try await forge.faults() == [])
      }
    }

    @Test func `branches and permissions are read on GitHub`() async throws {
      try await withStandInForge { forge in
        let inspector = try inspector(forge.settings(token: StandInForge.token))
        let head = try await source(forge.settings(token: StandInForge.token)).pullRequest(1).head
        #expect(try await inspector.branchTip("half-tested") == head)
        #expect(try await inspector.branchTip("half") == nil)
        #expect(try await inspector.branchTip("no/such") == nil)
        #expect(try await inspector.defaultBranch() == "main")
        #expect(try await inspector.permission(of: "ada") == .write)
        #expect(try await inspector.permission(of: "acme") == .none)
        #expect(try await inspector.permission(of: "nobody-knows") == .none)
        #expect(try await forge.violations() == [])
        #expect(try await forge.faults() == [])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `reads a comment by its number`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let inspector = try inspector(forge.settings(kind, token: token))
        let id = try await forge.comment("/reviewbot recheck\nplease", by: "ada")
        let comment = try await inspector.comment(id, on: 1)
        #expect(comment.author == "ada")
        #expect(comment.text == "/reviewbot recheck\nplease")
        #expect(!comment.isEdited)
        #expect(try await !inspector.isByReviewbot(comment))
        // A comment of another pull request, and one that does not exist.
        for (id, number) in [(id, 2), (id + 1_000, 1)] {
          let error = await #expect(throws: ForgeError.self) { _ = try await inspector.comment(id, on: number) }
          #expect(error?.code == .notFound)
        }
        #expect(try await forge.faults() == [])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `own comments and edited comments are recognized`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(kind, token: token)
        let inspector = try inspector(settings)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publisher = try publisher(settings)
        _ = try await publisher.publish(try standInPublication("One.", head, .success), isDryRun: false)
        let id = try #require(try await forge.pullRequest(1).comments.last?.id)
        let first = try await inspector.comment(id, on: 1)
        #expect(try await inspector.isByReviewbot(first))
        #expect(!first.isEdited)
        // A forge's times are in whole seconds.
        guard forge.isBuiltIn else { return }
        _ = try await publisher.publish(try standInPublication("Two.", head, .success), isDryRun: false)
        #expect(try await inspector.comment(id, on: 1).isEdited)
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `a pending status of a commit is detected`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(kind, token: token)
        try await checkPending(settings)
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `a check run in progress of a commit is detected`() async throws {
      try await withStandInForge { forge in
        try await checkPending(forge.appSettings())
        #expect(try await forge.violations() == [])
      }
    }

    private func checkPending(_ settings: ForgeSettings) async throws {
      let inspector = try inspector(settings)
      let publisher = try publisher(settings)
      let head = try #require(try await source(settings).pullRequest(1).head)
      let context = try standInPublication("One.", head, .pending).marker.name
      #expect(try await !inspector.showsPending(context, at: head))
      _ = try await publisher.publish(try standInPublication("One.", head, .pending), isDryRun: false)
      #expect(try await inspector.showsPending(context, at: head))
      #expect(try await !inspector.showsPending("another", at: head))
      _ = try await publisher.publish(try standInPublication("One.", head, .success), isDryRun: false)
      #expect(try await !inspector.showsPending(context, at: head))
    }

    @Test func `an app reads permissions, branches and open pull requests`() async throws {
      try await withStandInForge { forge in
        let inspector = try inspector(forge.appSettings())
        #expect(try await inspector.permission(of: "ada") == .write)
        #expect(try await inspector.branchTip("main") != nil)
        #expect(try await inspector.openPullRequests().count == 2)
        #expect(try await forge.violations() == [])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `a private repository is open to members only`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let inspector = try inspector(forge.settings(kind, token: token))
        #expect(try await inspector.visibility() == .members)
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `permissions and the default branch are read on Gitea`() async throws {
      try await withStandInForge { forge in
        let inspector = try inspector(forge.settings(.gitea, token: "gitea-example"))
        #expect(try await inspector.permission(of: "ada") == .write)
        #expect(try await inspector.defaultBranch() == "main")
        #expect(try await forge.violations() == [])
      }
    }
  }
}
