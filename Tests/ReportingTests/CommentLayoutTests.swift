// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTMLTemplates
import ReviewContract
import Testing

@testable import Reporting

struct CommentLayoutTests {
  private func settings(
    _ choice: CommentChoice = CommentChoice(), budget: Int = CommentSettings.defaultBudget
  ) throws -> CommentSettings {
    CommentSettings(marker: try #require(CommentMarker(name: "reviewbot")), choice: choice, budget: budget)
  }

  @Test(arguments: [1_500, 3_000, 10_000, 60_000, 1_000_000])
  func `a comment is never longer than its budget`(budget: Int) throws {
    let report = try SampleReport.full(
      path: String(repeating: "日", count: 200), message: String(repeating: "\u{202e}", count: 200), findings: 2_000,
      failures: 2_000)
    let comment = try MarkdownRenderer(settings: settings(budget: budget)).render(report)
    #expect(comment.utf16.count <= min(budget, CommentSettings.forgeLimit))
    #expect(
      comment.components(separatedBy: "<details>").count == comment.components(separatedBy: "</details>").count)
    #expect(comment.contains("<sub>"), "the end is there")
    #expect(comment.contains(" more"), "says that something is left out")
    #expect(comment.utf16.count > budget / 3 || budget > CommentSettings.forgeLimit, "uses the room")
  }

  @Test func `the first findings of a rule are listed, errors first, and the others are counted`() throws {
    let comment = try MarkdownRenderer(settings: settings()).render(SampleReport.full(findings: 39))
    #expect(comment.components(separatedBy: " error: ").count == 14, "three open, and ten among all findings")
    #expect(comment.contains("- `force_unwrapping` in 10 more places\n"))
    #expect(comment.contains("<summary>13 errors, 13 warnings, 13 notes · "))
    #expect(comment.contains("- `force_unwrapping` in 29 more places\n"))
  }

  @Test func `the chosen sections are shown in their order`() throws {
    var choice = CommentChoice()
    choice.sections = [.notes, .findings]
    choice.details = .open
    let comment = try MarkdownRenderer(settings: settings(choice)).render(SampleReport.full())
    let titles = comment.matches(of: /<details open><summary>([^<]*)/).map { String($0.output.1) }
    let suppressed =
      "2 errors, 1 warning suppressed by this change; 1 new exclusion from the coverage; 1 entry added to the baseline"
    #expect(titles == ["2 notes", "1 error, 1 warning, 1 note · \(suppressed)"])
    #expect(!comment.contains("<details>"))
  }

  @Test func `suppressions are a reason to comment, and are counted in the status`() throws {
    let finding = Finding(
      rule: "r", severity: .error, path: "a.swift", range: SourceRange(line: 1, column: 1), message: "m")
    let report = try SampleReport.passed(
      suppressions: ChangeSuppressions([.finding(finding, comment: 1, isCommentOfBase: false)], .list))
    #expect(report.wantsComment(.problems))
    #expect(SummaryRenderer().render(report).hasSuffix(" · 1 error suppressed by this change"))
  }

  @Test func `the choice of when to comment applies to passed and failed reports`() throws {
    let (passed, failed) = (try SampleReport.passed(), try SampleReport.full())
    #expect(CommentChoice.When.allCases.map(passed.wantsComment) == [true, false, false, false])
    #expect(CommentChoice.When.allCases.map(failed.wantsComment) == [true, true, true, false])
  }

  @Test func `changed coverage is no problem, but a change to comment on`() throws {
    let counts = LineCounts(covered: 9, missed: 1)
    var coverage = PatchCoverage(counts: counts, partials: .covered, target: "auto", gate: .informational, files: [])
    coverage.project = ProjectCoverage(counts: counts, base: counts, adjustedBase: counts)
    let same = coverage
    var missed = coverage
    missed.files = [PatchCoverage.File(path: "a.swift", counts: counts, missedLines: [3...3], partialLines: [])]
    var indirect = coverage
    indirect.indirect = IndirectChanges([.init(path: "b.swift", lines: [7...7], kind: .gained)])
    var project = coverage
    project.project = ProjectCoverage(
      counts: counts, base: counts, adjustedBase: LineCounts(covered: 10, missed: 1))
    func wanted(_ coverage: PatchCoverage) throws -> [Bool] {
      CommentChoice.When.allCases.map(try SampleReport.passed(coverage: coverage).wantsComment)
    }
    #expect(try wanted(same) == [true, false, false, false])
    for changed in [missed, indirect, project] { #expect(try wanted(changed) == [true, false, true, false]) }
  }

  @Test func `findings outside the change are counted but not listed`() throws {
    let comment = try MarkdownRenderer(settings: settings()).render(SampleReport.full())
    #expect(!comment.contains("line_length"))
    #expect(comment.contains(" on changed lines (1 more in the same files, not counted)"))
  }

  @Test func `a long log is cut at its beginning`() throws {
    let lines = (1...100).map { "line \($0)" }
    let section = CommentSection.log(.output, "Log", share: 100, lines)
    let made = try #require(section.made(within: 200))
    #expect(made.size <= 200)
    #expect(made.text.hasSuffix("line 100\n```\n\n</details>\n"))
    #expect(made.text.contains(" earlier lines omitted:"))
  }

  @Test func `space that one section does not need goes to the others`() {
    let long = CommentSection(group: .tests, summary: "Long", items: (0..<100).map { "item \($0)" }, share: 10)
    let short = CommentSection(group: .notes, summary: "Short", items: ["one"], share: 90)
    let made = CommentLayout.fit([long, short], into: 1_000)
    #expect(made.count == 2)
    #expect(made[0].size > 500)
    #expect(made[1] == short.full)
  }

  @Test func `the number of omitted sections is shown`() {
    let sections = (0..<3).map { _ in
      CommentSection(
        group: .notes, summary: "S", items: ["\(code: String(repeating: "x", count: 190))"], share: 33)
    }
    let made = CommentLayout.fit(sections, into: 400)
    #expect(made.count == 2)
    #expect(made.last?.text.contains("2 more sections") == true)
  }
}
