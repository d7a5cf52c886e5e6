// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import Foundation
import ResourceLoading
import ReviewCore
import ReviewTesting
import Testing

@testable import Forges

extension StandInTests {
  /// Against the stand-in when it fails in all the ways that forges do, and how much it is asked.
  struct FaultStandInTests {
    private static let faults = [
      #""kind": "status", "status": 500"#, #""kind": "status", "status": 500, "phase": "after""#,
      #""kind": "status", "status": 502, "html": true, "phase": "after""#, #""kind": "status", "status": 503"#,
      #""kind": "status", "status": 429, "retry_after": 2"#, #""kind": "secondary", "status": 403, "retry_after": 2"#,
      #""kind": "secondary", "status": 403, "retry_after": null"#, #""kind": "reset""#,
      #""kind": "reset", "phase": "after""#, #""kind": "reset_mid""#, #""kind": "short""#, #""kind": "truncate""#,
      #""kind": "garbage""#, #""kind": "empty""#, #""kind": "dribble""#,
    ]

    @Test(
      arguments: [(ForgeKind.github, "ghp_exampleRepoScope"), (.gitlab, "glpat-example"), (.gitea, "gitea-example")],
      ["GET", "POST"])
    func `writes once or explains itself`(forge: (ForgeKind, String), method: String) async throws {
      let (kind, token) = forge
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.settings(kind, token: token)).pullRequest(1).head)
        let publisher = try publisher(forge.settings(kind, token: token))
        var expected: [String] = []
        for (index, fault) in Self.faults.enumerated() {
          let marker = try #require(CommentMarker(name: "bot-\(index)"))
          let publication = Publication(
            pullRequest: 1, commit: head, marker: marker, comment: "\(marker.line)\nText.", state: .success,
            summary: "passed")
          expected.append(publication.comment)
          let match = #"{"method": "\#(method)", "path": "/(notes|comments)(\\?.*)?$"}"#
          try await forge.admin("faults", #"{\#(fault), "match": \#(match), "times": 1}"#)
          do {
            let receipt = try await publisher.publish(publication, isDryRun: false)
            #expect(receipt.outline == ["created comment", "created status"], "\(fault)")
          } catch let error as ForgeError {
            #expect(error.code != .failed && error.remedy != nil, "\(fault): \(error)")
          }
          // Once more without the fault, in case that it was an error.
          let receipt = try await publisher.publish(publication, isDryRun: false)
          #expect(receipt.outline.last == "unchanged status", "\(fault)")
        }
        #expect(try await forge.comments() == expected)
        let faults = try JSONValue.parse(try await forge.admin("faults")).elements
        #expect(faults.map { $0["hits"] } == Array(repeating: .integer(1), count: Self.faults.count))
        #expect(try await forge.violations() == [])
      }
    }

    /// Two readings of the pull request, before and after the review, belong to each.
    @Test(arguments: ["token", "app"])
    func `asks GitHub at most ten times, and six times when nothing changed`(credential: String) async throws {
      try await withStandInForge { forge in
        let settings = credential == "app" ? forge.appSettings() : forge.settings(token: "ghp_exampleRepoScope")
        for (limit, writes) in [(10, 2), (6, 0)] {
          _ = try await forge.methods()
          // A program that starts anew.
          var resolver = Registry([ForgesAssembly(clock: InstantClock())]).resolver()
          let source = try resolver(.pullRequestSource)(settings)
          let head = try #require(try await source.pullRequest(1).head)
          _ = try await source.pullRequest(1)
          let publication = try standInPublication("Done.", head, .success, annotations: sampleAnnotations(50))
          _ = try await resolver(.reportPublisher)(settings).publish(publication, isDryRun: false)
          let methods = try await forge.methods()
          #expect(methods.count <= limit && !methods.isEmpty, "\(methods)")
          // An app's token is made by a POST.
          #expect(methods.count { $0 != "GET" } == writes + (credential == "app" ? 1 : 0), "\(methods)")
        }
      }
    }
  }
}
