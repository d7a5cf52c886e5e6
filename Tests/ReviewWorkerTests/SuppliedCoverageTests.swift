// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Coverage
import Findings
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing
import WorkerProtocol

@testable import ReviewWorker

/// Coverage reports that were created on other hosts.
struct SuppliedCoverageTests {
  private static let path = "Sources/A/a.swift"
  private static let source = "func f(_ x: Bool) -> Int {\n  if x {\n    return 1\n  }\n  return 2\n}\n"
  private static let measured = CoverageMap(files: [path: [2: .covered, 3: .missed, 5: .covered]])

  /// - Parameter measured: the coverage of the review's own tests; `nil` if the package has no tests here.
  private func report(
    _ texts: [String], measured: CoverageMap? = Self.measured, target: String = "auto", changed path: String = Self.path
  ) async throws -> Report {
    try await withScratchDirectory { folder in
      let root = try folder.folder("root")
      try root.write(Self.path, Self.source)
      let reports = try texts.enumerated().map { number, text in
        SuppliedReports.Report(file: try folder.write("copies/\(number)", text), name: "mac-\(number).info")
      }
      let id = try #require(CommitID(String(repeating: "a", count: 40)))
      let file = ChangedFile(
        path: path, status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 6)])
      let changes = ChangeSet(files: [file])
      let workspace = Workspace(
        root: root.path, head: id, base: id, mergeBase: id, changes: changes, baseConfiguration: nil,
        headConfiguration: nil)
      let artifacts = CoverageArtifacts(
        repositoryRoot: root.path, toolchain: "/t", profiles: [], binaries: [], scratch: "/s")
      let tested = TestedWorkspace(
        run: TestRun(side: .head, outcome: measured == nil ? .noTests : .passed, reason: ""), stages: [],
        layout: PackageLayout(name: "P", targets: [.init(name: "A", type: "library", path: "Sources/A")]),
        artifacts: measured == nil ? nil : artifacts)
      let review = WorkerReview(
        linter: StubLinter([
          ReviewedChange(root: root.path, changes: changes): ReviewedFindings(findings: [])
        ]),
        runner: StubTestRunner([root.path.appending("Package"): tested]),
        coverage: StubCoverageReader(
          measured.map { [[Self.path]: .success($0)] } ?? [[Self.path]: .success(.init(files: [:]))]),
        reports: CoverageAssembly(environment: [:]).reportReader)
      var configuration = try ReviewConfiguration.sample(packages: ["Package"])
      if let percent = PercentTarget(target) {
        configuration.coverage.goal.target = .percent(percent)
        configuration.coverage.minimumLines = 0
      }
      let job = WorkerCall.Request.sample(
        workspace, configuration,
        coverageReports: SuppliedReports(reports: reports, prefixes: [PathPrefix(from: "/build", to: ".")]))
      return await review.review(job) { _ in }.report
    }
  }

  private static func lcov(_ lines: String, path: String = Self.path) -> String {
    "SF:/build/\(path)\n\(lines)\nend_of_record\n"
  }

  @Test func `a line is covered if any report or measured test covers it, and the gate uses the sum`() async throws {
    let missed = try await report([Self.lcov("DA:2,1\nDA:3,0")], target: "100")
    #expect(missed.coverage?.counts == LineCounts(covered: 2, missed: 1))
    #expect(missed.verdict == .coverage)
    let covered = try await report([Self.lcov("DA:2,0\nDA:3,0"), Self.lcov("DA:3,4")], target: "100")
    #expect(covered.coverage?.counts == LineCounts(covered: 3))
    #expect(covered.verdict == .passed && covered.notes == [])
  }

  @Test func `a package without tests is measured from the reports`() async throws {
    let report = try await report([Self.lcov("DA:2,1\nDA:3,0\nDA:5,1")], measured: nil)
    #expect(report.coverage?.counts == LineCounts(covered: 2, missed: 1))
  }

  @Test(arguments: [
    ("SF:/build/\(Self.path)\nDA:x\nend_of_record\n", "line 2: a line number after DA:"),
    ("\u{1f}\u{8b}", "it is compressed"),
    ("", "is empty"), ("SF:/elsewhere/Sources/A/a.swift\nDA:1,1\nend_of_record\n", "/elsewhere/Sources/A/a.swift"),
  ])
  func `an unusable report adds a note, and prevents a verdict if coverage has a target`(text: String, message: String)
    async throws
  {
    let noted = try await report([text, Self.lcov("DA:3,1")])
    #expect(noted.verdict == .passed)
    #expect(noted.notes.count == 1 && noted.notes[0].contains(message), "\(noted.notes)")
    #expect(noted.coverage?.counts == LineCounts(covered: 3), "the other report counts")
    let failed = try await report([text], target: "10")
    #expect(failed.verdict == .couldNotRun)
    #expect(failed.reasons.contains { $0.contains(message) }, "\(failed.reasons)")
  }

  @Test func `a report is opened even if no Swift line was changed`() async throws {
    let report = try await report(["nonsense"], changed: "README.md")
    #expect(report.notes.count == 1 && report.notes[0].contains("the coverage report mac-0.info, line 1"))
  }
}
