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

    @Test func `reads permissions on GitHub`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GitHubAPI> = try client(forge.settings(token: "ghp_exampleRepoScope"))
        #expect(try await client.repository().permissions(of: "ada").elements() == [.write])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `writes a review on GitHub`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GitHubAPI> = try client(forge.settings(token: "ghp_exampleRepoScope"))
        let service = client.repository().service
        let comments = [
          GitHubLineComment(path: path, lines: 2...2, text: "One line."),
          GitHubLineComment(path: path, lines: 5...7, text: "Several."),
        ]
        let head = try await service.load(client.api.pullRequest(1)).head.sha
        let new = ForgeNewReview(commitId: head, body: "Look.", comments: comments)
        let review = try await service.load(client.api.newReview(new, on: 1))
        #expect(try await client.repository().pullRequest(1).reviews.elements() == [review])
        let shown = try await service.elements(of: client.api.lineComments(on: 1))
        #expect(shown.map(\.body) == comments.map(\.body))
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `starts a discussion at a line on GitLab`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GitLabAPI> = try client(forge.settings(.gitlab, token: "glpat-example"))
        let service = client.repository().service
        let versions = try await service.elements(of: client.api.versions(of: 1))
        let position = GitLabPosition(try #require(versions.first), path: path, line: 3)
        let created = try await service.load(
          client.api.newDiscussion("Look.", at: position, on: 1))
        #expect(created.notes.map(\.body) == ["Look."])
        let discussions = try await service.elements(of: client.api.discussions(on: 1))
        #expect(discussions.map(\.id) == [created.id])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `writes a review on Gitea`() async throws {
      try await withStandInForge { forge in
        let client: ForgeClient<GiteaAPI> = try client(forge.settings(.gitea, token: "gitea-example"))
        let service = client.repository().service
        let comments = [GiteaLineComment(path: path, body: "Look.", newPosition: 3)]
        let head = try await service.load(client.api.pullRequest(1)).head.sha
        let new = ForgeNewReview(commitId: head, body: "All.", comments: comments)
        let review = try await service.load(client.api.newReview(new, on: 1))
        #expect(try await client.repository().pullRequest(1).reviews.elements() == [review])
        #expect(try await forge.violations() == [])
      }
    }
  }
}
