// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing
import WorkerProtocol

@testable import ReviewContract
@testable import ReviewHost

struct KeptReviewTests {
  private static let time = Date(timeIntervalSince1970: 1_750_000_000)

  private func id(_ digit: String) throws -> CommitID { try #require(CommitID(String(repeating: digit, count: 40))) }

  private func result(
    _ verdict: Verdict = .passed, runs: [TestRun]? = nil, missing: [Report.MissingResult]? = nil,
    scope: ReviewScope? = nil
  ) throws -> ReviewResult {
    let report = Report(
      tool: "t", repository: Repository(forge: .github, name: "a/b", cloneURL: "/p"),
      pullRequest: .init(number: 1, title: "", author: nil, url: nil, isFromFork: false), head: try id("a"),
      base: try id("b"), mergeBase: try id("b"), configurationHash: "", verdict: verdict, reasons: [],
      stages: [Stage(name: "build", status: .done, milliseconds: 9)],
      runs: runs ?? [TestRun(side: .head, outcome: .passed, toolchain: "t")], coverage: nil,
      findings: [], notes: ["n"], change: ChangeSummary(files: 0, addedLines: 0, removedLines: 0),
      missingResults: missing, scope: scope)
    let snapshot = CoverageSnapshot(
      commit: try id("a"), toolchain: "t", packages: [""], testsPassed: true, files: ["a.swift": [1: .covered]])
    return ReviewResult(report: report, coverage: snapshot)
  }

  private func inputs(
    head: String = "a", title: String = "T", image: String? = nil, environment: [String: String] = [:],
    files: CommittedFiles? = CommittedFiles(digest: "1", documents: ["README.md": "1"]), number: Int = 1,
    configure: (inout ReviewConfiguration) -> Void = { _ in }
  ) throws -> ReviewInputs {
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    configure(&configuration)
    let repository = Repository(forge: .github, name: "a/b", cloneURL: "/p")
    let builds = BuildInputs(
      program: "1", toolchain: "6.3", repository: repository, number: number, files: files, base: try id("b"),
      mergeBase: try id("b"), configuration: configuration, usesOperatorConfiguration: false, sandbox: .bwrap,
      image: image, worker: WorkerOptions(), environment: environment, rewrites: [], measuresProject: true)
    return ReviewInputs(
      builds: builds,
      pullRequest: PullRequest(
        repository: repository, number: number, title: title, author: nil, url: nil, state: .open, isDraft: false,
        head: try id(head), headRef: "refs/pull/1/head", baseBranch: "main", isFromFork: false),
      head: try id(head), notes: [])
  }

  @Test func `a passed review is the answer for the same inputs, with the stages of the run and a note`() async throws {
    try await withScratchDirectory { folder in
      let reviews = KeptReviews(HomeDirectory(path: folder.path), now: { Self.time })
      let result = try result()
      #expect(try reviews.review(of: inputs()) == nil)
      try reviews.keep(result, of: inputs(), at: Self.time)
      let kept = try #require(try reviews.review(of: inputs()))
      let fetch = Stage(name: "fetch", status: .done, milliseconds: 1)
      let shown = kept.shown(stages: [fetch], remedy: "--recheck repeats it")
      #expect(shown.coverage == result.coverage && shown.tests == nil)
      #expect(shown.report.runs == result.report.runs)
      #expect(shown.report.stages.map(\.name) == ["fetch", "kept review"])
      #expect(
        shown.report.notes == [
          "n",
          "the review of 2025-06-15T15:06:40Z had the same commits, configuration, toolchain and program, and is not "
            + "repeated; --recheck repeats it",
        ])
      #expect(StageTimes(shown.report) == nil)
      let other = [
        try inputs(head: "c"), try inputs(title: "Another"), try inputs(image: "swift:6.3"),
        try inputs(environment: ["LANG": "C"]), try inputs { $0.build.affectedOnly.toggle() },
      ]
      #expect(other.allSatisfy { reviews.review(of: $0) == nil })
    }
  }

  @Test func `a review that failed, or that missed something, is repeated`() throws {
    func isKept(_ result: ReviewResult) -> Bool { KeptReview(result, at: Self.time) != nil }
    #expect(isKept(try result()))
    #expect(isKept(try result(runs: [TestRun(side: .head, outcome: .noTests)])))
    #expect(!isKept(try result(.testsFailed, runs: [TestRun(side: .head, outcome: .testsFailed)])))
    // A gate that is informational does not make a failed run one that passed.
    #expect(!isKept(try result(runs: [TestRun(side: .head, outcome: .testsFailed)])))
    #expect(!isKept(try result(.findings)))
    #expect(!isKept(try result(runs: [])))
    #expect(!isKept(try result(missing: [Report.MissingResult(.committedFiles, "unreadable")])))
    let flaky = TestFailure(suite: "S", name: "n", message: "m", path: nil, line: nil)
    #expect(!isKept(try result(runs: [TestRun(side: .head, outcome: .passed, flaky: [flaky])])))
  }

  @Test func `a push is kept by what its builds and tests depend on, unless they depend on documents`() async throws {
    try await withScratchDirectory { folder in
      let reviews = KeptReviews(HomeDirectory(path: folder.path), now: { Self.time })
      func result(_ obstacle: String?) throws -> ReviewResult {
        let result = try self.result()
        return ReviewResult(report: result.report, coverage: result.coverage, documentObstacle: obstacle)
      }
      let changed = CommittedFiles(digest: "1", documents: ["README.md": "2"])
      try reviews.keepPush(try result("the tests opened README.md"), of: inputs(), at: Self.time)
      #expect(try reviews.push(of: inputs(head: "c", files: changed)) == nil)
      try reviews.keepPush(try result(nil), of: inputs(), at: Self.time)
      #expect(try reviews.push(of: inputs(head: "c", files: changed))?.documents == ["README.md": "1"])
      #expect(try reviews.push(of: inputs(head: "c", title: "Another", files: changed)) != nil)
      let more = CommittedFiles(digest: "1", documents: ["README.md": "1", "NEWS.md": "1"])
      let others = [
        // The same commit is reviewed again.
        try inputs(files: changed), try inputs(head: "c", files: CommittedFiles(digest: "2", documents: [:])),
        try inputs(head: "c", files: more), try inputs(head: "c", files: nil),
        try inputs(head: "c", files: changed, number: 2),
        try inputs(head: "c", environment: ["A": "1"], files: changed),
        try inputs(head: "c", files: changed) { $0.build.affectedOnly.toggle() },
      ]
      #expect(others.allSatisfy { reviews.push(of: $0) == nil })
    }
  }

  @Test func `a kept review expires, and a damaged one is missing`() async throws {
    try await withScratchDirectory { folder in
      let home = HomeDirectory(path: folder.path)
      try KeptReviews(home, now: { Self.time }).keep(try result(), of: inputs(), at: Self.time)
      let later = Self.time.addingTimeInterval(8 * 24 * 3600)
      #expect(try KeptReviews(home, now: { later }).review(of: inputs()) == nil)
      #expect(KeptReview(stored: Array("{}".utf8)) == nil)
      var stored = try #require(KeptReview(try result(), at: Self.time)).stored()
      stored.removeLast(40)
      #expect(KeptReview(stored: stored) == nil)
    }
  }
}
