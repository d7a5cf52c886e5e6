// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

extension StandInTests {
  /// Publications to the stand-in for GitLab and Gitea, which checks every request.
  struct OtherForgesStandInTests {
    @Test(arguments: [
      (ForgeKind.gitlab, "glpat-example", "refs/merge-requests/1/head"),
      (.gitea, "gitea-example", "refs/pull/1/head"),
    ])
    func `two publications leave one comment with the latest text`(
      kind: ForgeKind, token: String, headRef: String
    ) async throws {
      try await withStandInForge { forge in
        let pullRequest = try await source(forge.settings(kind, token: token)).pullRequest(1)
        #expect(pullRequest.title == "Circles")
        #expect(pullRequest.author == "ada")
        #expect(pullRequest.headRef == headRef)
        #expect(pullRequest.baseBranch == "main")
        #expect(
          pullRequest.repository
            == Repository(forge: kind, name: "acme/shapes", cloneURL: "\(forge.url)/acme/shapes.git"))
        #expect(!pullRequest.isFromFork)
        let head = try #require(pullRequest.head)
        let publisher = try publisher(forge.settings(kind, token: token))
        let pending = try standInPublication("First.", head, .pending)
        #expect(try await publisher.publish(pending, isDryRun: false).outline == ["created comment", "created status"])
        #expect(
          try await publisher.publish(pending, isDryRun: false).outline == ["unchanged comment", "unchanged status"])
        let latest = try standInPublication("Second.", head, .failure)
        #expect(try await publisher.publish(latest, isDryRun: false).outline == ["updated comment", "created status"])
        #expect(
          try await publisher.publish(latest, isDryRun: false).outline == ["unchanged comment", "unchanged status"])
        #expect(try await publisher.publish(pending, isDryRun: true).outline == ["planned comment", "planned status"])
        #expect(try await forge.comments() == [latest.text])
        #expect(try await forge.violations() == [])
        #expect(try await forge.faults() == [])
      }
    }

    @Test(arguments: [(ForgeKind.gitlab, "glpat-example"), (.gitea, "gitea-example")])
    func `a lost response causes no second comment, and another user's comment is unchanged`(
      kind: ForgeKind, token: String
    ) async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.settings(kind, token: token)).pullRequest(1).head)
        let publication = try standInPublication("Once.", head, .success)
        let fake = #"{"repo": "acme/shapes", "number": 1, "user": "ada", "body": "\#(publication.marker.line)\nfake"}"#
        try await forge.admin("comment", fake)
        try await forge.admin(
          "faults",
          #"{"kind": "reset", "match": {"method": "POST", "path": "/(notes|comments)$"}, "times": 1, "phase": "after"}"#
        )
        let publisher = try publisher(forge.settings(kind, token: token))
        #expect(
          try await publisher.publish(publication, isDryRun: false).outline == ["created comment", "created status"])
        #expect(try await forge.comments() == ["\(publication.marker.line)\nfake", publication.text])
        #expect(try await forge.violations() == [])
      }
    }

    @Test(arguments: [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ])
    func `its comment is found behind more than 200 others`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.settings(kind, token: token)).pullRequest(1).head)
        // More than two pages of the maximum size.
        for number in 1...205 {
          try await forge.admin(
            "comment", #"{"repo": "acme/shapes", "number": 1, "user": "ada", "body": "\#(number)"}"#)
        }
        let publisher = try publisher(forge.settings(kind, token: token))
        let publication = try standInPublication("Last.", head, .success)
        #expect(
          try await publisher.publish(publication, isDryRun: false).outline == ["created comment", "created status"])
        _ = try await forge.methods()
        #expect(
          try await publisher.publish(publication, isDryRun: false).outline == [
            "unchanged comment", "unchanged status",
          ])
        // The user, the comments and the statuses. Gitea has no pages of comments.
        #expect(try await forge.methods() == Array(repeating: "GET", count: kind == .gitea ? 3 : 5))
        #expect(try await forge.violations() == [])
      }
    }

    @Test(arguments: [ForgeKind.gitlab, .gitea])
    func `a wrong token is reported`(kind: ForgeKind) async throws {
      try await withStandInForge { forge in
        await #expect { _ = try await source(forge.settings(kind, token: "wrong")).pullRequest(1) } throws: {
          ($0 as? ForgeError)?.code == .badToken
        }
      }
    }
  }
}

func standInPublication(
  _ text: String, _ head: CommitID, _ state: Publication.State, annotations: [Annotation] = []
) throws -> Publication {
  let marker = try #require(CommentMarker(name: "reviewbot"))
  return Publication(
    pullRequest: 1, commit: head, marker: marker, comment: "\(marker.line)\n\(text)", state: state, summary: text,
    annotations: annotations)
}
