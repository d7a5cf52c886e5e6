// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

struct IgnoredFindingsTests {
  private func finding(
    _ rule: String, line: Int = 1, isInChange: Bool = true
  ) -> Finding {
    // Code under review may give all findings the same fingerprint.
    Finding(
      rule: rule, severity: .error, path: "A.swift", range: SourceRange(line: line, column: 1), message: "m",
      fingerprint: "0123456789abcdef", isInChange: isInChange)
  }

  private func report(_ findings: [Finding]) throws -> Report {
    let commit = try #require(CommitID(String(repeating: "a", count: 40)))
    var evidence = Evidence.none
    evidence.findings = findings
    evidence.missingResults = [.init(verdict: .testsFailed, reason: "unknown")]
    let judgement = VerdictJudge.judge(evidence)
    return Report(
      tool: "t", repository: Repository(forge: .github, name: "a/b", cloneURL: ""),
      pullRequest: .init(number: 1, title: "", author: nil, url: nil, isFromFork: false), head: commit, base: commit,
      mergeBase: commit, configurationHash: "", verdict: judgement.verdict, reasons: judgement.reasons, stages: [],
      runs: [], coverage: nil, findings: findings, notes: [], change: ChangeSummary(ChangeSet(files: [])),
      missingResults: evidence.missingResults)
  }

  @Test func `an identifier names one finding of a rule that counts`() throws {
    let findings = [
      finding("a"), finding("a", line: 2), finding("old", isInChange: false), finding(Finding.compilerError),
      finding(Finding.omittedFile),
    ]
    let report = try report(findings)
    let matches = findings.map { report.finding(identifiedBy: $0.identifier) }
    #expect(matches == [.finding(findings[0]), .finding(findings[1]), .none, .otherKind, .otherKind])
    #expect(Set(findings.map(\.identifier)).count == findings.count)
    #expect(report.finding(identifiedBy: "") == .several)
  }

  @Test func `only the ignored findings are left out of the verdict`() throws {
    let (error, other) = (finding("a"), finding("b"))
    let whole = try report([error, other, finding(Finding.compilerError)])
    func ignoring(_ findings: Finding...) -> Report {
      whole.ignoring(
        findings.map { IgnoreRequest(identifier: $0.identifier, account: "ada") }, JudgingPolicy())
    }
    #expect(ignoring() == whole)
    #expect(ignoring(finding("unknown"), finding(Finding.compilerError)) == whole)
    let one = ignoring(error)
    #expect(one.reasons == ["unknown", "2 findings are errors"])
    #expect(one.findings.map(\.rule) == ["b", Finding.compilerError])
    #expect(one.ignored?.map(\.finding) == [error])
    #expect(one.ignored?.map(\.account) == ["ada"])
    // What is not of a rule still fails the review.
    #expect(ignoring(error, other).verdict == .testsFailed)
    #expect(ignoring(error, other).reasons == ["unknown", "1 finding is an error"])
  }

  @Test(
    arguments: [
      ("01234567", true), ("0123456789abcdef", true), ("0123456", false), ("0123456g", false), ("01234567'", false),
      ("", false), (String(repeating: "a", count: 65), false), ("ABCDEFAB", false),
    ])
  func `an identifier has eight or more hexadecimal digits`(text: String, isValid: Bool) {
    #expect(IgnoreRequest.isIdentifier(text) == isValid)
  }
}
