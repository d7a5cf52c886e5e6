// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

@testable import Findings
@testable import Forges
@testable import ReviewContract

extension StandInTests {
  /// Comments at lines, against a stand-in that checks that they are lines of the change.
  struct LineReviewStandInTests {
    private static let path = "Sources/Shapes/Circle.swift"

    private struct Comment: Decodable {
      let id: Int
      let body: String
      let line: Int?
    }

    private func remark(_ index: Int, lines: ClosedRange<Int>, replacement: String? = nil) -> LineReview.Remark {
      LineReview.Remark(
        path: Self.path, lines: lines, text: "Remark \(index).", replacement: replacement,
        mark: LineReview.mark("f", "\(index)"))
    }

    /// - Parameter path: the path of comments or reviews; by default of the comments at lines on GitHub.
    private func comments(
      of forge: StandInForge, at path: String = "pulls/1/comments", token: String = StandInForge.token
    ) async throws -> [Comment] {
      let response = try await forge.send(.init(path: path, token: token))
      return try JSONDecoder().decode([Comment].self, from: Data(response.text.utf8))
    }

    private func publication(
      _ head: CommitID, _ remarks: [LineReview.Remark], isSettled: Bool = true
    ) throws -> Publication {
      var publication = try standInPublication("Text.", head, .failure)
      publication.review = LineReview(
        remarks: remarks, present: Set(remarks.map(\.mark)), settled: isSettled ? ["f"] : [])
      return publication
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token, 1), (.gitlab, "glpat-example", 3), (.gitea, "gitea-example", 1),
    ])
    func `each remark is written once, and updated when it is fixed`(
      kind: ForgeKind, token: String, requests: Int
    ) async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.settings(kind, token: token)).pullRequest(1).head)
        let publisher = try publisher(forge.settings(kind, token: token))
        let all = [
          remark(1, lines: 1...1), remark(2, lines: 3...3, replacement: "  // better"),
          remark(3, lines: 5...7, replacement: "    guard !exact else { return 3 }\n    _ = `a`"),
        ]
        let unchanged = ["unchanged comment", "unchanged status"]
        let first = try await publisher.publish(try publication(head, all), isDryRun: false).outline
        let created = Array(repeating: "created review", count: requests)
        #expect(first == ["created comment"] + created + ["created status"])
        #expect(try await publisher.publish(try publication(head, all), isDryRun: false).outline == unchanged)
        let unsettled = try publication(head, Array(all.dropFirst()), isSettled: false)
        #expect(try await publisher.publish(unsettled, isDryRun: false).outline == unchanged, "it may still be there")
        // The larger stand-in does not list the comments of a review of Gitea.
        if kind != .gitea || forge.isBuiltIn {
          let rest = try publication(head, Array(all.dropFirst()))
          #expect(
            try await publisher.publish(rest, isDryRun: false).outline
              == ["unchanged comment", "updated review", "unchanged status"])
          #expect(try await publisher.publish(rest, isDryRun: false).outline == unchanged)
        }
        #expect(
          try await publisher.publish(try publication(head, all), isDryRun: false).outline == unchanged,
          "a remark that was written is not written again")
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
        #expect(try await forge.faults() == [])
      }
    }

    @Test func `comments on GitHub contain suggestions at their lines, and are edited when fixed`() async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(token: StandInForge.token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publisher = try publisher(settings)
        let all = [remark(1, lines: 1...1), remark(2, lines: 5...7, replacement: "```\n@octocat")]
        _ = try await publisher.publish(try publication(head, all), isDryRun: false)
        _ = try await publisher.publish(try publication(head, [all[1]]), isDryRun: false)
        let comments = try await comments(of: forge)
        #expect(comments.map(\.line) == [1, 7])
        #expect(
          comments.map { LineMark.content(of: $0.body) } == [
            "Fixed in \(head.hex).\n\nRemark 1.", "Remark 2.\n\n````suggestion\n```\n@octocat\n````",
          ])
      }
    }

    @Test func `a review comment on Gitea is edited when its remark is fixed`() async throws {
      try await withStandInForge { forge in
        guard forge.isBuiltIn else { return }
        let settings = forge.settings(.gitea, token: "gitea-example")
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publisher = try publisher(settings)
        let all = [remark(1, lines: 1...1), remark(2, lines: 3...3)]
        _ = try await publisher.publish(try publication(head, all), isDryRun: false)
        let fixed = try publication(head, [all[1]])
        // A review whose comments cannot be listed is left to the next review.
        try await forge.addFault(
          StandInFault(.status, match: .init(method: "GET", path: "/reviews/[0-9]+/comments$"), status: 404))
        let unchanged = ["unchanged comment", "unchanged status"]
        #expect(try await publisher.publish(fixed, isDryRun: false).outline == unchanged)
        _ = try await publisher.publish(fixed, isDryRun: false)
        let path = "/api/v1/repos/acme/shapes/pulls/1/reviews"
        let review = try #require(try await comments(of: forge, at: path, token: "gitea-example").first).id
        let comments = try await comments(of: forge, at: "\(path)/\(review)/comments", token: "gitea-example")
        #expect(
          comments.map { LineMark.content(of: $0.body) } == ["Fixed in \(head.hex).\n\nRemark 1.", "Remark 2."])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `writes nothing twice after a lost answer`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.settings(kind, token: token)).pullRequest(1).head)
        try await forge.admin(
          "faults",
          #"{"kind": "reset", "match": {"method": "POST", "path": "/(reviews|discussions)$"}, "times": 1, "phase": "after"}"#
        )
        let publisher = try publisher(forge.settings(kind, token: token))
        let all = [remark(1, lines: 1...1), remark(2, lines: 3...3)]
        _ = try await publisher.publish(try publication(head, all), isDryRun: false)
        let name = kind == .gitlab ? "discussions" : "reviews"
        #expect(try await forge.successfulPosts(to: name) == (kind == .gitlab ? 2 : 1))
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token, 3), (.gitlab, "glpat-example", 1), (.gitea, "gitea-example", 1),
    ])
    func `duplicate review comments are removed`(kind: ForgeKind, token: String, removals: Int) async throws {
      try await withStandInForge { forge in
        // The larger stand-in cannot delete reviews of Gitea.
        guard kind != .gitea || forge.isBuiltIn else { return }
        let settings = forge.settings(kind, token: token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publication = try publication(head, [remark(1, lines: 1...1), remark(2, lines: 3...3)])
        // A concurrent run that writes the same.
        try await forge.addFault(
          StandInFault(.duplicateProcessing, match: .init(method: "POST", path: "/(reviews|discussions)$")))
        let outline = try await publisher(settings).publish(publication, isDryRun: false).outline
        #expect(outline.count { $0 == "deleted review" } == removals, "\(outline)")
        #expect(
          try await publisher(settings).publish(publication, isDryRun: false).outline
            == ["unchanged comment", "unchanged status"])
        if kind == .github {
          #expect(try await comments(of: forge).map(\.line) == [1, 3])
        }
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `publishers at the same time leave each remark once`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        guard kind != .gitea || forge.isBuiltIn else { return }
        let settings = forge.settings(kind, token: token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publication = try publication(head, [remark(1, lines: 1...1), remark(2, lines: 3...3)])
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            // A publication that sees others' changes repeatedly fails, and is repeated by its caller.
            group.addTask { _ = try? await publisher(settings).publish(publication, isDryRun: false) }
          }
        }
        _ = try await publisher(settings).publish(publication, isDryRun: false)
        #expect(
          try await publisher(settings).publish(publication, isDryRun: false).outline
            == ["unchanged comment", "unchanged status"])
        if kind == .github {
          #expect(
            try await comments(of: forge).map { LineMark.content(of: $0.body) }.sorted() == ["Remark 1.", "Remark 2."])
        }
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
      }
    }

    @Test func `a remark outside the change does not prevent the comment and the status`() async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(token: StandInForge.token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let outline = try await publisher(settings)
          .publish(try publication(head, [remark(1, lines: 900...900)]), isDryRun: false).outline
        #expect(outline.contains("created comment"))
        #expect(outline.contains("created status"))
        #expect(try await comments(of: forge).isEmpty)
      }
    }

    @Test func `review comments of another account with the same marks are ignored`() async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(token: StandInForge.token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let forged = remark(1, lines: 1...1)
        _ = try await publisher(forge.appSettings()).publish(try publication(head, [forged]), isDryRun: false)
        let outline = try await publisher(settings).publish(try publication(head, [forged]), isDryRun: false).outline
        #expect(outline.contains("created review"))
      }
    }
  }
}

extension StandInForge {
  /// Returns the number of requests that created an object of that kind.
  fileprivate func successfulPosts(to name: String) async throws -> Int {
    try await requests().count { $0.method == "POST" && $0.path.hasSuffix("/\(name)") }
  }
}
