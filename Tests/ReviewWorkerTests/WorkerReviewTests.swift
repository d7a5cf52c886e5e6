// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import ContainedFiles
import Findings
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewContract
@testable import ReviewHost
@testable import ReviewWorker
@testable import WorkerProtocol

struct WorkerReviewTests {
  static let code = ChangedFile(
    path: "Sources/A/a.swift", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 3)])
  static let text = ChangedFile(
    path: "README.md", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 3)])
  static let layout = PackageLayout(
    name: "P", targets: [.init(name: "A", type: "library", path: "Sources/A")])
  static let artifacts = CoverageArtifacts(
    repositoryRoot: "/w", toolchain: "/t", profiles: [], binaries: [], scratch: "/s")
  static let built = [
    Stage(name: "build", status: .done, milliseconds: 2), Stage(name: "test", status: .done, milliseconds: 3),
  ]
  static let finding = Finding(
    rule: "r", severity: .warning, path: "Sources/A/a.swift", range: SourceRange(line: 1, column: 1), message: "m",
    isInChange: true)
  static let map = CoverageMap(files: ["Sources/A/a.swift": [1: .covered, 2: .missed]])

  /// - Parameters:
  ///   - notes: the notes of the rules.
  ///   - removed: the policy for a removed test of the base; `nil` when none was removed.
  ///   - coverage: the answer for the changed code; `nil` if it must not be requested.
  ///   - merge: the result of merging the change.
  ///   - listing: the list of the files of the head.
  ///   - configure: changes the configuration.
  func report(
    _ outcome: TestRun.Outcome = .passed, changed file: ChangedFile = Self.code, layout: PackageLayout? = Self.layout,
    artifacts: CoverageArtifacts? = Self.artifacts, notes: [Note] = [], removed: RemovedTestsPolicy? = nil,
    coverage: Result<CoverageMap, CoverageError>? = nil, merge: MergeResult = .sameAsHead, listing: FilePath? = nil,
    configure: (inout ReviewConfiguration) -> Void = { _ in },
    progress: @escaping ProgressHandler = { _ in }
  ) async throws -> Report {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    let changes = ChangeSet(files: [file])
    let workspace = Workspace(
      root: "/w", head: id, base: id, mergeBase: id, changes: changes, merge: merge, baseConfiguration: nil,
      headConfiguration: nil, notes: ["of fetching"], listing: listing)
    let tested = TestedWorkspace(
      run: TestRun(side: .head, outcome: outcome, reason: outcome == .passed ? "" : "not good"), stages: Self.built,
      layout: layout, artifacts: artifacts, listed: removed.map { _ in [] },
      listedOnBase: removed.map { _ in ListedTests(commit: id, tests: [TestID(suite: "ATests", name: "gone()")]) })
    let review = WorkerReview(
      linter: StubLinter([
        ReviewedChange(root: "/w", changes: changes): ReviewedFindings(findings: [Self.finding], notes: notes)
      ]),
      runner: StubTestRunner(["/w/Package": tested]),
      coverage: StubCoverageReader(coverage.map { [[file.path]: $0] } ?? [:]))
    var configuration = try ReviewConfiguration.sample(packages: ["Package"])
    configuration.tests.removed = removed ?? .note
    configure(&configuration)
    let job = WorkerCall.Request.sample(
      workspace, configuration, stages: [Stage(name: "fetch", status: .done, milliseconds: 1)], notes: ["of the job"])
    return await review.review(job, progress: progress).report
  }

  @Test func `a review runs the rules, the build, the tests and coverage in order`() async throws {
    let events = Locked<[String]>([])
    let record: ProgressHandler = { event in
      switch event {
      case .started(let stage): events.withLock { $0.append("\(stage) begins") }
      case .ended(let stage): events.withLock { $0.append("\(stage.name) ends") }
      case .output, .detail: break
      }
    }
    let report = try await report(coverage: .success(Self.map), progress: record)
    #expect(report.verdict == .passed)
    #expect(report.notes == ["of fetching", "of the job"])
    #expect(report.findings == [Self.finding])
    #expect(report.coverage?.counts == LineCounts(covered: 1, missed: 1))
    #expect(report.stages.map(\.name) == ["fetch", "rules", "build", "test", "coverage"])
    #expect(report.stages.map(\.status) == [.done, .done, .done, .done, .done])
    #expect(report.stages.first { $0.name == "rules" }?.detail == "1 finding in the change")
    #expect(
      events.withLock { $0 } == [
        "rules begins", "rules ends", "build begins", "build ends", "test begins", "test ends", "coverage begins",
        "coverage ends",
      ])
  }

  @Test func `a removed test is listed, and fails the review if configured`() async throws {
    let noted = try await report(removed: .note, coverage: .success(Self.map))
    #expect(noted.removedTests == RemovedTests(tests: [TestID(suite: "ATests", name: "gone()")]))
    #expect(noted.verdict == .passed && noted.reasons == [])
    let failed = try await report(removed: .fail, coverage: .success(Self.map))
    #expect(failed.removedTests == noted.removedTests)
    #expect(failed.verdict == .testsFailed && failed.verdict.exitCode == 1)
    #expect(failed.reasons == ["the change removes 1 test of the base: `ATests/gone()`"])
    // The comparison with the base judges again, with the same verdict.
    #expect(failed.compared(with: nil, policy: PatchPolicy(), existing: .fail).verdict == .testsFailed)
    #expect(try await report(coverage: .success(Self.map)).removedTests == nil)
  }

  @Test(
    arguments: [
      (Severity.error, Verdict.findings, ["r was stopped in 2 files: it broke; the first is a.swift"]),
      (.warning, .passed, []), (.note, .passed, []),
    ] as [(Severity, Verdict, [String])])
  func `a rule that did not finish fails the review if it could have found errors`(
    severity: Severity, verdict: Verdict, reasons: [String]
  ) async throws {
    let notes = ["b.swift", "a.swift"].map { path in
      Note(
        start: "r was stopped in ", path: path, end: ": it broke",
        unfinished: [Note.UnfinishedCheck("r", severity)])
    }
    let report = try await report(notes: notes, coverage: .success(Self.map))
    #expect(report.verdict == verdict)
    #expect(report.reasons == reasons)
    #expect(
      report.notes == ["of fetching", "of the job", "r was stopped in 2 files: it broke; the first is a.swift"])
    // The comparison with the base judges again, with the same verdict.
    #expect(report.compared(with: nil, policy: PatchPolicy(), existing: .fail).verdict == verdict)
  }

  @Test func `notes of the rules are added to the report`() async throws {
    let report = try await report(notes: ["of the rules"], coverage: .success(Self.map))
    #expect(report.notes == ["of fetching", "of the job", "of the rules"])
    #expect(report.verdict == .passed)
  }

  @Test func `unreadable coverage adds a note and does not fail the review`() async throws {
    let report = try await report(coverage: .failure(CoverageError(.noProfiles, "no profiles")))
    #expect(report.notes.last == "coverage failed: no profiles")
    #expect(report.stages.last?.status == .failed)
    #expect(report.coverage == nil)
    #expect(report.verdict == .passed)
    #expect(report.findings == [Self.finding])
  }

  @Test func `tests without a coverage profile add a note`() async throws {
    let report = try await report(artifacts: nil)
    #expect(report.notes.last == "coverage could not be measured: the tests left no coverage profile")
    #expect(report.stages.last?.status == .skipped)
    #expect(report.coverage == nil)
  }

  @Test func `a change without Swift code has no coverage`() async throws {
    let report = try await report(changed: Self.text)
    #expect(report.notes == ["of fetching", "of the job"])
    #expect(report.stages.last?.detail == "the change adds no Swift code that tests could run")
    #expect(report.coverage?.percent == "n/a")
  }

  @Test(
    arguments: [
      (TestRun.Outcome.buildFailed, Self.layout, Verdict.buildFailed), (.noTests, Self.layout, .noTests),
      (.couldNotRun, nil, .couldNotRun),
    ] as [(TestRun.Outcome, PackageLayout?, Verdict)]) func `coverage is not measured if no tests ran`(
      outcome: TestRun.Outcome, layout: PackageLayout?, verdict: Verdict
    ) async throws
  {
    let report = try await report(outcome, layout: layout)
    #expect(report.verdict == verdict)
    #expect(report.reasons == ["not good"])
    #expect(report.stages.map(\.name) == ["fetch", "rules", "build", "test"])
    #expect(report.coverage == nil)
    #expect(report.notes == ["of fetching", "of the job"])
    #expect(report.findings == [Self.finding])
  }

  @Test(arguments: [TestRun.Outcome.testsFailed, .crashed, .timedOut])
  func `tests that did not pass still have coverage`(outcome: TestRun.Outcome) async throws {
    let report = try await report(outcome, coverage: .success(Self.map))
    #expect(report.verdict.exitCode == 1)
    #expect(report.coverage?.counts == LineCounts(covered: 1, missed: 1))
    #expect(report.coverage?.notes == ["measured in a run whose tests did not pass"])
  }

  @Test func `runs, verdict, coverage and compiler findings of several packages are merged`() async throws {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    let file = ChangedFile(
      path: "A/Sources/a.swift", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 3)])
    let workspace = Workspace(
      root: "/w", head: id, base: id, mergeBase: id, changes: ChangeSet(files: [file]), baseConfiguration: nil,
      headConfiguration: nil)
    let warning = BuildDiagnostic(severity: .warning, path: file.path, line: 2, column: 1, message: "odd")
    func tested(_ name: String, _ outcome: TestRun.Outcome, scratch: FilePath) -> TestedWorkspace {
      TestedWorkspace(
        run: TestRun(
          side: .head, package: name, outcome: outcome, reason: outcome == .passed ? "" : "1 test failed",
          diagnostics: [warning]), stages: Self.built,
        layout: PackageLayout(name: name, targets: [.init(name: name, type: "library", path: "\(name)/Sources")]),
        artifacts: CoverageArtifacts(
          repositoryRoot: "/w", toolchain: "/t", profiles: [], binaries: [], scratch: scratch))
    }
    let review = WorkerReview(
      linter: StubLinter([ReviewedChange(root: "/w", changes: workspace.changes): ReviewedFindings(findings: [])]),
      runner: StubTestRunner([
        "/w/A": tested("A", .passed, scratch: "/a"), "/w/B": tested("B", .testsFailed, scratch: "/b"),
      ]),
      coverage: StubCoverageReader([[file.path]: .success(CoverageMap(files: [file.path: [1: .covered, 2: .missed]]))]))
    let job = WorkerCall.Request.sample(workspace, try .sample(packages: ["A", "B"]))
    let report = await review.review(job) { _ in }.report
    #expect(report.runs.map(\.package) == ["A", "B"])
    #expect(report.verdict == .testsFailed)
    #expect(report.reasons == ["in `B`, 1 test failed"])
    #expect(report.coverage?.counts == LineCounts(covered: 1, missed: 1))
    #expect(report.findings.map(\.rule) == ["compiler_warning"])
    #expect(report.stages.map(\.name) == ["rules", "build A", "test A", "build B", "test B", "coverage"])
  }

  @Test func `builds skip the index of system modules and use the configured arguments`() throws {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    let job = WorkerCall.Request.sample(
      Workspace(
        root: "/w", head: id, base: id, mergeBase: id, changes: ChangeSet(files: []), baseConfiguration: nil,
        headConfiguration: nil),
      try .sample(arguments: ["-Xswiftc", "-DX"]))
    let request = job.testRequest(
      .head, package: "", number: nil, of: 1, isFirst: true, buildLimit: .seconds(1), testLimit: .seconds(1))
    #expect(request.arguments == ["-Xswiftc", "-index-ignore-system-modules", "-Xswiftc", "-DX"])
  }

  @Test func `a merged line has the best coverage of several runs`() {
    let one = CoverageMap(files: ["a": [1: .missed, 2: .partial, 3: .covered]], notes: ["n"])
    let other = CoverageMap(files: ["a": [1: .partial, 2: .covered, 4: .missed], "b": [1: .missed]], notes: ["n"])
    #expect(
      one.joined(with: other)
        == CoverageMap(
          files: ["a": [1: .partial, 2: .covered, 3: .covered, 4: .missed], "b": [1: .missed]], notes: ["n"]))
  }

  @Test func `a merged column is covered if any run covers it`() {
    func map(_ states: [Int: LineState], _ columns: [Int: [Range<Int>]]) -> CoverageMap {
      CoverageMap(files: ["a": states], uncoveredColumns: ["a": columns])
    }
    let one = map(
      [1: .missed, 2: .partial, 3: .partial, 4: .missed, 5: .missed],
      [1: [3..<9], 2: [3..<5, 7..<9], 3: [3..<5], 4: [1..<4], 5: [1..<2]])
    let other = map(
      [1: .partial, 2: .partial, 3: .partial, 4: .covered, 5: .missed],
      [1: [3..<4, 7..<9], 2: [4..<8], 3: [7..<9], 5: [1..<2]])
    let both = map(
      [1: .partial, 2: .partial, 3: .covered, 4: .covered, 5: .missed],
      [1: [3..<4, 7..<9], 2: [4..<5, 7..<8], 5: [1..<2]])
    #expect(one.joined(with: other) == both)
    #expect(other.joined(with: one) == both)
    #expect(one.joined(with: one) == one)
  }

  @Test func `a line that any run measured is not excluded`() {
    let one = CoverageMap(files: ["a": [1: .covered]], excluded: ["a": [2: .unreachable, 3: .marked(reason: "r")]])
    let other = CoverageMap(files: ["a": [2: .covered]], excluded: ["b": [1: .unreachable]])
    #expect(
      one.joined(with: other)
        == CoverageMap(
          files: ["a": [1: .covered, 2: .covered]],
          excluded: ["a": [3: .marked(reason: "r")], "b": [1: .unreachable]]))
  }
}
