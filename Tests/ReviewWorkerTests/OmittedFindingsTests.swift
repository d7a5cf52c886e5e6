// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewWorker
@testable import WorkerProtocol

/// Files that are missing in the checkout, and packages that a change removes.
struct OmittedFindingsTests {
  private func job(
    in root: FilePath, changes: [ChangedFile] = [], omitted: OmittedFiles = OmittedFiles()
  ) throws -> WorkerCall.Request {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    return .sample(
      Workspace(
        root: root, head: id, base: id, mergeBase: id, changes: ChangeSet(files: changes), baseConfiguration: nil,
        headConfiguration: nil, omitted: omitted),
      ReviewConfiguration(catalogue: RuleCatalogue(rules: [])))
  }

  @Test func `omitted files are reported as warnings, which do not fail the review`() async throws {
    try await withScratchDirectory { folder in
      let file = OmittedFile(path: "docs\\evil.md", reason: .backslash, isInChange: true)
      let base = OmittedFile(path: #"gr\xF6"#, reason: .notUTF8, isInChange: false)
      let job = try job(in: folder.path, omitted: OmittedFiles([file, base], count: 60))
      let tested = TestedWorkspace(
        run: TestRun(side: .head, outcome: .passed, tests: TestCounts(passed: 1)), stages: [], layout: nil,
        artifacts: nil)
      let review = WorkerReview(
        linter: StubLinter([
          ReviewedChange(root: folder.path, changes: job.workspace.changes): ReviewedFindings(findings: [])
        ]), runner: StubTestRunner([folder.path: tested]), coverage: StubCoverageReader([:]))
      let report = await review.review(job) { _ in }.report
      #expect(report.verdict == .passed)
      #expect(report.findings.map(\.rule) == ["omitted_file", "omitted_file"])
      #expect(report.findings.map(\.severity) == [.warning, .warning])
      #expect(report.findings.map(\.isInChange) == [true, false])
      #expect(report.findings.allSatisfy { $0.isShown })
      #expect(
        report.findings.first?.message == "the name has a backslash, so the file is not in the checkout; rename it")
      #expect(report.notes == ["58 further files, not named in findings, are not in the checkout"])
    }
  }

  @Test func `a root package that the change removes is still built`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Examples/A/Package.swift", "")
      let removed = ChangedFile(path: "Package.swift", status: .deleted)
      #expect(JobPackages(try job(in: folder.path)).folders == ["Examples/A"])
      let job = try job(in: folder.path, changes: [removed])
      #expect(JobPackages(job).folders == ["", "Examples/A"])
      let isRemoved = ["", "Examples/A"].map { package in
        job.testRequest(
          .head, package: package, number: nil, of: 2, isFirst: true, buildLimit: .seconds(1),
          testLimit: .seconds(1)
        ).isManifestRemoved
      }
      #expect(isRemoved == [true, false])
    }
  }
}
