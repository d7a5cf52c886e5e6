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
    changed: String = "Sources/A/a.swift", merged: FilePath = "/w.merge", written: [String] = ["Sources/B/b.swift"],
    unread: Set<String> = [], files: Set<String> = [], reused: ReusedResults? = nil,
    _ configure: (inout ReviewConfiguration) throws -> Void = { _ in }
  ) throws -> [String: EarlierRun] {
    let commit = try #require(CommitID(String(repeating: "a", count: 40)))
    let file = ChangedFile(path: changed, status: .modified, hunks: [])
    let overlay = MergeOverlay(tree: commit, folder: merged, written: written, removed: ["c.txt"])
    let workspace = Workspace(
      root: "/w", head: commit, base: commit, mergeBase: commit, changes: ChangeSet(files: [file]),
      merge: .differs(overlay), baseConfiguration: nil, headConfiguration: nil)
    var configuration = try ReviewConfiguration.sample(packages: ["Package"])
    try configure(&configuration)
    var head = TestedWorkspace(
      run: TestRun(side: .head, package: "Package", outcome: outcome, reused: reused), stages: [],
      layout: PackageLayout(name: "P", targets: []), artifacts: nil, listed: listed,
      cases: [TestCase(suite: Self.test.suite, name: Self.test.name, framework: .swiftTesting, result: result)])
    head.unreadDocuments = unread
    head.unreadFiles = files
    return EarlierRuns(job: .sample(workspace, configuration)).of([head], differences: overlay)
  }

  @Test func `tests that passed on the head are an earlier run, with all differences of the merge`() throws {
    let run = try #require(try runs()["Package"])
    #expect(run.source == .head && run.listed == [Self.test] && run.obstacle == nil && run.unsteadyModules == [])
    #expect(run.differences == ["Sources/B/b.swift", "c.txt"])
  }

  @Test func `a document that the tests of the head did not open is ignored if the merge only changes its contents`()
    async throws
  {
    try await withScratchDirectory { folder in
      let written = ["LINK.md", "NEW.md", "README.md"]
      try folder.write("README.md", "text")
      try folder.write("NEW.md", "text")
      try folder.link("LINK.md", to: "NEW.md")
      let unread: Set = ["LINK.md", "README.md", "OTHER.md", "c.txt"]
      let run = try #require(try runs(merged: folder.path, written: written, unread: unread)["Package"])
      #expect(run.differences == ["LINK.md", "NEW.md", "c.txt"])
      // What the tests of a target open that was not run on the head is not known.
      let reused = ReusedResults(source: .base, commit: run.commit, targets: ["ATests"], total: 2)
      let other = try runs(merged: folder.path, written: written, unread: unread, reused: reused)["Package"]
      #expect(other?.differences == written + ["c.txt"])
    }
  }

  @Test func `a file that the tests of the head did not open is unread if the merge only changes its contents`()
    async throws
  {
    try await withScratchDirectory { folder in
      let written = ["Sources/A/a.swift", "Sources/A/link.swift"]
      try folder.write("Sources/A/a.swift", "text")
      try folder.link("Sources/A/link.swift", to: "a.swift")
      let files = Set(written + ["c.txt"])
      let run = try #require(try runs(merged: folder.path, written: written, files: files)["Package"])
      #expect(run.differences == written + ["c.txt"] && run.unread == ["Sources/A/a.swift"])
      let reused = ReusedResults(source: .base, commit: run.commit, targets: ["ATests"], total: 2)
      #expect(try runs(merged: folder.path, written: written, files: files, reused: reused)["Package"]?.unread == [])
    }
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

  /// The earlier runs for the head, if the base has a result.
  private func baseRuns(
    _ outcome: TestRun.Outcome = .passed, total: Int = 3, failed: [TestID] = [], package: String = "Package",
    resultOf commit: Character = "b", head: Character = "a", changed: String = "Sources/A/a.swift",
    _ configure: (inout ReviewConfiguration) throws -> Void = { _ in }
  ) throws -> [String: EarlierRun] {
    let id = { (digit: Character) in try #require(CommitID(String(repeating: digit, count: 40))) }
    let file = ChangedFile(path: changed, oldPath: "old.swift", status: .renamed, hunks: [])
    let workspace = Workspace(
      root: "/w", head: try id(head), base: try id("b"), mergeBase: try id("b"), changes: ChangeSet(files: [file]),
      baseConfiguration: nil, headConfiguration: nil)
    var configuration = try ReviewConfiguration.sample(packages: ["Package"])
    configuration.tests.select = .affected
    try configure(&configuration)
    let result = BaseResult(
      commit: try id(commit), settings: "s", toolchain: "Swift version 6.3",
      packages: [BaseResult.Package(package: package, outcome: outcome, total: total, failed: failed)])
    return EarlierRuns(job: .sample(workspace, configuration, baseResults: [result])).ofBase(["Package"])
  }

  @Test func `a complete result of the merge base that passed is an earlier run of the head`() throws {
    let run = try #require(try baseRuns()["Package"])
    #expect(run.source == .base && run.commit.hex.hasPrefix("bbb") && run.layout == nil && run.listed == nil)
    #expect(run.toolchains == ["Swift version 6.3"] && run.obstacle == nil && !run.areVersionsKnown)
    #expect(run.differences == ["Sources/A/a.swift", "old.swift"])
  }

  @Test func `any other result is not, and without tests.select the head runs all targets`() throws {
    #expect(try baseRuns(.testsFailed).isEmpty)
    #expect(try baseRuns(total: 0).isEmpty)
    #expect(try baseRuns(failed: [Self.test]).isEmpty, "a flaky test")
    #expect(try baseRuns(package: "").isEmpty)
    #expect(try baseRuns(resultOf: "c").isEmpty, "of the base's tip, which is not the merge base")
    #expect(try baseRuns(head: "b").isEmpty, "a review of the base itself")
    #expect(try baseRuns { $0.tests.select = .all }.isEmpty)
  }

  @Test func `a target for the coverage of the project and a changed manifest run all targets of the head`() throws {
    let gated = try baseRuns { $0.coverage.project.informational = .never }["Package"]
    #expect(gated?.obstacle == "the coverage of the project has a target")
    #expect(try baseRuns(changed: "Package.swift")["Package"]?.obstacle == "the pull request changes Package.swift")
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
