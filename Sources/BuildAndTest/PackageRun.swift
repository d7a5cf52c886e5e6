// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ChildProcess
import Foundation
import ReviewCore
import SystemPackage

/// One package, from its manifest to its results.
struct PackageRun: Sendable {
  let request: TestRequest
  let guest: Guest
  let toolchain: Toolchain
  let progress: ProgressHandler

  func perform() async -> TestedWorkspace {
    let clock = StageClock(progress: progress)
    let manifest = ContainedFolder(request.package)
    guard (try? manifest.bytes(at: "Package.swift", limit: 1 << 20)) != nil else {
      let folder = RelativePath.make(request.package.string, from: request.repositoryRoot.string) ?? ""
      let place = folder.isEmpty ? "the repository's root" : folder
      return await ended(
        clock, .couldNotRun,
        "there is no Package.swift in \(place); set build.package in .reviewbot.yml to the package's folder")
    }
    do {
      return try await perform(clock)
    } catch {
      return await ended(clock, .couldNotRun, "\(error)")
    }
  }

  private func perform(_ clock: StageClock) async throws -> TestedWorkspace {
    let describer = PackageDescriber(toolchain: toolchain, guest: guest)
    let layout: PackageLayout
    do {
      layout = try await clock.run("describe") {
        try await describer.describe(request.package, from: request.repositoryRoot)
      }
    } catch let failure as PackageDescriber.Failure {
      return await ended(clock, failure.isTimeout ? .timedOut : .buildFailed, failure.reason, tail: failure.tail)
    }
    let build = try await clock.run("build", describe: { $0.stage }) { try await self.build(layout) }
    guard build.result.isSuccess else {
      await clock.skip("test", because: "the build failed")
      let outcome: TestRun.Outcome = build.isTimedOut ? .timedOut : .buildFailed
      return await ended(
        clock, outcome, build.reason, layout: layout, diagnostics: build.diagnostics, tail: build.result.tail)
    }
    guard layout.declaresTests else {
      await clock.skip("test", because: "the package declares no tests")
      return await ended(
        clock, .noTests, "the package declares no test targets", layout: layout, diagnostics: build.diagnostics)
    }
    let tested = try await clock.run("test", describe: { $0.stage }) { try await self.runTests() }
    let judgement = TestJudge.judge(tested.execution)
    let failures = [tested.execution.xctest, tested.execution.swiftTesting].flatMap { $0.results?.failures ?? [] }
    let run = TestRun(
      side: request.side, outcome: judgement.outcome, reason: judgement.reason,
      tests: TestJudge.counts(in: tested.execution), failures: failures, diagnostics: build.diagnostics,
      logTail: judgement.outcome == .passed ? "" : Self.log(tested.tail), toolchain: toolchain.version)
    return TestedWorkspace(run: run, stages: await clock.stages, layout: layout, artifacts: artifacts())
  }

  /// The repository's root as the compiler and the tests write it.
  private var insideRoot: String { guest.runner.inside(request.repositoryRoot).string }

  private func build(_ layout: PackageLayout) async throws -> BuildExecution {
    let parser = Locked(DiagnosticParser(repositoryRoot: insideRoot))
    let tests = layout.declaresTests ? ["--build-tests", "--enable-code-coverage"] : []
    let command = ChildCommand(
      toolchain.swift, ["build"] + tests + request.arguments, environment: guest.environment,
      workingFolder: guest.runner.inside(request.package))
    let result = try await guest.runner.run(command, limits: ChildLimits(time: request.buildLimit), reach: .nothing) {
      line in
      parser.withLock { $0.read(line.text) }
      progress(.output(line: line.text))
    }
    return BuildExecution(result: result, diagnostics: parser.withLock { $0.diagnostics })
  }

  private func runTests() async throws -> (execution: TestExecution, tail: [String], stage: (Stage.Status, String?)) {
    let crash = Locked(CrashDetector())
    let arguments =
      [
        "test", "--skip-build", "--enable-code-coverage", "--parallel",
        "--xunit-output", guest.insideResult("tests.xml").string,
      ] + toolchain.testOptions.sorted() + request.arguments
    let command = ChildCommand(
      toolchain.swift, arguments, environment: guest.environment, workingFolder: guest.runner.inside(request.package))
    let result = try await guest.runner.run(command, limits: ChildLimits(time: request.testLimit), reach: .nothing) {
      line in
      crash.withLock { $0.read(line.text) }
      progress(.output(line: line.text))
    }
    let reader = XUnitReader(repositoryRoot: insideRoot)
    let execution = TestExecution(
      ending: result.ending, xctest: reader.read(guest.folder, "\(Guest.results)/tests.xml"),
      swiftTesting: reader.read(guest.folder, "\(Guest.results)/tests-swift-testing.xml"),
      crash: crash.withLock { $0.description },
      isCrashCertain: crash.withLock { $0.isCertain })
    let judgement = TestJudge.judge(execution)
    let isGood = judgement.outcome == .passed
    return (execution, result.tail, (isGood ? .done : .failed, isGood ? nil : judgement.reason))
  }

  /// The profiles and the program that was tested. Present as well when tests failed or crashed.
  private func artifacts() -> CoverageArtifacts? {
    let products = request.package.appending(".build").appending("debug")
    let profiles = files(in: products.appending("codecov")) { $0.hasSuffix(".profraw") }
    let binaries = files(in: products) { $0.hasSuffix(".xctest") }
    guard !profiles.isEmpty, !binaries.isEmpty else { return nil }
    return CoverageArtifacts(
      repositoryRoot: request.repositoryRoot, toolchain: toolchain.tools, profiles: profiles, binaries: binaries,
      scratch: guest.scratch)
  }

  private func files(in folder: FilePath, where isWanted: (String) -> Bool) -> [FilePath] {
    // A folder that is not there has no files: the tests did not get that far.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    return names.filter(isWanted).sorted().map { folder.appending($0) }
  }

  private func ended(
    _ clock: StageClock, _ outcome: TestRun.Outcome, _ reason: String, layout: PackageLayout? = nil,
    diagnostics: [BuildDiagnostic] = [], tail: [String] = []
  ) async -> TestedWorkspace {
    let run = TestRun(
      side: request.side, outcome: outcome, reason: reason, diagnostics: diagnostics,
      logTail: outcome == .noTests ? "" : Self.log(tail), toolchain: toolchain.version)
    return TestedWorkspace(run: run, stages: await clock.stages, layout: layout, artifacts: nil)
  }

  /// How much of the end of the output a report keeps: lines, and characters of each.
  static let maximumLog = (lines: 40, characters: 300)

  private static func log(_ lines: [String]) -> String {
    lines.suffix(maximumLog.lines).map { String($0.prefix(maximumLog.characters)) }.joined(separator: "\n")
  }
}
