// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Foundation
import ResourceLoading
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

extension StandInTests {
  /// Publications to the stand-in with all faults of real forges; also counts the requests.
  struct FaultStandInTests {
    /// A response that never arrives: the client's timeout is much shorter.
    private static let hang = #""kind": "hang", "delay": 600"#
    private static let faults = [
      #""kind": "status", "status": 500"#, #""kind": "status", "status": 500, "phase": "after""#,
      #""kind": "status", "status": 502, "html": true, "phase": "after""#, #""kind": "status", "status": 503"#,
      #""kind": "status", "status": 429, "retry_after": 2"#, #""kind": "secondary", "status": 403, "retry_after": 2"#,
      #""kind": "secondary", "status": 403, "retry_after": null"#, #""kind": "reset""#,
      #""kind": "reset", "phase": "after""#, #""kind": "reset_mid""#, #""kind": "short""#, #""kind": "truncate""#,
      #""kind": "garbage""#, #""kind": "empty""#, #""kind": "dribble", "delay": 0.05"#,
      #""kind": "primary", "reset_in": 2"#,
      #""kind": "slow", "delay": 0.5"#, Self.hang, #""kind": "stale_etag""#,
      #""kind": "stale304""#,
    ]

    private static let forges = [
      (ForgeKind.github, "ghp_exampleRepoScope"), (.gitlab, "glpat-example"), (.gitea, "gitea-example"),
    ]

    /// The requests of a review that fail, as patterns of the stand-in.
    private static let places = [
      #"{"method": "GET", "path": "/(notes|comments)(\\?.*)?$"}"#,
      #"{"method": "POST", "path": "/(notes|comments)(\\?.*)?$"}"#,
      #"{"method": "POST", "path": "/statuses/[0-9a-f]{40}$"}"#,
    ]

    /// Returns a transport with an idle timeout of three seconds, or of five minutes.
    private func transport(isImpatient: Bool) -> any HTTPTransport {
      var settings = CurlSettings.standard
      settings.totalTimeout = .seconds(isImpatient ? 10 : 600)
      settings.idleTimeout = .seconds(isImpatient ? 3 : 300)
      return CurlTransportAssembly(settings: settings).transport
    }

    @Test(.thoroughWithForge, arguments: forges, places)
    func `faults are recovered from or reported with a remedy`(forge: (ForgeKind, String), match: String) async throws {
      let (kind, token) = forge
      try await withStandInForge { forge in
        let names = try await publish(
          to: forge, forge.settings(kind, token: token), failingAt: match, verdict: "status")
        #expect(try await forge.statusNames() == names)
      }
    }

    /// The requests for an app's check run that can fail on GitHub.
    @Test(
      .thoroughWithForge,
      arguments: [
        #"{"method": "POST", "path": "/access_tokens$"}"#, #"{"method": "GET", "path": "/installation$"}"#,
        #"{"method": "POST", "path": "/check-runs$"}"#, #"{"method": "GET", "path": "/check-runs"}"#,
      ])
    func `faults of an app's requests are recovered from or reported with a remedy`(match: String) async throws {
      try await withStandInForge { forge in
        let names = try await publish(to: forge, forge.appSettings(), failingAt: match, verdict: "check run")
        #expect(try await forge.checkRuns() == names.map { _ in "success: 0" })
      }
    }

    /// Publishes under another name for each fault, and again when there is an error.
    ///
    /// - Returns: the names. Each should have one comment and one verdict.
    private func publish(
      to forge: StandInForge, _ settings: ForgeSettings, failingAt match: String, verdict: String
    ) async throws -> [String] {
      var settings = settings
      let transports = (patient: transport(isImpatient: false), impatient: transport(isImpatient: true))
      settings.transport = transports.patient
      var expected: [Publication] = []
      try await withScratchDirectory { folder in
        let head = try #require(try await source(settings).pullRequest(1).head)
        for (index, fault) in Self.faults.enumerated() {
          let marker = try #require(CommentMarker(name: "bot-\(index)"))
          let publication = Publication(
            pullRequest: 1, commit: head, marker: marker, comment: "\(marker.line)\nText.", state: .success,
            summary: "passed")
          expected.append(publication)
          // A restarted program with a response cache.
          let assembly = ForgesAssembly(clock: InstantClock(), responses: folder.path.appending("http"))
          settings.transport = fault == Self.hang ? transports.impatient : transports.patient
          let publisher = try assembly.publisher(settings)
          try await forge.admin("faults", #"{\#(fault), "match": \#(match), "times": 1}"#)
          do {
            let receipt = try await publisher.publish(publication, isDryRun: false)
            #expect(receipt.outline == ["created comment", "created \(verdict)"], "\(fault)")
          } catch let error as ForgeError {
            // The error of a missing token of an app has its remedy in the cause.
            let isToken = verdict == "check run" && error.underlying?.hasPrefix("cannot get a token") == true
            #expect(isToken || (error.code != .failed && error.remedy != nil), "\(fault): \(error)")
            // A second run completes the publication.
            _ = try await publisher.publish(publication, isDryRun: false)
          }
          #expect(try await forge.endFaults() == [1], "\(fault)")
          let receipt = try await publisher.publish(publication, isDryRun: false)
          #expect(receipt.outline == ["unchanged comment", "unchanged \(verdict)"], "\(fault)")
        }
      }
      #expect(try await forge.comments() == expected.map(\.text))
      #expect(try await forge.violations() == [])
      return expected.map(\.marker.name).sorted()
    }

    /// Includes the requests for the pull request, before and after the review, and for the token to fetch with.
    @Test(arguments: forges + [(.github, "app")])
    func `a review takes at most ten requests, and six if nothing changed`(forge: (ForgeKind, String)) async throws {
      let (kind, token) = forge
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let settings = token == "app" ? forge.appSettings() : forge.settings(kind, token: token)
          // The tokens of an app are created by POST, the one for writes only when there is a write.
          for (limit, writes) in [(10, token == "app" ? 4 : 2), (6, token == "app" ? 1 : 0)] {
            _ = try await forge.methods()
            // A restarted program.
            let assembly = ForgesAssembly(clock: InstantClock(), responses: folder.path.appending("http"))
            let source = try assembly.pullRequests(settings)
            let head = try #require(try await source.pullRequest(1).head)
            _ = try await assembly.fetchToken(settings)()
            _ = try await source.pullRequest(1)
            let publication = try standInPublication("Done.", head, .success, annotations: sampleAnnotations(50))
            _ = try await assembly.publisher(settings).publish(publication, isDryRun: false)
            let methods = try await forge.methods()
            #expect(methods.count <= limit && !methods.isEmpty, "\(methods)")
            #expect(methods.count { $0 != "GET" } == writes, "\(methods)")
          }
        }
      }
    }
  }
}
