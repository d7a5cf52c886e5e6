// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// The statements of our comment about the previous review and the one that is running.
struct CommentMemoryTests {
  private func commit(_ digit: String) throws -> CommitID {
    try #require(CommitID(String(repeating: digit, count: 40)))
  }

  private func memory(_ commit: CommitID, _ findings: Range<Int>) throws -> ReviewMemory {
    let names = findings.map { Fingerprint.name(of: "\($0)", digits: 8) }.sorted().joined(separator: ".")
    return try #require(ReviewMemory(line: "<!-- reviewbot:state \(commit.hex):\(names) -->"))
  }

  private func review(_ digit: String, _ findings: Range<Int>) throws -> Publication {
    let commit = try commit(digit)
    var publication = try samplePublication("## reviewbot: passed\n\nText of \(digit).", commit: commit)
    publication.memory = try memory(commit, findings)
    return publication
  }

  private func progress(_ digit: String, _ state: Publication.State) throws -> Publication {
    var publication = Publication(
      pullRequest: 7, commit: try commit(digit), marker: try #require(CommentMarker(name: "reviewbot")), state: state,
      summary: "…")
    publication.notesProgress = true
    return publication
  }

  private func publish(_ publication: Publication, to conversation: Conversation) async throws -> [String] {
    try await publisher(settings(conversation.transport), clock: InstantClock()).publish(publication, isDryRun: false)
      .outline
  }

  @Test func `the comment counts the findings fixed and new since the previous review`() async throws {
    let conversation = Conversation()
    _ = try await publish(try review("a", 0..<5), to: conversation)
    #expect(!conversation.bodies.joined().contains("Since"))
    _ = try await publish(try review("b", 2..<6), to: conversation)
    let body = try #require(conversation.bodies.first)
    #expect(
      body.contains(
        """
        ## reviewbot: passed

        Since the review of `aaaaaaaaaa`: 2 of 5 findings fixed, 1 new.

        Text of b.
        """))
    #expect(try await publish(try review("b", 2..<6), to: conversation).first == "unchanged comment")
    #expect(conversation.bodies == [body])
  }

  @Test func `a comment without a review keeps the state of the previous review`() async throws {
    let conversation = Conversation()
    _ = try await publish(try review("a", 0..<5), to: conversation)
    _ = try await publish(try samplePublication("### Could not be reviewed", commit: commit("b")), to: conversation)
    _ = try await publish(try review("c", 0..<4), to: conversation)
    #expect(conversation.bodies.first?.contains("`aaaaaaaaaa`: 1 of 5 findings fixed, none new.") == true)
  }

  @Test func `the comment has a notice while a newer commit is being reviewed`() async throws {
    let conversation = Conversation()
    _ = try await publish(try review("a", 0..<5), to: conversation)
    let before = conversation.bodies
    _ = try await publish(try progress("a", .pending), to: conversation)
    #expect(conversation.bodies == before, "the comment shows that commit")
    _ = try await publish(try progress("b", .pending), to: conversation)
    let notice = "**`bbbbbbbbbb` is being reviewed; below is an earlier result.**\n\n## reviewbot: passed"
    #expect(conversation.bodies.first?.contains(notice) == true)
    _ = try await publish(try progress("b", .pending), to: conversation)
    #expect(conversation.bodies.first?.components(separatedBy: "is being reviewed").count == 2)
    _ = try await publish(try progress("c", .error), to: conversation)
    #expect(conversation.bodies.first?.contains(notice) == true, "that was another commit")
    _ = try await publish(try progress("b", .error), to: conversation)
    #expect(conversation.bodies == before)
    _ = try await publish(try progress("b", .pending), to: conversation)
    _ = try await publish(try review("b", 0..<1), to: conversation)
    #expect(conversation.bodies.first?.contains("is being reviewed") == false)
    #expect(conversation.bodies.first?.contains("4 of 5 findings fixed") == true)
  }

  @Test func `the review state in another user's comment is ignored`() async throws {
    let forged = Conversation.Comment(
      id: 2, author: "mallory", authorID: 666,
      body: "<!-- reviewbot:v1 id=reviewbot -->\n\(try memory(commit("a"), 0..<5).line)\nAll fixed.")
    let conversation = Conversation([forged])
    _ = try await publish(try progress("b", .pending), to: conversation)
    _ = try await publish(try review("b", 0..<1), to: conversation)
    #expect(conversation.bodies.first == forged.body)
    #expect(conversation.bodies.count == 2)
    #expect(!conversation.bodies.joined().contains("Since"))
  }

  @Test func `a failure to write the notice does not fail the status`() async throws {
    let conversation = Conversation()
    _ = try await publish(try review("a", 0..<5), to: conversation)
    conversation.state.withLock { state in
      state.troubles = ["PATCH comments": [nil, 500, 403]]
    }
    #expect(try await publish(try progress("b", .pending), to: conversation).contains("created status"))
  }

  @Test func `the status links to the comment, or to the CI job if there is no comment`() async throws {
    let conversation = Conversation { $0.hasPages = true }
    let page = "https://github.com/acme/shapes/pull/7#issuecomment-5000000000"
    let job = "https://github.com/acme/shapes/actions/runs/5"
    var pending = try progress("a", .pending)
    pending.jobPage = job
    _ = try await publish(pending, to: conversation)
    var review = try review("a", 0..<1)
    review.jobPage = job
    _ = try await publish(review, to: conversation)
    #expect(conversation.statuses.map { $0["target_url"] } == [page, job])
    #expect(try await publish(review, to: conversation) == ["unchanged comment", "unchanged status"])
  }

  @Test(arguments: [
    "javascript:alert(1)", "https://a b", "https://host/\u{202e}", "https://" + String(repeating: "x", count: 600), "",
  ])
  func `an invalid or unsafe URL is not used as a link`(text: String) {
    #expect(PageLink.checked(text) == nil)
  }
}
