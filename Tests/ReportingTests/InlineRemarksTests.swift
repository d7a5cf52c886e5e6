// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import Testing

@testable import Reporting
@testable import ReviewContract

struct InlineRemarksTests {
  private static let path = "Sources/A.swift"

  private func choice(_ place: InlineChoice.Place, limit: Int = 100) -> InlineChoice {
    var choice = InlineChoice()
    (choice.findings, choice.coverage, choice.tests, choice.compiler) = (place, place, place, place)
    choice.limit = limit
    return choice
  }

  private func finding(
    _ line: Int, _ severity: Severity = .warning, rule: String = "todo", message: String = "text",
    suggestion: Suggestion? = nil
  ) -> Finding {
    Finding(
      rule: rule, severity: severity, path: Self.path, range: SourceRange(line: line, column: 2), message: message,
      fingerprint: "\(rule)\(line)", isInChange: true, suggestion: suggestion)
  }

  private func report(
    findings: [Finding] = [], failures: [TestFailure] = [], missed: LineSet = [], added: LineSet = [1...100],
    outcome: TestRun.Outcome = .passed
  ) throws -> Report {
    let commit = try #require(CommitID(String(repeating: "a", count: 40)))
    let counts = LineCounts(covered: 1, partial: 0, missed: missed.count)
    let coverage = PatchCoverage(
      counts: counts, partials: .covered, target: "auto", gate: .informational,
      files: [PatchCoverage.File(path: Self.path, counts: counts, missedLines: missed, partialLines: [])])
    let hunks = added.ranges.map { Hunk(oldStart: 0, oldCount: 0, newStart: $0.lowerBound, newCount: $0.count) }
    return Report(
      tool: "t", repository: Repository(forge: .github, name: "acme/shapes", cloneURL: ""),
      pullRequest: .init(number: 7, title: "", author: nil, url: nil, isFromFork: false), head: commit, base: commit,
      mergeBase: commit, configurationHash: "", verdict: .passed, reasons: [], stages: [],
      runs: [
        TestRun(
          side: .head, outcome: outcome, tests: TestCounts(passed: 1), failures: failures,
          diagnostics: [
            BuildDiagnostic(severity: .error, path: Self.path, line: 4, column: 1, message: "cannot find 'x'")
          ])
      ], coverage: coverage, findings: findings, notes: [],
      change: ChangeSummary(files: 1, addedLines: 1, removedLines: 0)
    ).adding(linesOf: ChangeSet(files: [ChangedFile(path: Self.path, status: .modified, hunks: hunks)]))
  }

  private static let failure = TestFailure(
    suite: "S", name: "t()", message: "no", path: "Tests/T.swift", line: 9, failsOnBase: false)

  @Test func `a finding about the pull request itself has no annotation`() throws {
    let about = Finding(
      rule: "pull_request.title", severity: .error, path: "", range: SourceRange(line: 1, column: 1), message: "text",
      isInChange: true)
    let all = InlineRemarks(try report(findings: [about, finding(2)]), choice(.annotations))
    #expect(!all.annotations.contains { $0.path.isEmpty } && all.annotations.contains { $0.title == "todo" })
  }

  @Test func `annotations are sorted by importance and limited in number`() throws {
    let report = try report(
      findings: [finding(1, .note), finding(2), finding(3, .error)], failures: [Self.failure], missed: [5...6, 9...20])
    let all = InlineRemarks(report, choice(.annotations))
    #expect(
      all.annotations.map { "\($0.title) \($0.range.startLine)-\($0.range.endLine)" } == [
        "compiler_error 4-4", "test failed 9-9", "todo 3-3", "todo 2-2", "not covered 9-20", "not covered 5-6",
        "todo 1-1",
      ])
    #expect(all.annotations[4].message == "no test runs 12 changed lines")
    #expect(all.review == nil)
    #expect(InlineRemarks(report, choice(.annotations, limit: 2)).annotations == Array(all.annotations.prefix(2)))
  }

  @Test func `no remarks are made when all kinds are off`() throws {
    let remarks = InlineRemarks(
      try report(findings: [finding(1)], failures: [Self.failure], missed: [5...6]), choice(.off))
    #expect(remarks.annotations == [] && remarks.review == nil)
  }

  @Test func `remarks on changed lines are review comments, and others are annotations`() throws {
    let report = try report(
      findings: [finding(1), finding(50)], failures: [Self.failure], missed: [2...3, 9...9], added: [1...20])
    let remarks = InlineRemarks(report, choice(.review)) { $0 == "todo" ? "https://rules.example/todo" : nil }
    #expect(remarks.annotations.map(\.title) == ["test failed", "todo"], "they are not at lines of the change")
    let review = try #require(remarks.review)
    #expect(review.remarks.map(\.lines) == [4...4, 1...1, 2...2])
    #expect(
      review.remarks.map(\.text) == [
        "**error**: cannot find 'x' (`compiler_error`)", "**warning**: text ([`todo`](https://rules.example/todo))",
        "**warning**: no test runs 3 changed lines of this file: 2-3, 9 (`not covered`)",
      ])
    #expect(review.present.count == 5, "what is not shown is still there")
    #expect(review.settled == ["f", "c", "t", "d"])
  }

  @Test func `only findings can count as fixed when the build failed`() throws {
    let broken = InlineRemarks(try report(outcome: .buildFailed), choice(.review))
    #expect(broken.review?.settled == ["f"])
  }

  @Test func `a suggestion is offered only if it is short, visible and within one changed range`() throws {
    func replacement(_ suggestion: Suggestion) throws -> String? {
      let report = try report(findings: [finding(5, .error, suggestion: suggestion)], added: [3...6, 8...9])
      return try #require(InlineRemarks(report, choice(.review)).review?.remarks.first { $0.mark.hasPrefix("f") })
        .replacement
    }
    #expect(try replacement(Suggestion(startLine: 4, endLine: 6, replacement: "a\n\tb")) == "a\n\tb")
    #expect(try replacement(Suggestion(startLine: 5, endLine: 8, replacement: "a")) == nil, "two hunks")
    #expect(try replacement(Suggestion(startLine: 2, endLine: 5, replacement: "a")) == nil, "outside of the change")
    #expect(try replacement(Suggestion(startLine: 5, endLine: 4, replacement: "a")) == nil)
    #expect(try replacement(Suggestion(startLine: 5, endLine: 5, replacement: "a\u{202e}b")) == nil, "not what is seen")
    #expect(
      try replacement(Suggestion(startLine: 5, endLine: 5, replacement: String(repeating: "a", count: 5_000))) == nil)
  }

  @Test func `of many repeats of a rule in a file, three are shown, and the last says where the others are`() throws {
    let all = [3, 5, 9, 9, 12].map { finding($0) } + [finding(7, .error), finding(8, rule: "other")]
    for place in [InlineChoice.Place.annotations, .review] {
      let remarks = InlineRemarks(try report(findings: all), choice(place))
      let lines =
        place == .review
        ? remarks.review?.remarks.map { "\($0.lines.lowerBound) \($0.text)" } ?? []
        : remarks.annotations.map { "\($0.range.startLine) \($0.message)" }
      let about = lines.filter { $0.contains("text") }.map { $0.replacing(#/\*\*.*?: | \(`.*/#, with: "") }
      #expect(about == ["7 text", "3 text", "5 text; 3 more places in this file: lines 9, 12", "8 text"])
      if place == .review { #expect(remarks.review?.present.count == 7, "what is not shown is still there") }
    }
  }

  @Test func `of a rule with many findings, ten are shown, and the last says how many are in other files`() {
    let findings = (0..<40).map { index in
      Finding(
        rule: "todo", severity: .warning, path: "\(index / 2)", range: SourceRange(line: index, column: 1),
        message: "text", isInChange: true)
    }
    let repeats = RepeatedFindings(findings)
    #expect(repeats.hidden == Set(10..<40))
    #expect(repeats.remarks == [9: "30 more places in other files"])
    let compilers = (0..<40).map { index in
      Finding(
        rule: Finding.compilerWarning, severity: .warning, path: "a", range: SourceRange(line: index, column: 1),
        message: "text", isInChange: true)
    }
    #expect(RepeatedFindings(compilers).hidden == [])
  }

  @Test func `a mark is reproducible, and malformed marks are rejected`() throws {
    let mark = LineReview.mark("f", "--> \u{202e}")
    #expect(mark == LineReview.mark("f", "--> \u{202e}"))
    #expect(LineReview.isMark(mark))
    for text in ["", "f", "F0123456789abcdef", "f0123456789abcdeg", "f0123456789abcdef0"] {
      #expect(!LineReview.isMark(text))
    }
  }

  @Test func `messages from a pull request do not become markup`() throws {
    let hostile = "@octocat ![](https://evil.example/x) <b> ```suggestion\n/close"
    let review = try #require(
      InlineRemarks(try report(findings: [finding(1, rule: hostile, message: hostile)]), choice(.review)).review)
    let text = try #require(review.remarks.first { $0.mark.hasPrefix("f") }).text
    #expect(text.components(separatedBy: "\n").count == 1)
    #expect(text.hasPrefix("**warning**: ````@octocat"))
  }
}
