// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import ReviewTesting
import ReviewWorker
import SystemPackage
import TestHistory
import Testing

@testable import ReviewContract
@testable import ReviewHost

struct BaseReviewTests {
  private struct NotExpected: Error {}

  private func id(_ digit: String) throws -> CommitID { try #require(CommitID(String(repeating: digit, count: 40))) }

  private func baseReview(in folder: FilePath, _ choice: BaseCoverage = .run) -> BaseReview {
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    configuration.coverage.base = choice
    let repository = Repository(forge: .local, name: "p", cloneURL: "/p")
    let knowledge = BaseKnowledge(
      results: ResultCache(folder), coverages: CoverageCache(folder),
      history: CoverageHistory(folder, repository: repository, branch: "main"), configuration: configuration,
      tests: TestMemory(
        history: TestHistory(
          folder.appending("tests"), repository: repository, branch: "main", retention: .seconds(86_400)),
        machine: TestMemory.Machine(), now: { Date(timeIntervalSince1970: 7) }),
      flips: FlipMemory(
        folder, repository: repository, branch: "main", retention: .seconds(86_400),
        now: { Date(timeIntervalSince1970: 7) }),
      now: { Date(timeIntervalSince1970: 7) })
    return BaseReview(knowledge: knowledge, configuration: configuration)
  }

  private func workspace(_ root: FilePath = "/w", head: String = "a") throws -> Workspace {
    Workspace(
      root: root, head: try id(head), base: try id("b"), mergeBase: try id("b"), changes: ChangeSet(files: []),
      baseConfiguration: nil, headConfiguration: nil)
  }

  /// - Parameter states: `nil` for a review that measured nothing.
  private func reviewed(
    _ head: String, _ states: [Int: LineState]?, outcome: TestRun.Outcome = .passed, toolchain: String = "t"
  ) throws -> ReviewResult {
    let snapshot = try states.map {
      CoverageSnapshot(
        commit: try id(head), toolchain: toolchain, packages: [""], testsPassed: true, files: ["a.swift": $0])
    }
    let report = Report(
      tool: "t", repository: Repository(forge: .local, name: "p", cloneURL: "/p"),
      pullRequest: .init(number: 1, title: "", author: nil, url: nil, isFromFork: false), head: try id(head),
      base: try id("b"), mergeBase: try id("b"), configurationHash: "", verdict: .passed, reasons: [], stages: [],
      runs: [TestRun(side: .head, outcome: outcome, toolchain: toolchain)],
      coverage: PatchCoverage(
        counts: LineCounts(), partials: .covered, target: "auto", gate: .informational, files: []),
      findings: [], notes: [], change: ChangeSummary(files: 0, addedLines: 0, removedLines: 0))
    return ReviewResult(report: report, coverage: snapshot)
  }

  @Test func `an unknown base is measured once and then read from the cache`() async throws {
    try await withScratchDirectory { folder in
      let change = try reviewed("a", [1: .missed, 2: .covered])
      let base = try reviewed("b", [1: .covered, 2: .covered])
      let first = await baseReview(in: folder.path).compare(change, in: try workspace()) { _ in base }
      #expect(first.coverage?.project?.base == LineCounts(covered: 2))
      #expect(first.coverage?.indirect?.lostLines == 1)
      #expect(first.notes == [])
      let second = await baseReview(in: folder.path).compare(change, in: try workspace()) { _ in throw NotExpected() }
      #expect(second == first)
      let cached = await baseReview(in: folder.path, .cached).compare(change, in: try workspace()) { _ in
        throw NotExpected()
      }
      #expect(cached == first)
    }
  }

  @Test func `a line that flipped between two measurements of the base is not an indirect change`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("checkout/a.swift", "a\nb\nc\n")
      let checkout = folder.path.appending("checkout")
      let review = baseReview(in: folder.path, .cached)
      let change = try reviewed("a", [1: .missed, 2: .missed, 3: .covered])
      func compared() async throws -> PatchCoverage {
        let report = await review.compare(change, in: try workspace(checkout)) { _ in throw NotExpected() }
        return try #require(report.coverage)
      }
      // The reviews of pushes of the base.
      for state in [LineState.missed, .covered] {
        let base = try reviewed("b", [1: .covered, 2: state, 3: .covered])
        let pushed = try workspace(checkout, head: "b")
        if state == .covered {
          #expect(try await compared().indirect?.lostLines == 1)
          #expect(review.knowledge.rememberFlips(of: base, in: pushed) == [])
        }
        _ = await review.compare(base, in: pushed) { _ in throw NotExpected() }
      }
      let coverage = try await compared()
      #expect(coverage.indirect == IndirectChanges([.init(path: "a.swift", lines: [1...1], kind: .lost)]))
      #expect(coverage.project?.adjustedBase == LineCounts(covered: 2, missed: 1))
      #expect(
        coverage.notes == [
          "1 line whose coverage differs between runs of the same commit was not compared: a.swift:2"
        ])
    }
  }

  @Test func `an unknown base is not measured unless the configuration requests it`() async throws {
    try await withScratchDirectory { folder in
      let change = try reviewed("a", [1: .missed])
      let report = await baseReview(in: folder.path, .cached).compare(change, in: try workspace()) { _ in
        throw NotExpected()
      }
      #expect(report.notes == [] && report.coverage?.project == nil)
    }
  }

  @Test func `a base that does not build is built only once`() async throws {
    try await withScratchDirectory { folder in
      let change = try reviewed("a", [1: .missed])
      let broken = try reviewed("b", nil, outcome: .buildFailed)
      for expected in [broken, nil] {
        let report = await baseReview(in: folder.path).compare(change, in: try workspace()) { _ in
          guard let expected else { throw NotExpected() }
          return expected
        }
        #expect(report.notes == [] && report.coverage?.project == nil)
      }
    }
  }

  @Test func `a note says why the base was not compared`() async throws {
    try await withScratchDirectory { folder in
      let moved = try reviewed("c", [1: .covered])
      let change = try reviewed("a", [1: .missed])
      let report = await baseReview(in: folder.path).compare(change, in: try workspace()) { _ in moved }
      #expect(report.notes == ["the base moved to cccccccccc during the review and was not compared"])
      let failed = await baseReview(in: folder.path).compare(change, in: try workspace()) { _ in throw NotExpected() }
      #expect(failed.notes == ["cannot test the base: unknown error (NotExpected)"])

      let other = try reviewed("b", [1: .covered], toolchain: "u")
      let kept = await baseReview(in: folder.path).compare(other, in: try workspace()) { _ in throw NotExpected() }
      #expect(kept == other.report, "the review of the base itself")
      let compared = await baseReview(in: folder.path, .cached).compare(change, in: try workspace()) { _ in
        throw NotExpected()
      }
      #expect(
        compared.notes == [
          "the coverage of the base was measured with another compiler and was not compared"
        ])
    }
  }
}
