// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

extension StandInTests {
  /// The calls that are not made by publishers, against the stand-in.
  struct CallStandInTests {
    private func client<API: ForgeAPI>(_ settings: ForgeSettings) throws -> ForgeClient<API> {
      try ForgeClient(settings, ForgeConditions(clock: InstantClock()))
    }

    private let path = "Sources/Shapes/Circle.swift"

    @Test func `reads the change of a pull request of GitHub`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GitHubAPI> = try client(forge.settings(token: "ghp_exampleRepoScope"))
        let service = client.service()
        let files = try await service.elements(of: ListFilesCall(api: client.api, number: 1))
        #expect(files.map(\.filename) == [path, "Tests/ShapesTests/CircleTests.swift"])
        #expect(files.map(\.status) == ["added", "added"])
        #expect(files.allSatisfy { $0.patch?.hasPrefix("@@") == true })
        let pullRequest = try await service.load(PullRequestCall(api: client.api, number: 1))
        let base = try #require(CommitID(pullRequest.base.sha))
        let head = try #require(CommitID(pullRequest.head.sha))
        let comparison = try await service.load(CompareCall(api: client.api, base: base, head: head))
        #expect(comparison.status == "ahead")
        #expect(comparison.aheadBy == 1)
        #expect(comparison.behindBy == 0)
        #expect(comparison.mergeBaseCommit.sha == base.hex)
        #expect(comparison.files?.map(\.filename) == files.map(\.filename))
        let contents = try await service.load(ContentsCall(api: client.api, path: path, commit: head))
        #expect(String(decoding: contents, as: UTF8.self).hasPrefix("public struct Circle {\n"))
        await #expect(throws: LoadingError.self) {
          try await service.load(ContentsCall(api: client.api, path: "Sources", commit: head))
        }
        #expect(try await service.load(PermissionCall(api: client.api, login: "ada")).level(of: "ada") == .write)
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `writes a review with suggestions and labels on GitHub`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GitHubAPI> = try client(forge.settings(token: "ghp_exampleRepoScope"))
        let service = client.service()
        let head = try #require(
          CommitID(try await service.load(PullRequestCall(api: client.api, number: 1)).head.sha))
        let comments = [
          GitHubLineComment(path: path, lines: 2...2, text: "One line."),
          GitHubLineComment(
            path: path, suggestion: Suggestion(startLine: 5, endLine: 7, replacement: "    // less"), text: "Shorter:"),
        ]
        let review = try await service.load(
          CreateReviewCall(
            api: client.api, number: 1, review: GitHubNewReview(commit: head, body: "Look.", comments: comments)))
        #expect(review.state == "COMMENTED")
        #expect(try await service.elements(of: ListReviewsCall(api: client.api, number: 1)) == [review])
        let shown = try await service.elements(of: ListReviewCommentsCall(api: client.api, number: 1))
        #expect(shown.map(\.body) == comments.map(\.body))
        func labels() async throws -> Set<String> {
          Set(try await service.elements(of: ListLabelsCall(api: client.api, number: 1)).map(\.name))
        }
        _ = try await service.load(AddLabelsCall(api: client.api, number: 1, labels: ["untested", "odd name/ü"]))
        #expect(try await labels() == ["untested", "odd name/ü"])
        try await service.load(RemoveLabelCall(api: client.api, number: 1, label: "odd name/ü"))
        #expect(try await labels() == ["untested"])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `starts a discussion at a line on GitLab`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GitLabAPI> = try client(forge.settings(.gitlab, token: "glpat-example"))
        let service = client.service()
        let versions = try await service.elements(of: ListVersionsCall(api: client.api, number: 1))
        let position = GitLabPosition(try #require(versions.first), path: path, line: 3)
        let created = try await service.load(
          CreateDiscussionCall(api: client.api, number: 1, text: "Look.", position: position))
        #expect(created.notes.map(\.body) == ["Look."])
        let discussions = try await service.elements(of: ListDiscussionsCall(api: client.api, number: 1))
        #expect(discussions.map(\.id) == [created.id])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `writes a review on Gitea`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GiteaAPI> = try client(forge.settings(.gitea, token: "gitea-example"))
        let service = client.service()
        let head = try #require(
          CommitID(try await service.load(GiteaPullRequestCall(api: client.api, number: 1)).head.sha))
        let comments = [GiteaNewReview.LineComment(path: path, body: "Look.", newPosition: 3)]
        let review = try await service.load(
          CreateGiteaReviewCall(
            api: client.api, number: 1, review: GiteaNewReview(commit: head, body: "All.", comments: comments)))
        #expect(review.state == "COMMENT")
        #expect(try await service.elements(of: ListGiteaReviewsCall(api: client.api, number: 1)) == [review])
        #expect(try await forge.violations() == [])
      }
    }
  }
}
