// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

@testable import many_machines

/// Tests that duplicate and unfinished statuses and comments are found.
struct ShownStateTests {
  private static let subject = Traffic.Subject(
    forge: 0, pull: ForgeStandIn.Pull(repository: "acme/r0", number: 1, commits: ["aaaaaaaa"]), isAnnounced: true)

  private static func state(
    statuses: [String] = ["pending", "success"], comments: [[String]] = [["about aaaaaaaa"]]
  ) throws -> ShownState {
    let shown = statuses.map { ["sha": "aaaaaaaa", "state": $0, "context": "reviewbot"] }
    let written = comments.enumerated().map { index, texts -> [String: Any] in
      [
        "id": index, "number": 1, "user": "bot-user", "body": texts.last ?? "", "history": Array(texts.dropLast()),
      ]
    }
    let pull: [String: Any] = [
      "number": 1, "state": "open", "merged": false, "draft": false, "user": "ada", "headRef": "b",
      "headSha": "aaaaaaaa", "headRepo": "acme/r0", "baseRef": "main", "baseSha": "b",
    ]
    let repository: [String: Any] = [
      "pulls": ["1": pull], "comments": written, "statuses": shown, "checkRuns": [String](),
    ]
    let json: [String: Any] = ["repos": ["acme/r0": repository], "pendingHooks": 0]
    let data = try JSONSerialization.data(withJSONObject: json)
    return ShownState(forges: [("github", try JSONDecoder().decode(StandInState.self, from: data))])
  }

  @Test func `one comment and one final status are no violation`() throws {
    let state = try Self.state()
    #expect(state.violations == [])
    #expect(state.missing([Self.subject]) == [])
    #expect(state.pendingCommits == 0)
  }

  @Test(arguments: [
    (["pending", "success", "success"], "pending, success, success: a second final status"),
    (["pending", "pending", "success"], "pending, pending, success: a second pending status"),
    (["success", "pending"], "success, pending: pending after the final status"),
    (["pending"], "pending: no final status"),
  ])
  func `a missing, duplicate or late status is a violation`(statuses: [String], problem: String) throws {
    #expect(try Self.state(statuses: statuses).violations == ["github:acme/r0 at aaaaaaa: \(problem)"])
  }

  @Test func `a second comment, and the same text written twice, are violations`() throws {
    let two = try Self.state(comments: [["about aaaaaaaa"], ["about aaaaaaaa"]])
    #expect(two.violations == ["github:acme/r0#1 has 2 comments"])
    let twice = try Self.state(comments: [["about b", "about aaaaaaaa", "about aaaaaaaa"]])
    #expect(twice.violations == ["github:acme/r0#1: the same comment was written twice"])
  }

  @Test func `a missing or wrong result of a pull request is reported`() throws {
    let place = "github:acme/r0#1 at aaaaaaa"
    #expect(try Self.state(statuses: []).missing([Self.subject]) == ["\(place): the status is missing"])
    #expect(
      try Self.state(statuses: ["pending", "error"]).missing([Self.subject]) == ["\(place): the status is error"])
    #expect(try Self.state(comments: []).missing([Self.subject]) == ["\(place): no comment"])
    #expect(
      try Self.state(comments: [["about b"]]).missing([Self.subject])
        == ["\(place): the comment is about another commit"])
  }
}
