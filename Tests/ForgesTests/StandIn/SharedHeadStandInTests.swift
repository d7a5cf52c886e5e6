// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

extension StandInTests {
  /// Two pull requests with one head and different bases, and with that one status.
  struct SharedHeadStandInTests {
    enum Credential: Sendable, CaseIterable {
      case gitHubToken, gitHubApp, gitLab, gitea

      func settings(_ forge: StandInForge) -> ForgeSettings {
        var settings =
          switch self {
          case .gitHubToken: forge.settings(.github, token: StandInForge.token)
          case .gitHubApp: forge.appSettings()
          case .gitLab: forge.settings(.gitlab, token: "glpat-example")
          case .gitea: forge.settings(.gitea, token: "gitea-example")
          }
        settings.repository = "acme/tiny"
        return settings
      }

      /// Whether the forge returns the earlier statuses: the larger stand-in returns the latest one for GitLab.
      var keepsHistory: Bool {
        self != .gitLab || ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] == nil
      }
    }

    /// A repository whose pull request 2 has the head of pull request 1, and another base or another repository.
    private func withTwins(
      isFork: Bool, _ credential: Credential, _ body: (StandInForge, Twins) async throws -> Void
    ) async throws {
      var tiny = TinyRepository(content: .noPackage, pullRequests: isFork ? 2 : 1, fromFork: isFork ? [2] : [])
      tiny.branches = ["release": [:]]
      try await withStandInForge(prepare: tiny.add) { forge in
        let head = try #require(CommitID(try await forge.pullRequest(1, of: "acme/tiny").pull.headSha))
        if isFork {
          let git = forge.world.appending("git")
          let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
          try FinishedCommand.output(
            of: [
              "git", "--git-dir=\(git)/mallory/tiny.git", "fetch", "--quiet", "\(git)/acme/tiny.git",
              "refs/heads/change-1:refs/same",
            ], environment: environment)
          try await forge.push("change-2", to: head.hex, in: "mallory/tiny", by: "mallory")
        } else {
          try await forge.openPull(from: "change-1", into: "release", titled: "The same", in: "acme/tiny")
        }
        try await body(forge, Twins(forge: forge, head: head, publisher: publisher(credential.settings(forge))))
        #expect(try await forge.violations().filter { $0.hasPrefix("error") } == [])
      }
    }

    struct Twins {
      let forge: StandInForge
      let head: CommitID
      let publisher: any ReportPublisher

      func publish(_ number: Int, into base: String, _ state: Publication.State) async throws -> [String] {
        var publication = try standInPublication(state == .success ? "passed" : "failed", head, state)
        publication = Publication(
          pullRequest: number, commit: head, marker: publication.marker, comment: publication.comment, state: state,
          summary: publication.summary)
        publication.base = base
        return try await publisher.publish(publication, isDryRun: false).outline
      }

      func renew() async throws -> StatusRenewal {
        try await publisher.renewStatus(of: head, try #require(CommentMarker(name: "reviewbot")))
      }

      /// The newest status or check run.
      func newest() async throws -> String? {
        let shown = try await forge.pullRequest(1, of: "acme/tiny")
        if let run = shown.checkRuns.first {
          let parts = (run.externalId ?? "").split(separator: ":", omittingEmptySubsequences: false)
          return "\(run.conclusion ?? run.status): #\(parts[1]) into \(parts[2])"
        }
        return shown.statuses.first.map { "\($0.state): \($0.description ?? "")" }
      }

      func shows(_ states: [String], _ text: String) async throws -> Bool {
        let newest = try await newest() ?? ""
        return states.contains { newest.hasPrefix("\($0): \(text)") }
      }
    }

    private static let failed = ["failure", "failed"]

    @Test(arguments: Credential.allCases, [false, true])
    func `a failure stays until its pull request is closed, and is shown again when that is opened again`(
      credential: Credential, isFork: Bool
    ) async throws {
      try await withTwins(isFork: isFork, credential) { forge, twins in
        let base = isFork ? "main" : "release"
        _ = try await twins.publish(2, into: base, .failure)
        #expect(try await twins.shows(Self.failed, "#2 into \(base)"))
        #expect(try await twins.publish(1, into: "main", .pending).last?.hasPrefix("held") == true)
        #expect(try await twins.shows(Self.failed, "#2 into \(base)"))
        let held = try await twins.publish(1, into: "main", .success)
        #expect(held.contains { $0.hasPrefix("held") }, "\(held)")
        #expect(try await twins.shows(Self.failed, "#2 into \(base)"))
        let comment = try await forge.pullRequest(1, of: "acme/tiny").comments.last?.body ?? ""
        #expect(comment.contains("**This review passed. When it ended, another open pull request with the same head"))
        // The same again writes nothing.
        let again = try await twins.publish(1, into: "main", .success)
        #expect(!again.contains { $0.hasPrefix("created") || $0.hasPrefix("updated") }, "\(again)")

        try await forge.setPull(2, "closed", in: "acme/tiny")
        let renewal = try await twins.renew()
        #expect(renewal.reviewed == [1] && renewal.held == [] && renewal.retargeted == [])
        #expect(try await twins.shows(["success"], "#1 into main"))
        #expect(try await forge.pullRequest(1, of: "acme/tiny").comments.last?.body.contains("When it ended") == false)
        #expect(try await twins.renew().receipt.entries == [])

        try await forge.setPull(2, "reopened", in: "acme/tiny")
        let reopened = try await twins.renew()
        if credential.keepsHistory {
          #expect(reopened.held == [1] && reopened.reviewed == [1, 2])
          #expect(try await twins.shows(Self.failed, "#2 into \(base)"))
        } else {
          // The caller reviews the pull request again, whose result is not shown.
          #expect(reopened.reviewed == [1])
          _ = try await twins.publish(2, into: base, .failure)
        }
        _ = try await twins.publish(2, into: base, .success)
        #expect(try await twins.shows(["success"], "#2 into \(base)"))
      }
    }

    @Test(arguments: Credential.allCases)
    func `two failures are both replaced before the commit passes`(credential: Credential) async throws {
      try await withTwins(isFork: false, credential) { _, twins in
        _ = try await twins.publish(1, into: "main", .failure)
        _ = try await twins.publish(2, into: "release", .failure)
        _ = try await twins.publish(1, into: "main", .success)
        #expect(try await twins.shows(Self.failed, "#2 into release"))
        _ = try await twins.publish(1, into: "main", .failure)
        _ = try await twins.publish(2, into: "release", .success)
        #expect(try await twins.shows(Self.failed, "#1 into main"))
        _ = try await twins.publish(1, into: "main", .success)
        #expect(try await twins.shows(["success"], "#1 into main"))
      }
    }

    /// The larger stand-in cannot change the base of a pull request.
    @Test(
      .enabled(if: ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] == nil), arguments: Credential.allCases)
    func `a retargeted pull request holds nothing back, and needs another review`(
      credential: Credential
    ) async throws {
      try await withTwins(isFork: false, credential) { forge, twins in
        _ = try await twins.publish(2, into: "release", .failure)
        _ = try await twins.publish(1, into: "main", .success)
        #expect(try await twins.shows(Self.failed, "#2 into release"))
        try await forge.setPull(2, "edited", base: "main", in: "acme/tiny")
        let renewal = try await twins.renew()
        #expect(renewal.retargeted == [2] && renewal.reviewed == [1])
        #expect(try await twins.shows(["success"], "#1 into main"))
      }
    }
  }
}
