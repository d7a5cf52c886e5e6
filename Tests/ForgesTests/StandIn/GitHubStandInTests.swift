// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

extension StandInTests {
  /// Publications to the stand-in for GitHub, which checks every request.
  struct GitHubStandInTests {
    private static let token = "ghp_exampleRepoScope"

    @Test func `two publications leave one comment with the latest text`() async throws {
      try await withStandInForge { forge in
        let pullRequest = try await source(forge.settings(token: Self.token)).pullRequest(1)
        let head = try #require(pullRequest.head)
        #expect(pullRequest.title == "Circles")
        #expect(pullRequest.repository.cloneURL == "\(forge.url)/acme/shapes.git")
        #expect(!pullRequest.isFromFork)
        let publisher = try publisher(forge.settings(token: Self.token))
        let first = try publication("First.", head, .pending)
        #expect(try await publisher.publish(first, isDryRun: false).outline == ["created comment", "created status"])
        let second = try publication("Second.", head, .failure)
        #expect(try await publisher.publish(second, isDryRun: false).outline == ["updated comment", "created status"])
        #expect(
          try await publisher.publish(second, isDryRun: false).outline == ["unchanged comment", "unchanged status"])
        #expect(try await publisher.publish(first, isDryRun: true).outline == ["planned comment", "planned status"])
        #expect(try await forge.comments() == [second.text])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `publishes once although an answer is lost`() async throws {
      try await withStandInForge { forge in
        try await forge.admin(
          "faults", #"{"kind": "reset", "match": {"op": "issues/create-comment"}, "times": 1, "phase": "after"}"#)
        let source = try source(forge.settings(token: Self.token))
        let head = try #require(try await source.pullRequest(1).head)
        let publisher = try publisher(forge.settings(token: Self.token))
        let publication = try publication("Once.", head, .success)
        #expect(
          try await publisher.publish(publication, isDryRun: false).outline == ["created comment", "created status"])
        #expect(try await forge.comments() == [publication.text])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `finds its comment behind the first page`() async throws {
      try await withStandInForge { forge in
        for number in 0..<130 {
          try await forge.admin(
            "comment", #"{"repo": "acme/shapes", "number": 1, "user": "ada", "body": "chat \#(number)"}"#)
        }
        let head = try #require(try await source(forge.settings(token: Self.token)).pullRequest(1).head)
        let publisher = try publisher(forge.settings(token: Self.token))
        _ = try await publisher.publish(try publication("First.", head, .success), isDryRun: false)
        let receipt = try await publisher.publish(try publication("Second.", head, .success), isDryRun: false)
        #expect(receipt.outline == ["updated comment", "created status"])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `with a read-only token the receipt says that the comment and the status are refused`() async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(token: "github_pat_exampleReadOnly")
        let head = try #require(try await source(settings).pullRequest(1).head)
        let receipt = try await publisher(settings).publish(try publication("No.", head, .success), isDryRun: false)
        #expect(receipt.outline == ["refused comment", "refused status"])
        #expect(try await forge.comments() == [])
      }
    }

    @Test func `a wrong token and a missing pull request are reported`() async throws {
      try await withStandInForge { forge in
        await #expect { _ = try await source(forge.settings(token: "wrong")).pullRequest(1) } throws: {
          ($0 as? ForgeError)?.code == .badToken
        }
        await #expect { _ = try await source(forge.settings(token: Self.token)).pullRequest(99) } throws: {
          ($0 as? ForgeError)?.code == .notFound
        }
      }
    }

    private func publication(_ text: String, _ head: CommitID, _ state: Publication.State) throws -> Publication {
      let marker = try #require(CommentMarker(name: "reviewbot"))
      return Publication(
        pullRequest: 1, commit: head, marker: marker, comment: "\(marker.line)\n\(text)", state: state, summary: text)
    }
  }
}
