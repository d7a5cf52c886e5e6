// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewTesting
import SystemPackage
import Testing

@testable import ConfigurationFiles
@testable import ReviewContract
@testable import ReviewWorker
@testable import WorkerProtocol

struct EarlierRunsTests {
  private static let test = TestID(suite: "ATests.Suite", name: "a()")

  private func runs(
    _ outcome: TestRun.Outcome = .passed, listed: [TestID]? = [test], result: TestCase.Result = .passed,
    changed: String = "Sources/A/a.swift", _ configure: (inout ReviewConfiguration) throws -> Void = { _ in }
  ) throws -> [String: EarlierRun] {
    let commit = try #require(CommitID(String(repeating: "a", count: 40)))
    let file = ChangedFile(path: changed, status: .modified, hunks: [])
    let overlay = MergeOverlay(tree: commit, folder: "/w.merge", written: ["Sources/B/b.swift"], removed: ["c.txt"])
    let workspace = Workspace(
      root: "/w", head: commit, base: commit, mergeBase: commit, changes: ChangeSet(files: [file]),
      merge: .differs(overlay), baseConfiguration: nil, headConfiguration: nil)
    var configuration = try ReviewConfiguration.sample(packages: ["Package"])
    try configure(&configuration)
    let head = TestedWorkspace(
      run: TestRun(side: .head, package: "Package", outcome: outcome), stages: [],
      layout: PackageLayout(name: "P", targets: []), artifacts: nil, listed: listed,
      cases: [TestCase(suite: Self.test.suite, name: Self.test.name, framework: .swiftTesting, result: result)])
    return EarlierRuns(job: .sample(workspace, configuration), head: [head], overlay: overlay).byPackage
  }

  @Test func `tests that passed on the head are an earlier run, with all differences of the merge`() throws {
    let run = try #require(try runs()["Package"])
    #expect(run.source == .head && run.listed == [Self.test] && run.obstacle == nil && run.unsteadyModules == [])
    #expect(run.differences == ["Sources/B/b.swift", "c.txt"])
  }

  @Test(arguments: [TestRun.Outcome.testsFailed, .crashed, .timedOut, .buildFailed, .noTests, .couldNotRun])
  func `tests that did not pass are not`(outcome: TestRun.Outcome) throws {
    #expect(try runs(outcome).isEmpty)
  }

  @Test func `without a list of the tests, or if all are to run, there is none`() throws {
    #expect(try runs(listed: nil).isEmpty)
    #expect(try runs { $0.checkout.testMerge = .all }.isEmpty)
  }

  @Test func `the module of a flaky test is run again`() throws {
    #expect(try runs(result: .flaky)["Package"]?.unsteadyModules == ["ATests"])
    #expect(try runs(result: .skipped)["Package"]?.unsteadyModules == [])
  }

  @Test func `setup commands, writable folders and a changed manifest run all targets`() throws {
    let setup = try runs { $0.build.setup = try SetupCommands(["make"]) }["Package"]
    #expect(setup?.obstacle == "the commands of build.setup can read any file")
    let writable = try runs { $0.build.writable = [try #require(WritableFolder("Generated"))] }["Package"]
    #expect(writable?.obstacle == "what a build writes to build.writable is not known")
    #expect(try runs(changed: "Package.swift")["Package"]?.obstacle == "the pull request changes Package.swift")
    let versioned = try runs(changed: "lib/Package@swift-6.1.swift")["Package"]
    #expect(versioned?.obstacle == "the pull request changes lib/Package@swift-6.1.swift")
  }
}
