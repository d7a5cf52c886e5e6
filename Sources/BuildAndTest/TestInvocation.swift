// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ChildProcess
import ReviewCore
import SystemPackage

/// One run of `swift test` on a package that is built.
struct TestInvocation: Sendable {
  struct Outcome: Sendable {
    let execution: TestExecution
    let tail: [String]
    let milliseconds: Int
  }

  let request: TestRequest
  let guest: Guest
  let toolchain: Toolchain
  /// A name for the files that this run leaves.
  let name: String
  let limit: Duration
  /// The only tests to run; all when empty.
  var filters: [String] = []
  let progress: ProgressHandler

  /// How long before the limit the running tests are asked for: afterwards there are none.
  private static let lookAhead = Duration.milliseconds(500)

  func run() async throws -> Outcome {
    try guest.emptyResults()
    let record = Locked((crash: CrashDetector(), output: XCTestOutput()))
    let clock = ContinuousClock()
    let start = clock.now
    let running = Locked<[TestID]>([])
    let result = try await withThrowingTaskGroup(of: ChildResult?.self) { group in
      group.addTask {
        try await guest.runner.run(command, limits: ChildLimits(time: limit), reach: .nothing) { line in
          record.withLock {
            $0.crash.read(line.text)
            $0.output.read(line.text)
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
    let (crash, output) = record.withLock { ($0.crash, $0.output) }
    let root = guest.runner.inside(request.repositoryRoot).string
    let events =
      toolchain.events == nil
      ? nil : EventStreamReader(repositoryRoot: root).read(guest.directory, place(eventFile))
    let execution = TestExecution(
      ending: result.ending,
      xctest: XUnitReader(framework: .xctest, repositoryRoot: root).read(guest.directory, place(xctestFile)),
      swiftTesting: XUnitReader(framework: .swiftTesting, repositoryRoot: root).read(
        guest.directory, place(swiftTestingFile)),
      events: events, areEventsMissing: events == nil && toolchain.events?.isAlwaysWritten == true,
      output: output, running: isTimedOut ? running.withLock { $0 } : [], crash: crash)
    return Outcome(execution: execution, tail: result.tail, milliseconds: milliseconds)
  }

  private var xctestFile: String { "\(name).xml" }
  private var swiftTestingFile: String { "\(name)-swift-testing.xml" }
  private var eventFile: String { "\(name).jsonl" }

  private var command: ChildCommand {
    var environment = guest.environment
    var arguments = ["test", "--skip-build", "--parallel", "--xunit-output", guest.insideResult(xctestFile).string]
    if let jobs = guest.jobs { arguments += ["--num-workers", "\(jobs)"] }
    // Otherwise XCTest's tests that pass print nothing, and those that skip themselves pass.
    arguments.append("--verbose")
    arguments += toolchain.testOptions.sorted()
    arguments += toolchain.events?.arguments(file: guest.insideResult(eventFile)) ?? []
    if filters.isEmpty {
      arguments.append("--enable-code-coverage")
    } else {
      // SwiftPM would begin with removing the profiles of the run before, which are those that count.
      environment["LLVM_PROFILE_FILE"] = "/dev/null"
    }
    arguments += request.arguments + filters.flatMap { ["--filter", $0] }
    return ChildCommand(
      toolchain.swift, arguments, environment: environment, workingFolder: guest.runner.inside(request.package))
  }

  private func place(_ file: String) -> String { "\(Guest.results)/\(file)" }
}
