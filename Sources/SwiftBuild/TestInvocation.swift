// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import ReviewContract
import SystemPackage

/// One run of `swift test` on a built package.
struct TestInvocation: Sendable {
  struct Outcome: Sendable {
    let execution: TestExecution
    /// All tests of the package; `nil` if they could not be listed.
    let listed: [TestID]?
    let tail: [String]
    let milliseconds: Int
    /// The profiles of all parts but the last, which are collected already.
    var profiles: [FilePath] = []
  }

  let request: TestRequest
  let context: SandboxedContext
  let toolchain: Toolchain
  let layout: PackageLayout
  let selection: TestSelection
  /// A name for the files of this run.
  var name: String
  var limit: Duration
  /// Filters for single tests, instead of the selection's filters; empty for the whole selection.
  var filters: [String] = []
  /// All tests of the package, if an earlier run listed them or failed to; otherwise they are listed.
  var listed: [TestID]??
  /// The test targets that are run.
  var choice = TargetChoice()
  /// The order of the tests; `nil` to run them in one part.
  var order: TestParts?
  /// The test bundles.
  let programs: [FilePath]
  let progress: ProgressHandler

  /// The time before the limit at which the running tests are listed, because they are gone afterwards.
  private static let lookAhead = Duration.milliseconds(500)

  func run() async throws -> Outcome {
    let lister = TestLister(
      toolchain: toolchain, context: context, arguments: request.arguments + selection.build.arguments)
    let all: [TestID]?
    if let listed {
      all = listed
    } else {
      all = try await lister.list(request.package, layout, programs: programs, limit: limit)
    }
    if filters.isEmpty, let order, let all {
      let parts = order.parts(of: all, choice)
      if !parts.isEmpty { return try await run(parts, of: all) }
    }
    return try await run(all)
  }

  /// Runs `swift test` once.
  ///
  /// - Parameters:
  ///   - all: all tests of the package; `nil` if they could not be listed.
  ///   - part: the part of them that is run; `nil` for the whole selection.
  func run(_ all: [TestID]?, part: TestPart? = nil) async throws -> Outcome {
    // For repeated tests, the comparison with the list was made before.
    let listed =
      part?.tests ?? (filters.isEmpty ? all?.filter { selection.certainlyRuns($0) && choice.runs($0) } : nil)
    let selectionArguments = part.map { $0.arguments + choice.arguments } ?? selectionArguments
    try context.emptyResults()
    let package = PackageDirectory(request.package, in: request.repositoryRoot)
    let runsSwiftTesting =
      selection.runsSwiftTesting && !TestEntryPoint.exists(in: package.folder, layout, package.checkout)
    let record = Locked((crash: CrashDetector(), output: XCTestOutput(), swiftTesting: SwiftTestingOutput()))
    let clock = ContinuousClock()
    let start = clock.now
    let running = Locked<[TestID]>([])
    let result = try await withThrowingTaskGroup(of: ChildResult?.self) { group in
      group.addTask {
        try await context.run(
          toolchain.swift, arguments(selectionArguments), at: request.package, in: .test,
          limits: ChildLimits(time: limit)
        ) { line in
          record.withLock {
            $0.crash.read(line.text)
            $0.output.read(line.text)
            $0.swiftTesting.read(line.text)
          }
          progress(.output(line: line.text))
        }
      }
      group.addTask {
        // Sleeping ends early only by cancellation, when the tests were faster.
        guard (try? await Task.sleep(for: max(limit - Self.lookAhead, limit / 2))) != nil else { return nil }
        let found = RunningTests.find()
        running.withLock { $0 = found }
        return nil
      }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let result { return result }
      }
      throw CancellationError()
    }
    let milliseconds = start.duration(to: clock.now).milliseconds
    let isTimedOut = if case .timedOut = result.ending { true } else { false }
    let (crash, output, swiftTesting) = record.withLock { ($0.crash, $0.output, $0.swiftTesting) }
    let root = context.inside(request.repositoryRoot).string
    let events =
      toolchain.events == nil
      ? nil : EventStreamReader(repositoryRoot: root).read(context.directory, place(eventFile))
    let execution = TestExecution(
      ending: result.ending,
      xctest: XUnitReader(framework: .xctest, repositoryRoot: root).read(context.directory, place(xctestFile)),
      swiftTesting: XUnitReader(framework: .swiftTesting, repositoryRoot: root).read(
        context.directory, place(swiftTestingFile)),
      events: events,
      areEventsMissing: events == nil && toolchain.events?.isAlwaysWritten == true && runsSwiftTesting,
      output: output, running: isTimedOut ? running.withLock { $0 } : [], crash: crash)
    // The tests of a run that was ended are incomplete anyway.
    guard case .exited = result.ending else {
      return Outcome(execution: execution, listed: all, tail: result.tail, milliseconds: milliseconds)
    }
    var doubts = TestDoubts.find(
      in: execution.list, events: events, xctest: output, swiftTesting: swiftTesting, listed: listed)
    if execution.isConfirmable, doubts.areOfOutput {
      let confirmation = TestConfirmation(
        context: context, programs: programs, package: request.package,
        limit: limit - start.duration(to: clock.now), progress: progress)
      try context.renew()
      doubts = try await confirmation.settle(doubts, in: execution.list, arguments: selectionArguments)
    }
    return Outcome(
      execution: execution.adding(doubts), listed: all, tail: result.tail, milliseconds: milliseconds)
  }

  private var xctestFile: String { "\(name).xml" }
  private var swiftTestingFile: String { "\(name)-swift-testing.xml" }
  private var eventFile: String { "\(name).jsonl" }

  private func arguments(_ selecting: [String]) -> [String] {
    var arguments = ["test", "--skip-build", "--parallel", "--xunit-output", context.insideResult(xctestFile).string]
    if let jobs = context.jobs, !selection.setsWorkers { arguments += ["--num-workers", "\(jobs)"] }
    // Without this, XCTest prints nothing about passing tests, and reports skipped tests as passed.
    arguments.append("--verbose")
    arguments += toolchain.testOptions.sorted()
    arguments += toolchain.events?.arguments(file: context.insideResult(eventFile)) ?? []
    // Without --enable-code-coverage, because SwiftPM would then write a profile for each process, and merge all of
    // them in a format that is not read here. The environment sets the path of profiles.
    arguments += request.arguments + selection.build.arguments + selection.arguments + selecting
    return arguments
  }

  /// The options that select tests, of `swift test` and of Swift Testing alike.
  private var selectionArguments: [String] {
    (filters.isEmpty ? selection.filters : filters).flatMap { ["--filter", $0] }
      + selection.skips.flatMap { ["--skip", $0] } + choice.arguments
  }

  private func place(_ file: String) -> String { "\(SandboxedContext.results)/\(file)" }
}
