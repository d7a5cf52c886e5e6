// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Isolation
import ReviewTesting
import SystemPackage
import Testing

@testable import ConfigurationFiles
@testable import ReviewContract
@testable import ReviewWorker
@testable import WorkerProtocol

/// Rules and linters that run while the package is built.
struct BesideBuildTests {
  /// What happens in the linter and in the build, which wait for each other.
  private struct Meeting: Linter, TestRunner {
    let built = AsyncStream<Void>.makeStream()
    let order = Locked<[String]>([])

    func findings(in change: ReviewedChange) async -> ReviewedFindings {
      // Ends when the package is built.
      for await _ in built.stream {}
      order.withLock { $0.append("linted") }
      return ReviewedFindings(findings: [WorkerReviewTests.finding])
    }

    func test(_ request: TestRequest, progress: @escaping ProgressHandler) async -> TestedWorkspace {
      progress(.started(stage: "build"))
      order.withLock { $0.append("built") }
      // Before the rules can end, which report their stage when they have.
      progress(.ended(WorkerReviewTests.built[0]))
      built.continuation.finish()
      await request.beforeTests?()
      order.withLock { $0.append("tested") }
      return TestedWorkspace(
        run: TestRun(side: .head, outcome: .passed), stages: WorkerReviewTests.built,
        layout: WorkerReviewTests.layout, artifacts: nil, listed: nil)
    }
  }

  private func job(
    sandbox: SandboxLevel = .bwrap, merge: MergeResult = .sameAsHead,
    configure: (inout ReviewConfiguration) -> Void = { _ in }
  ) throws -> WorkerCall.Request {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    let workspace = Workspace(
      root: "/w", head: id, base: id, mergeBase: id, changes: ChangeSet(files: [WorkerReviewTests.code]),
      merge: merge, baseConfiguration: nil, headConfiguration: nil, notes: [])
    var configuration = try ReviewConfiguration.sample(packages: ["Package"])
    configure(&configuration)
    return .sample(workspace, configuration, sandbox: sandbox)
  }

  @Test func `the tests begin when the build and the rules have ended`() async throws {
    let meeting = Meeting()
    let events = Locked<[String]>([])
    let report = await WorkerReview(linter: meeting, runner: meeting, coverage: StubCoverageReader([:]))
      .review(try job()) { event in
        switch event {
        case .started(let stage): events.withLock { $0.append("\(stage) begins") }
        case .ended(let stage): events.withLock { $0.append("\(stage.name) ends") }
        case .output, .detail: break
        }
      }.report
    #expect(meeting.order.withLock { $0 } == ["built", "linted", "tested"])
    #expect(report.findings.contains(WorkerReviewTests.finding))
    // In the report, and in logs, the stages are in order.
    #expect(report.stages.map(\.name).prefix(3) == ["rules", "build", "test"])
    #expect(events.withLock { $0 }.prefix(4) == ["build begins", "build ends", "rules begins", "rules ends"])
  }

  @Test func `the output of other linters is in the log between the marks of their stage`() async throws {
    struct Talking: Linter {
      let progress: ProgressHandler

      func findings(in change: ReviewedChange) async -> ReviewedFindings {
        progress(.output(line: "linting"))
        return ReviewedFindings(findings: [])
      }
    }
    let meeting = Meeting()
    let events = Locked<[String]>([])
    let review = WorkerReview(
      linter: meeting, otherLinters: { Talking(progress: $0) }, runner: meeting, coverage: StubCoverageReader([:]))
    _ = await review.review(try job()) { event in
      switch event {
      case .started(let stage): events.withLock { $0.append("\(stage) begins") }
      case .ended(let stage): events.withLock { $0.append("\(stage.name) ends") }
      case .output(let line): events.withLock { $0.append(line) }
      case .detail: break
      }
    }
    #expect(
      events.withLock { $0 }.prefix(7) == [
        "build begins", "build ends", "rules begins", "rules ends", "linters begins", "linting", "linters ends",
      ])
  }

  @Test func `rules run before the build if anything can write to the checkout`() throws {
    let commands = try SetupCommands(["make sources"])
    let folder = try #require(WritableFolder("Generated"))
    #expect(try job().lintsBesideBuild)
    #expect(try !job(sandbox: .none).lintsBesideBuild)
    #expect(try !job { $0.build.setup = commands }.lintsBesideBuild)
    #expect(try !job { $0.build.writable = [folder] }.lintsBesideBuild)
    // The merge is another tree at the same path.
    #expect(try !job(merge: .conflict(paths: ["a"])) { $0.checkout.test = .merge }.lintsBesideBuild)
  }

  @Test func `the events of a stage are passed on together when it has ended`() {
    let events = Locked<[ProgressEvent]>([])
    let held = HeldProgress { event in events.withLock { $0.append(event) } }
    let stage = Stage(name: "linters", status: .done, milliseconds: 1)
    held(.started(stage: "linters"))
    held(.output(line: "a"))
    #expect(events.withLock { $0.isEmpty })
    held(.ended(stage))
    #expect(events.withLock { $0 } == [.started(stage: "linters"), .output(line: "a"), .ended(stage)])
  }
}
