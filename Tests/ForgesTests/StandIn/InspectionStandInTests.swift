// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

extension StandInTests {
  /// What the daemon asks of a repository, against the stand-in, which checks every request.
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

    @Test func `knows branches and permissions on GitHub`() async throws {
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

    @Test func `knows permissions as an app`() async throws {
      try await withStandInForge { forge in
        let inspector = try inspector(forge.appSettings())
        #expect(try await inspector.permission(of: "ada") == .write)
        #expect(try await inspector.branchTip("main") != nil)
        #expect(try await inspector.openPullRequests().count == 2)
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `knows permissions on Gitea`() async throws {
      try await withStandInForge { forge in
        let inspector = try inspector(forge.settings(.gitea, token: "gitea-example"))
        #expect(try await inspector.permission(of: "ada") == .write)
        #expect(try await inspector.defaultBranch() == "main")
        #expect(try await forge.violations() == [])
      }
    }
  }
}
