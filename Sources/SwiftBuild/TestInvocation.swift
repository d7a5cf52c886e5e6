// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import ReviewContract
import SystemPackage

/// One run of `swift test` on a package that is built.
struct TestInvocation: Sendable {
  struct Outcome: Sendable {
    let execution: TestExecution
    /// The tests that there are, where all of them were to run; `nil` when that is not known.
    let listed: [TestID]?
    let tail: [String]
    let milliseconds: Int
  }

  let request: TestRequest
  let context: SandboxedContext
  let toolchain: Toolchain
  let layout: PackageLayout
  /// A name for the files that this run leaves.
  let name: String
  let limit: Duration
  /// The only tests to run; all when empty.
  var filters: [String] = []
  /// The programs that hold the tests.
  let programs: [FilePath]
  let progress: ProgressHandler

  /// How long before the limit the running tests are listed: afterwards there are none.
  private static let lookAhead = Duration.milliseconds(500)

  func run() async throws -> Outcome {
    let lister = TestLister(toolchain: toolchain, context: context, arguments: request.arguments)
    let listed = filters.isEmpty ? try await lister.list(request.package, layout, limit: limit) : nil
    try context.emptyResults()
    let record = Locked((crash: CrashDetector(), output: XCTestOutput(), swiftTesting: SwiftTestingOutput()))
    let clock = ContinuousClock()
    let start = clock.now
    let running = Locked<[TestID]>([])
    let result = try await withThrowingTaskGroup(of: ChildResult?.self) { group in
      group.addTask {
        try await context.runner.run(command, limits: ChildLimits(time: limit), reach: .nothing) { line in
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
    let root = context.runner.inside(request.repositoryRoot).string
    let events =
      toolchain.events == nil
      ? nil : EventStreamReader(repositoryRoot: root).read(context.directory, place(eventFile))
    let execution = TestExecution(
      ending: result.ending,
      xctest: XUnitReader(framework: .xctest, repositoryRoot: root).read(context.directory, place(xctestFile)),
      swiftTesting: XUnitReader(framework: .swiftTesting, repositoryRoot: root).read(
        context.directory, place(swiftTestingFile)),
      events: events, areEventsMissing: events == nil && toolchain.events?.isAlwaysWritten == true,
      output: output, running: isTimedOut ? running.withLock { $0 } : [], crash: crash)
    // Tests that were ended did not complete anyway.
    guard case .exited = result.ending else {
      return Outcome(execution: execution, listed: listed, tail: result.tail, milliseconds: milliseconds)
    }
    var doubts = TestDoubts.find(
      in: execution.list, events: events, xctest: output, swiftTesting: swiftTesting, listed: listed)
    if execution.isConfirmable, doubts.areOfOutput {
      let confirmation = TestConfirmation(
        context: context, programs: programs, workingDirectory: context.runner.inside(request.package),
        limit: limit - start.duration(to: clock.now), progress: progress)
      try context.renew()
      doubts = try await confirmation.settle(doubts, in: execution.list, filters: filters)
    }
    return Outcome(
      execution: execution.adding(doubts), listed: listed, tail: result.tail, milliseconds: milliseconds)
  }

  private var xctestFile: String { "\(name).xml" }
  private var swiftTestingFile: String { "\(name)-swift-testing.xml" }
  private var eventFile: String { "\(name).jsonl" }

  private var command: ChildCommand {
    var arguments = ["test", "--skip-build", "--parallel", "--xunit-output", context.insideResult(xctestFile).string]
    if let jobs = context.jobs { arguments += ["--num-workers", "\(jobs)"] }
    // Otherwise XCTest's tests that pass print nothing, and those that skip themselves pass.
    arguments.append("--verbose")
    arguments += toolchain.testOptions.sorted()
    arguments += toolchain.events?.arguments(file: context.insideResult(eventFile)) ?? []
    // With filters it would begin with removing the profiles of the run before, which are those that count.
    if filters.isEmpty { arguments.append("--enable-code-coverage") }
    arguments += request.arguments + filters.flatMap { ["--filter", $0] }
    return ChildCommand(
      toolchain.swift, arguments, environment: context.environment,
      workingDirectory: context.runner.inside(request.package)
    )
  }

  private func place(_ file: String) -> String { "\(SandboxedContext.results)/\(file)" }
}
