// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import ReviewContract
import TestHistory
import Testing

@testable import ReviewHost

/// The effect of tests in quarantine on a report.
struct QuarantineDecisionTests {
  private let today = "2026-11-27"

  private func commit(_ number: Int) throws -> CommitID {
    try #require(CommitID(String(repeating: "0", count: 38) + String(16 + number, radix: 16)))
  }

  private func configuration(
    until: String = "2026-12-31", _ change: (inout ReviewConfiguration) -> Void = { _ in }
  ) -> ReviewConfiguration {
    var entry = QuarantinedTest()
    (entry.test, entry.until, entry.reason) = ("A/a()", until, "fails without a network")
    var configuration = ReviewConfiguration(catalogue: RuleCatalogue(rules: []))
    configuration.tests.quarantine = [entry]
    change(&configuration)
    return configuration
  }

  private func report(failing: [(String, message: String)], flaky: [String] = [], sanitizer: Int? = nil) throws
    -> Report
  {
    let run = TestRun(
      side: .head, outcome: .testsFailed, tests: TestCounts(passed: 1, failed: failing.count),
      failures: failing.map { TestFailure(suite: "A", name: $0.0, message: $0.message) },
      flaky: flaky.map { TestFailure(suite: "A", name: $0, message: "m") }, toolchain: "Swift 6.3",
      sanitizerReports: sanitizer)
    return Report(
      tool: "t", repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a"),
      pullRequest: .init(number: 1, title: "", author: nil, url: nil, isFromFork: false, baseBranch: "main"),
      head: try commit(2), base: try commit(1), mergeBase: try commit(1), configurationHash: "",
      verdict: .testsFailed, reasons: ["1 test failed"], stages: [], runs: [run], coverage: nil, findings: [],
      notes: [],
      change: ChangeSummary(ChangeSet(files: [])))
  }

  /// Records of the base branch in which the test fails with messages, or passes.
  private func base(_ messages: [String?]) throws -> [TestRecord] {
    let digest = TestDigest(TestID(suite: "A", name: "a()"), package: "")
    return try messages.enumerated().map { number, message in
      TestRecord(
        .init(commit: try commit(number), time: 1_000 + number, toolchain: "t", id: "\(number)"),
        results: TestResultTable([.init(digest, message == nil ? .passed : .failed)]),
        failures: message.map { [.init(package: "", test: TestID(suite: "A", name: "a()"), message: $0)] } ?? [])
    }
  }

  private func decided(
    _ report: Report, _ configuration: ReviewConfiguration, base: [TestRecord] = [], text: String? = nil
  ) -> Report {
    QuarantineDecision(configuration: configuration, text: text, today: today, base: base).decide(report)
  }

  @Test func `a failure in quarantine is shown and does not count`() throws {
    let report = decided(try report(failing: [("a()", message: "m")]), configuration())
    #expect(report.verdict == .passed && report.reasons == [])
    #expect(
      report.runs[0].failures[0].quarantine == Quarantine(until: "2026-12-31", reason: "fails without a network"))
    #expect(report.notes == ["1 test in quarantine failed and does not count"])
    #expect(report.runs[0].outcome == .testsFailed)
  }

  @Test func `targets of the coverage are applied although a test in quarantine failed`() throws {
    let configuration = configuration {
      $0.coverage.goal.target = PercentTarget("80").map { .percent($0) } ?? .auto
    }
    func report(_ counts: LineCounts) throws -> Report {
      let coverage = PatchCoverage(
        counts: counts, partials: .covered, target: "80 %", gate: .skipped, files: [], gateReason: .testsFailed)
      let failed = try self.report(failing: [("a()", message: "m")])
      return failed.judged(runs: failed.runs, coverage: coverage, findings: [], configuration)
    }
    let covered = decided(try report(LineCounts(covered: 90, missed: 10)), configuration)
    #expect(covered.verdict == .passed && covered.coverage?.gate == .passed)
    let missed = decided(try report(LineCounts(covered: 10, missed: 90)), configuration)
    #expect(missed.verdict == .coverage && missed.coverage?.gate == .failed)
  }

  @Test func `other failures count beside it`() throws {
    let both = decided(try report(failing: [("a()", message: "m"), ("b()", message: "m")]), configuration())
    #expect(both.verdict == .testsFailed)
    #expect(both.runs[0].failures.map { $0.quarantine != nil } == [true, false])
    // A flaky test, unlisted failures, and what a sanitizer reports.
    #expect(
      decided(try report(failing: [("a()", message: "m")], flaky: ["b()"]), configuration()).verdict == .testsFailed)
    #expect(
      decided(try report(failing: [("a()", message: "m")], sanitizer: 1), configuration()).verdict == .testsFailed)
    #expect(decided(try report(failing: [], flaky: ["a()"]), configuration()).verdict == .passed)
  }

  @Test func `on its last day an entry has an effect, and afterwards it is a finding`() throws {
    let failed = try report(failing: [("a()", message: "m")])
    #expect(decided(failed, configuration(until: today)).verdict == .passed)
    let text = "version: 1\ntests:\n  quarantine:\n    - {test: A/a(), until: 2026-11-26, reason: r}\n"
    let expired = decided(failed, configuration(until: "2026-11-26"), text: text)
    #expect(expired.verdict == .testsFailed)
    let finding = try #require(expired.findings.first)
    #expect(finding.rule == "expired_quarantine" && finding.severity == .warning && finding.isInChange)
    #expect(finding.path == ".reviewbot.yml" && finding.range.startLine == 4)
    #expect(finding.message == "the quarantine of A/a() ended on 2026-11-26; remove the entry, or extend it")
  }

  @Test func `a test that always fails on the base branch is refused`() throws {
    let failed = try report(failing: [("a()", message: "m")])
    let refused = decided(failed, configuration(), base: try base(["m", "m", "m"]))
    #expect(refused.verdict == .testsFailed)
    #expect(
      refused.notes == [
        "`A/a()` is in quarantine and counts nevertheless: it failed in all 3 runs of the base branch"
      ])
    #expect(decided(failed, configuration(), base: try base(["m", "m"])).verdict == .passed)
    #expect(decided(failed, configuration(), base: try base(["m", nil, "m"])).verdict == .passed)
  }

  @Test func `a failure with another message than before counts`() throws {
    let known = try base(["timed out after 12.5 seconds at 0x7f01", nil])
    let same = try report(failing: [("a()", message: "timed out after 3 seconds at 0xbeef")])
    #expect(decided(same, configuration(), base: known).verdict == .passed)
    let other = decided(try report(failing: [("a()", message: "index out of range")]), configuration(), base: known)
    #expect(other.verdict == .testsFailed)
    #expect(other.notes.first?.hasSuffix("it fails with another message than on the base branch") == true)
  }

  @Test func `a flaky test is suggested if the configuration says so`() throws {
    var failed = try report(failing: [("b()", message: "m")])
    var runs = failed.runs
    runs[0].failures[0].history = FailureHistory(claim: .flaky, runs: 50, failures: 9, lastFailure: "2026-11-02")
    failed = failed.with(runs: runs)
    #expect(decided(failed, configuration()).notes == [])
    let suggested = decided(failed, configuration { $0.tests.quarantineAutomatically = .suggest })
    #expect(
      suggested.notes.first?.hasPrefix("`A/b()` failed 9 of 50 runs of the base branch; quarantine it with") == true)
    #expect(suggested.verdict == .testsFailed)
  }

  @Test func `what a worker says about the base, earlier runs and the quarantine is not used`() throws {
    var forged = try report(failing: [("b()", message: "m")])
    var runs = forged.runs
    runs[0].failures[0].failsOnBase = true
    runs[0].failures[0].quarantine = Quarantine(until: "2999-01-01", reason: "forged")
    runs[0].failures[0].history = FailureHistory(claim: .flaky, runs: 1, failures: 1, lastFailure: nil)
    forged = forged.with(runs: runs)
    #expect(forged.withoutComparisons.runs == (try report(failing: [("b()", message: "m")])).runs)
  }
}
