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

struct ProjectCoverageTests {
  private static let map = CoverageMap(
    files: ["Sources/A/a.swift": [1: .covered, 2: .missed], "Sources/A/b.swift": [1: .covered, 4: .partial]],
    unmeasured: ["Sources/A/c.swift": .notLinked, "Sources/A/d.swift": .typesOnly])
  private static let all = ["a", "b", "c", "d"].map { "Sources/A/\($0).swift" }

  /// - Parameter reading: the expected paths of the request to the reader.
  private func review(
    measuresProject: Bool, reading: [String], changed: [String] = ["Sources/A/a.swift"],
    trees: TestedTrees = .both, merge: MergeResult = .sameAsHead
  ) async throws -> ReviewResult {
    try await withScratchDirectory { folder in
      for path in Self.all { _ = try folder.write(path, "") }
      let id = try #require(CommitID(String(repeating: "a", count: 40)))
      let changes = ChangeSet(
        files: changed.map { path in
          ChangedFile(path: path, status: .modified, hunks: [Hunk(oldStart: 1, oldCount: 0, newStart: 2, newCount: 1)])
        })
      let workspace = Workspace(
        root: folder.path, head: id, base: id, mergeBase: id, changes: changes, merge: merge, baseConfiguration: nil,
        headConfiguration: nil)
      let tested = TestedWorkspace(
        run: TestRun(side: .head, outcome: .passed, toolchain: "t"), stages: [],
        layout: PackageLayout(name: "P", targets: [.init(name: "A", type: "library", path: "Sources/A")]),
        artifacts: CoverageArtifacts(
          repositoryRoot: folder.path, toolchain: "/t", profiles: [], binaries: [], scratch: "/s"))
      let review = WorkerReview(
        linter: StubLinter([ReviewedChange(root: folder.path, changes: changes): ReviewedFindings(findings: [])]),
        runner: StubTestRunner([folder.path: tested]), coverage: StubCoverageReader([reading: .success(Self.map)]))
      var configuration = try ReviewConfiguration.sample(packages: [""])
      configuration.checkout.test = trees
      let job = WorkerCall.Request.sample(workspace, configuration, measuresProject: measuresProject)
      return await review.review(job) { _ in }
    }
  }

  @Test func `only the changed files are read unless the project is measured`() async throws {
    let reviewed = try await review(measuresProject: false, reading: ["Sources/A/a.swift"])
    #expect(reviewed.report.coverage?.counts == LineCounts(missed: 1))
    #expect(reviewed.coverage == nil && reviewed.report.coverage?.project == nil)
    #expect(reviewed.report.notes == [])
  }

  @Test func `project coverage measures every file that tests could run`() async throws {
    let reviewed = try await review(measuresProject: true, reading: Self.all)
    #expect(reviewed.report.notes == [])
    #expect(reviewed.report.coverage?.counts == LineCounts(missed: 1))
    #expect(reviewed.report.coverage?.unmeasured == [])
    #expect(
      reviewed.report.coverage?.project
        == ProjectCoverage(counts: LineCounts(covered: 2, partial: 1, missed: 1), unlinkedFiles: 1))
    let snapshot = try #require(reviewed.coverage)
    #expect(snapshot.commit == reviewed.report.head && snapshot.toolchain == "t" && snapshot.packages == [""])
    #expect(snapshot.testsPassed && snapshot.byPath == Self.map.files.mapValues { LineStates($0) })
  }

  @Test func `the project is measured for a change without code as well`() async throws {
    let reviewed = try await review(measuresProject: true, reading: Self.all, changed: ["README.md"])
    #expect(reviewed.report.coverage?.percent == "n/a")
    #expect(reviewed.coverage?.counts == LineCounts(covered: 2, partial: 1, missed: 1))
  }
}
