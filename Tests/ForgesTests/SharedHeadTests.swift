// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import Forges

/// The verdict that a commit shows when several pull requests have it as their head.
struct SharedHeadTests {
  private func shown(_ text: String, _ outcome: ShownResult.Outcome, isOurs: Bool = true) -> ShownResult {
    ShownResult(text: StatusText(text), outcome: outcome, isOurs: isOurs, link: nil)
  }

  /// The description of the status of pull request 7 into `main`, with its state; `left` if none is written.
  private func decide(
    _ state: Publication.State, _ shown: [ShownResult], _ pullRequests: [PullRequest]
  ) async throws -> String {
    var publication = try samplePublication(state: state)
    publication.base = "main"
    let head = SharedHead(source: KnownPullRequests(pullRequests: pullRequests), commit: publication.commit)
    switch try await head.decision(for: publication, link: nil, HeadResults(shown)) {
    case .leave(let failure): return "left: \(failure.named)"
    case .show(let verdict): return "\(verdict.state.rawValue): \(verdict.description(atMost: 140))"
    }
  }

  private static let failure = "#9 into release: 2 tests failed"
  private static let kept = "failure: #9 into release, while #7 into main passed: 2 tests failed"

  @Test func `a pass and a pending status do not replace the failure of another open pull request`() async throws {
    let twin = [PullRequest.sample(9, head: try sampleCommit(), into: "release")]
    let failed = [shown(Self.failure, .failed)]
    #expect(try await decide(.success, failed, twin) == Self.kept)
    #expect(try await decide(.pending, failed, twin) == "left: #9 into release failed")
    #expect(try await decide(.failure, failed, twin) == "failure: #7 into main (#9 into release failed): passed")
    let fork = [PullRequest.sample(9, head: try sampleCommit(), into: "release", isFromFork: true)]
    #expect(try await decide(.success, failed, fork) == Self.kept)
  }

  @Test func `a failure stands until it is closed, retargeted, pushed to or reviewed again`() async throws {
    let (head, other) = (try sampleCommit(), try #require(CommitID(String(repeating: "b2", count: 20))))
    let failed = [shown(Self.failure, .failed)]
    let passed = "success: #7 into main: passed"
    for ended in [
      PullRequest.sample(9, head: head, into: "release", state: .closed),
      .sample(9, head: head, into: "release", state: .merged), .sample(9, head: head, into: "main"),
      .sample(9, head: head, into: "release-renamed"), .sample(9, head: other, into: "release"),
    ] {
      #expect(try await decide(.success, failed, [ended]) == passed)
    }
    #expect(try await decide(.success, failed, []) == passed)
    let open = [PullRequest.sample(9, head: head, into: "release")]
    #expect(
      try await decide(.success, [shown("#9 into release: passed", .passed)] + failed, open)
        == "success: #7 into main (#9 into release passed): passed")
    // A review in progress is not a result.
    #expect(try await decide(.success, [shown("#9 into release: reviewing", .pending)] + failed, open) == Self.kept)
  }

  @Test func `a pull request's own failure is replaced by its own pass`() async throws {
    let own = [PullRequest.sample(7, head: try sampleCommit())]
    for base in ["main", "old"] {
      let failed = [shown("#7 into \(base): failed", .failed)]
      #expect(try await decide(.success, failed, own) == "success: #7 into main: passed")
    }
  }

  @Test func `a failure stands behind newer statuses of others`() async throws {
    let open = [
      PullRequest.sample(9, head: try sampleCommit(), into: "release"), .sample(8, head: try sampleCommit()),
    ]
    let history = [
      shown("#7 into main: passed", .passed), shown("#8 into main (#9 into release passed): passed", .passed),
      shown("#7 into main: reviewing", .pending), shown(Self.failure, .failed),
    ]
    // A copy in a newer status does not hide what the pull request showed itself.
    #expect(
      try await decide(.success, history, open)
        == "failure: #9 into release, while #7 into main passed (#8 into main passed): 2 tests failed")
    // A forge that returns the latest status only: it names the failure.
    let latest = [shown("#8 into main (#9 into release failed): 1 test failed", .failed)]
    #expect(
      try await decide(.success, latest, [open[0]])
        == "failure: #9 into release, while #7 into main passed: failed")
  }

  @Test func `the pass of another account counts for nothing, its failure does`() async throws {
    let open = [PullRequest.sample(9, head: try sampleCommit(), into: "release")]
    let forged = [shown("#9 into release: passed", .passed, isOurs: false), shown(Self.failure, .failed)]
    #expect(try await decide(.success, forged, open) == Self.kept)
    let foreign = [shown("#9 into release: <b>text</b>", .failed, isOurs: false)]
    #expect(
      try await decide(.success, foreign, open) == "failure: #9 into release, while #7 into main passed: failed")
  }

  @Test func `a failure that names no pull request holds nothing back`() async throws {
    #expect(try await decide(.success, [shown("tests failed", .failed)], []) == "success: #7 into main: passed")
  }

  @Test func `no pass is written if the other pull request cannot be read`() async throws {
    var publication = try samplePublication()
    publication.base = "main"
    let error = ForgeError(.unavailable, "cannot read pull request #9")
    let head = SharedHead(source: KnownPullRequests(error: error), commit: publication.commit)
    let results = HeadResults([shown(Self.failure, .failed)])
    await #expect(throws: error) { _ = try await head.decision(for: publication, link: nil, results) }
    // A failure blocks in any case, and needs no answer.
    var failed = try samplePublication(state: .failure)
    failed.base = "main"
    guard case .show = try await head.decision(for: failed, link: nil, results) else {
      Issue.record("the failure was not shown")
      return
    }
  }

  @Test(arguments: [403, 404])
  func `a token that cannot read the statuses writes no pass`(status: Int) async throws {
    let conversation = Conversation { $0.troubles = ["GET statuses": Array(repeating: status, count: 9)] }
    let publisher = try publisher(settings(conversation.transport))
    let passed = try await publisher.publish(try samplePublication(), isDryRun: false)
    #expect(passed.outline == ["created comment", "refused status"])
    #expect(conversation.statuses == [])
    let failed = try await publisher.publish(try samplePublication(state: .failure), isDryRun: false)
    #expect(failed.outline == ["unchanged comment", "created status"])
  }
}
