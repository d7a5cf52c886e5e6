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

struct BaseKnowledgeTests {
  private func id(_ digit: String) throws -> CommitID { try #require(CommitID(String(repeating: digit, count: 40))) }

  private func knowledge(
    in folder: FilePath, _ change: (inout ReviewConfiguration) -> Void = { _ in }
  ) -> BaseKnowledge {
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    change(&configuration)
    let repository = Repository(forge: .local, name: "p", cloneURL: "/p")
    return BaseKnowledge(
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
  }

  private func workspace(head: String = "a", base: String = "b", mergeBase: String = "c") throws -> Workspace {
    Workspace(
      root: "/w", head: try id(head), base: try id(base), mergeBase: try id(mergeBase), changes: ChangeSet(files: []),
      baseConfiguration: nil, headConfiguration: nil)
  }

  private func reviewed(
    _ digit: String, _ states: [Int: LineState], testsPassed: Bool = true
  ) throws -> ReviewResult {
    let snapshot = CoverageSnapshot(
      commit: try id(digit), toolchain: "t", packages: [""], testsPassed: testsPassed, files: ["a.swift": states])
    let report = Report(
      tool: "t", repository: Repository(forge: .local, name: "p", cloneURL: "/p"),
      pullRequest: .init(number: 1, title: "", author: nil, url: nil, isFromFork: false), head: try id(digit),
      base: try id(digit), mergeBase: try id(digit), configurationHash: "", verdict: .passed, reasons: [], stages: [],
      runs: [], coverage: nil, findings: [], notes: [],
      change: ChangeSummary(files: 0, addedLines: 0, removedLines: 0))
    return ReviewResult(report: report, coverage: snapshot)
  }

  @Test func `the whole project is measured unless the base's coverage is off and no goal is set`() async throws {
    try await withScratchDirectory { folder in
      #expect(knowledge(in: folder.path).wantsProject)
      #expect(!knowledge(in: folder.path) { $0.coverage.base = .off }.wantsProject)
      let goal = CoverageGoal(target: .percent(try #require(PercentTarget("80"))))
      #expect(knowledge(in: folder.path) { ($0.coverage.base, $0.coverage.project) = (.off, goal) }.wantsProject)
    }
  }

  @Test func `kept coverage is reused unless a setting changes what is measured`() async throws {
    try await withScratchDirectory { folder in
      let kept = try reviewed("c", [1: .covered])
      #expect(knowledge(in: folder.path).keep(kept, beside: kept.report) == kept.report)
      let target = CoverageTarget.percent(try #require(PercentTarget("80")))
      let other = knowledge(in: folder.path) { configuration in
        configuration.coverage.goal.target = target
        configuration.coverage.partials = .missed
        configuration.build.affectedOnly = true
      }
      #expect(other.coverage(for: try workspace()).count == 1)
      let glob = try #require(Glob("Sources/Generated"))
      #expect(knowledge(in: folder.path) { $0.coverage.excluded = [glob] }.coverage(for: try workspace()) == [])
      #expect(
        knowledge(in: folder.path) { $0.coverage.classification.excludesUnreachable = false }.coverage(
          for: try workspace()) == [])
    }
  }

  @Test func `coverage of the merge base is listed before that of the base's tip`() async throws {
    try await withScratchDirectory { folder in
      let knowledge = knowledge(in: folder.path)
      for digit in ["b", "c"] {
        let kept = try reviewed(digit, [1: .covered])
        #expect(knowledge.keep(kept, beside: kept.report) == kept.report)
      }
      #expect(knowledge.coverage(for: try workspace()).map(\.commit) == [try id("c"), try id("b")])
      #expect(knowledge.history.entries.count == 2)
    }
  }

  @Test func `coverage of failed tests does not replace coverage of passed tests`() async throws {
    try await withScratchDirectory { folder in
      let knowledge = knowledge(in: folder.path)
      let reviews = [
        try reviewed("c", [1: .missed, 2: .missed], testsPassed: false), try reviewed("c", [1: .covered, 2: .missed]),
        try reviewed("c", [1: .missed], testsPassed: false),
      ]
      for review in reviews { #expect(knowledge.keep(review, beside: review.report) == review.report) }
      #expect(knowledge.coverage(for: try workspace()) == [reviews[1].coverage])
      #expect(knowledge.history.entries.map(\.project) == [LineCounts(covered: 1, missed: 1)])
    }
  }

  @Test func `a cache that cannot be written adds a note to the report`() async throws {
    try await withScratchDirectory { folder in
      let review = try reviewed("c", [1: .covered])
      let file = try folder.write("file", "")
      let report = knowledge(in: file).keep(review, beside: review.report)
      #expect(report.notes.count == 1)
      #expect(report.notes.first?.hasPrefix("cannot cache the result of the base: ") == true)
    }
  }
}
