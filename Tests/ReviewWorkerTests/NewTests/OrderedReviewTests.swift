// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import ReviewTesting
import SystemPackage
import Testing

@testable import ConfigurationFiles
@testable import ReviewContract
@testable import ReviewWorker
@testable import WorkerProtocol

/// The order of tests that a review requests.
struct OrderedReviewTests {
  /// Keeps the last request.
  private struct Recorder: TestRunner {
    let orders = Locked<[TestOrder?]>([])

    func test(_ request: TestRequest, progress: @escaping ProgressHandler) async -> TestedWorkspace {
      orders.withLock { $0.append(request.order) }
      return TestedWorkspace(
        run: TestRun(side: .head, outcome: .passed), stages: [], layout: WorkerReviewTests.layout, artifacts: nil)
    }
  }

  /// - Parameter milliseconds: the duration of all tests of the last run of the base; `nil` without one.
  private func order(milliseconds: Int?) async throws -> TestOrder? {
    try await withScratchDirectory { folder in
      try folder.write("Tests/A/A.swift", "import Testing\n@Test func one() {}\n@Test func two() {}\n")
      let id = try #require(CommitID(String(repeating: "a", count: 40)))
      let hunk = Hunk(oldStart: 1, oldCount: 0, newStart: 2, newCount: 1)
      let file = ChangedFile(path: "Tests/A/A.swift", status: .modified, hunks: [hunk])
      let workspace = Workspace(
        root: folder.path, head: id, base: id, mergeBase: id, changes: ChangeSet(files: [file]), merge: .sameAsHead,
        baseConfiguration: nil, headConfiguration: nil, notes: [])
      let digest = TestDigest(TestID(suite: "A", name: "late()"), package: "")
      let job = WorkerCall.Request.sample(
        workspace, try ReviewConfiguration.sample(packages: [""]),
        expectedTests: milliseconds.map { ExpectedTests(milliseconds: $0, failedLately: [digest]) }, jobs: 2)
      let recorder = Recorder()
      _ = await WorkerReview(linter: StubLinter([:]), runner: recorder, coverage: StubCoverageReader([:]))
        .review(job) { _ in }
      let orders = recorder.orders.withLock { $0 }
      #expect(orders.count == 1)
      return try #require(orders.first)
    }
  }

  @Test func `long tests are run in an order, which begins with those of changed files`() async throws {
    let order = try #require(try await order(milliseconds: 120_000))
    #expect(order.changed.map(\.name) == ["one()", "two()"])
    #expect(order.failedLately == [TestDigest(TestID(suite: "A", name: "late()"), package: "")])
    #expect(order.paths == ["Tests/A/A.swift"])
  }

  @Test func `short tests, and those of an unknown duration, are run together`() async throws {
    #expect(try await order(milliseconds: 119_000) == nil)
    #expect(try await order(milliseconds: nil) == nil)
  }
}
