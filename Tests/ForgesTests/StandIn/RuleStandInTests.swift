// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting
import Testing

extension StandInTests {
  /// The stand-in's responses to requests that a forge rejects or misunderstands.
  struct RuleStandInTests {
    private typealias Raw = StandInForge.RawRequest

    private static let noCommit = String(repeating: "1", count: 40)

    private static func comment(_ body: String) -> Raw {
      Raw(method: .post, path: "issues/1/comments", body: body)
    }

    private static func status(_ body: String, commit: String = noCommit) -> Raw {
      Raw(method: .post, path: "statuses/\(commit)", body: body)
    }

    /// The request, the status of the response, and whether the stand-in also reports a mistake.
    private static let mistakes: [(Raw, Int, isTold: Bool)] = [
      (Raw(path: "/nowhere"), 404, true),
      (Raw(path: "pulls/1").with("User-Agent", ""), 403, true),
      (Raw(path: "pulls/1").with("X-GitHub-Api-Version"), 200, true),
      (Raw(path: "pulls/1").with("X-GitHub-Api-Version", "1999-01-01"), 400, true),
      (Raw(path: "pulls/1").with("Accept", "text/html"), 415, true),
      (Raw(path: "pulls/1").with(token: "wrong"), 401, false),
      (Raw(path: "pulls/1").with(token: nil), 404, false),
      (Raw(path: "pulls/99"), 404, false),
      (Raw(path: "pulls?per_page=101"), 200, true),
      (comment("no JSON"), 400, true),
      (comment("{}"), 422, true),
      (comment(#"{"body": 1}"#), 422, true),
      (comment(#"{"body": "Hello.", "colour": "red"}"#), 201, true),
      (comment("{\"body\": \"\(String(repeating: "a", count: 65_537))\"}"), 422, true),
      (comment(#"{"body": "Hello."}"#).with(token: StandInForge.readOnlyToken), 403, true),
      (status(#"{"state": "success", "context": "c"}"#), 422, false),
      (status(#"{"state": "good", "context": "c"}"#), 422, true),
      (status("{}", commit: "main"), 422, true),
      (Raw(method: .post, path: "check-runs", body: #"{"name": "n", "head_sha": "\#(noCommit)"}"#), 403, true),
    ]

    @Test(arguments: mistakes)
    private func `an invalid request is rejected or reported`(_ raw: Raw, _ status: Int, _ isTold: Bool) async throws {
      try await withStandInForge { forge in
        #expect(try await forge.send(raw).head.status.code == status)
        let violations = try await forge.violations()
        if isTold { #expect(!violations.isEmpty) }
        if status >= 400 { #expect(try await forge.comments() == []) }
        try await forge.clear("violations")
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `a status has a description of at most 140 characters`() async throws {
      try await withStandInForge { forge in
        let head = try await forge.pullRequest(1).pull.headSha
        for (count, status) in [(140, 201), (141, 422)] {
          let text = String(repeating: "ü", count: count)
          let raw = Self.status(#"{"state": "success", "context": "c", "description": "\#(text)"}"#, commit: head)
          #expect(try await forge.send(raw).head.status.code == status)
        }
        #expect(try await forge.pullRequest(1).statuses.map(\.state) == ["success"])
        #expect(try await forge.violations().count == 1)
      }
    }

    @Test func `a pull request is read conditionally, and its mergeability is computed on request`() async throws {
      try await withStandInForge { forge in
        let raw = Raw(path: "pulls/1")
        let first = try await forge.send(raw)
        #expect(first.text.contains(#""mergeable":null"#))
        let second = try await forge.send(raw)
        #expect(second.text.contains(#""mergeable":true"#))
        let tag = try #require(second.head.headerFields[.eTag])
        #expect(try await forge.send(raw.with("If-None-Match", tag)).head.status == .notModified)
        try await forge.push("half-tested", to: "main")
        #expect(try await forge.send(raw.with("If-None-Match", tag)).text.contains(#""mergeable":null"#))
      }
    }

    @Test func `lists have pages, whose links contain the number of the repository`() async throws {
      try await withStandInForge { forge in
        for number in 1...3 { try await forge.comment("\(number)") }
        let first = try await forge.send(Raw(path: "issues/1/comments?per_page=2"))
        let name = try #require(HTTPField.Name("Link"))
        let link = try #require(first.head.headerFields[name])
        let next = try #require(link.split(separator: ">").first?.dropFirst().dropFirst(forge.url.count))
        #expect(next.hasPrefix("/repositories/"))
        let second = try await forge.send(Raw(path: String(next)))
        #expect(second.text.contains(#""body":"3""#) && !second.text.contains(#""body":"2""#))
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `enforces the rate limit`() async throws {
      try await withStandInForge { forge in
        _ = try await forge.send(Raw(path: "pulls/1"))
        try await forge.limitRequests(to: 1, forSeconds: 600)
        #expect(try await forge.send(Raw(path: "pulls/1")).head.status == .ok)
        let refused = try await forge.send(Raw(path: "pulls/1")).head
        #expect(refused.status == .forbidden)
        let name = try #require(HTTPField.Name("X-RateLimit-Remaining"))
        #expect(refused.headerFields[name] == "0")
      }
    }

    @Test(arguments: [
      (StandInForge.token as String?, "pull/1/head", true), (StandInForge.readOnlyToken, "heads/main", true),
      ("wrong", "heads/main", false), (nil, "heads/main", false),
    ])
    func `git is served only with a valid token`(token: String?, reference: String, isServed: Bool) async throws {
      try await withStandInForge { forge in
        try await withScratchDirectory { folder in
          let credential = token.map { "x-access-token:\($0)@" } ?? ""
          let url = "\(forge.url.replacing("://", with: "://\(credential)"))/acme/shapes.git"
          let clone = try GitFixture(in: folder)
          let fetched = try? clone.git("fetch", "--quiet", "--depth", "1", url, "refs/\(reference)")
          #expect((fetched != nil) == isServed)
          if isServed { #expect(try clone.git("ls-tree", "FETCH_HEAD").contains("Package.swift")) }
        }
      }
    }
  }
}
