// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

extension StandInTests {
  /// Publications of all sizes, concurrent and repeated.
  struct PublishMatrixStandInTests {
    private static let forges = [
      (ForgeKind.github, StandInForge.token), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ]

    private func review(_ head: CommitID, _ count: Int) throws -> Publication {
      var publication = try standInPublication("## reviewbot: tests failed\n\nText.", head, .failure)
      let names = (0..<count).map { Fingerprint.name(of: "\($0)", digits: 8) }.sorted().joined(separator: ".")
      publication.memory = ReviewMemory(line: "<!-- reviewbot:state \(head.hex):\(names) -->")
      return publication
    }

    @Test(arguments: [0, 1, 49, 50, 51, 1_000])
    func `annotates any number of findings, once`(count: Int) async throws {
      try await withStandInForge { forge in
        let settings = forge.appSettings()
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publisher = try publisher(settings)
        let publication = try standInPublication("Done.", head, .failure, annotations: sampleAnnotations(count))
        #expect(
          try await publisher.publish(publication, isDryRun: false).outline == ["created comment", "created check run"])
        #expect(try await forge.checkRuns() == ["failure: \(count)"])
        #expect(
          try await publisher.publish(publication, isDryRun: false).outline
            == ["unchanged comment", "unchanged check run"])
        #expect(try await forge.checkRuns() == ["failure: \(count)"])
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
      }
    }

    @Test(arguments: zip(forges, [ProgressWrites.often, .once, .often]))
    func `a pending status is replaced as often as the forge accepts, and by the final one`(
      forge of: (kind: ForgeKind, token: String), writes: ProgressWrites
    ) async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(of.kind, token: of.token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publisher = try publisher(settings)
        #expect(publisher.progressWrites == writes)
        func publish(_ state: Publication.State, _ summary: String, isProgress: Bool = false) async throws {
          var publication = Publication(
            pullRequest: 1, commit: head, marker: try standInPublication("", head, state).marker, state: state,
            summary: summary)
          publication.isProgress = isProgress
          _ = try await publisher.publish(publication, isDryRun: false)
        }
        try await publish(.pending, "reviewing")
        try await publish(.pending, "1 test failed so far", isProgress: true)
        try await publish(.pending, "2 tests failed so far", isProgress: true)
        // A review that starts again.
        try await publish(.pending, "reviewing")
        try await publish(.failure, "2 tests failed")
        #expect(try await forge.methods().count { $0 == "POST" } == (writes == .once ? 3 : 5))
        let between = writes == .once ? ["running reviewbot"] : []
        let final = writes == .once ? "failed reviewbot" : "failure reviewbot"
        #expect(try await forge.statuses(of: head.hex) == [final] + between + ["pending reviewbot"])
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
      }
    }

    @Test(arguments: forges)
    func `publishers at the same time leave one comment`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(kind, token: token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publication = try review(head, 5)
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              // A publication that sees others' changes repeatedly fails, and is repeated by its caller.
              _ = try? await publisher(settings).publish(publication, isDryRun: false)
            }
          }
        }
        _ = try await publisher(settings).publish(publication, isDryRun: false)
        #expect(try await forge.comments() == [publication.text])
        #expect(
          try await publisher(settings).publish(publication, isDryRun: false).outline
            == ["unchanged comment", "unchanged status"])
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
      }
    }

    @Test(arguments: forges)
    func `a deleted comment is written again`(kind: ForgeKind, token: String) async throws {
      try await withStandInForge { forge in
        let settings = forge.settings(kind, token: token)
        let head = try #require(try await source(settings).pullRequest(1).head)
        let publication = try review(head, 5)
        _ = try await publisher(settings).publish(publication, isDryRun: false)
        let id = try #require(try await forge.state().pullRequest(1)?.comments.first?.id)
        _ = try await forge.send(.init(method: .delete, path: "issues/comments/\(id)"))
        #expect(try await publisher(settings).publish(publication, isDryRun: false).outline.first == "created comment")
        #expect(try await forge.comments() == [publication.text])
      }
    }
  }
}
