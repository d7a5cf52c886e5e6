// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Isolation
import ReviewContract
import SystemPackage

/// Runs tests again without SwiftPM if `swift test` did not print their result.
///
/// SwiftPM drops all output that it reads together with invalid UTF-8, the testing libraries' lines included. A test
/// that prints such bytes is legitimate, and its test bundle run directly prints its whole output.
struct TestConfirmation: Sendable {
  let context: SandboxedContext
  /// The test bundles, as paths on the host.
  let programs: [FilePath]
  /// The folder in which they run.
  let package: FilePath
  let limit: Duration
  let progress: ProgressHandler

  /// The progress message.
  static let announcement = "the output of the tests is incomplete: running some of them again, one by one"

  /// Returns the remaining doubts.
  ///
  /// - Parameter arguments: the arguments that select the tests of the run for Swift Testing.
  func settle(_ doubts: TestDoubts, in list: TestList, arguments: [String]) async throws -> TestDoubts {
    progress(.detail(Self.announcement))
    var doubts = doubts
    let clock = ContinuousClock()
    let end = clock.now + limit
    let xctest = Set(list.cases.filter { $0.framework == .xctest }.map(\.id))
    var remaining: [TestID] = []
    for test in doubts.unattested {
      let time = clock.now.duration(to: end)
      guard time > .zero, xctest.contains(test) else {
        remaining.append(test)
        continue
      }
      if try await !passes(test, within: time) { remaining.append(test) }
    }
    doubts.unattested = remaining
    let time = clock.now.duration(to: end)
    var summary: SwiftTestingOutput.Summary?
    if case .noSummary(let missing) = doubts.contradiction { summary = missing }
    guard summary != nil || !doubts.denied.isEmpty, time > .zero else { return doubts }
    let output = try await swiftTesting(arguments, within: time)
    doubts.denied.removeAll { !output.denies($0) }
    if let summary, output.confirms(summary) { doubts.contradiction = nil }
    return doubts
  }

  private func passes(_ test: TestID, within time: Duration) async throws -> Bool {
    for program in programs {
      let output = Locked(XCTestOutput())
      let result = try await run(program, [test.description], within: time) { line in output.withLock { $0.read(line) }
      }
      if result.isSuccess, output.withLock({ $0.attests(test) }) { return true }
    }
    return false
  }

  private func swiftTesting(_ arguments: [String], within time: Duration) async throws -> SwiftTestingOutput {
    let output = Locked(SwiftTestingOutput())
    for program in programs {
      _ = try await run(
        program, ["--testing-library", "swift-testing"] + arguments, within: time
      ) { line in output.withLock { $0.read(line) } }
    }
    return output.withLock { $0 }
  }

  private func run(
    _ program: FilePath, _ arguments: [String], within time: Duration, read: @escaping @Sendable (String) -> Void
  ) async throws -> ChildResult {
    // Its profile is not read, because the coverage of these tests is already measured.
    try await context.run(
      context.inside(program), arguments, at: package, in: .test, limits: ChildLimits(time: time)
    ) { line in
      read(line.text)
      progress(.output(line: line.text))
    }
  }
}
