// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
import Isolation
package import ReviewContract
import SystemPackage

/// A package that was built and tested, in a checkout whose sources the caller changes afterwards: it is built again, and
/// its tests run by suite, each in a process of its own and without SwiftPM.
package struct RebuiltPackage: Sendable {
  /// The result of a build.
  package struct Build: Sendable {
    /// The reason why it failed; `nil` if it did not.
    package let failure: String?
    /// Whether the failure is one of the sources.
    package let isOfSources: Bool
    package let diagnostics: [BuildDiagnostic]

    package init(failure: String?, isOfSources: Bool = true, diagnostics: [BuildDiagnostic] = []) {
      self.failure = failure
      self.isOfSources = isOfSources
      self.diagnostics = diagnostics
    }
  }

  private let request: TestRequest
  private let context: SandboxedContext
  private let toolchain: Toolchain
  private let package: PackageDirectory
  private let progress: ProgressHandler

  private static let events = "suite.jsonl"

  init(request: TestRequest, context: SandboxedContext, toolchain: Toolchain, progress: @escaping ProgressHandler) {
    self.request = request
    self.context = context
    self.toolchain = toolchain
    self.progress = progress
    package = PackageDirectory(request.package, in: request.repositoryRoot)
  }

  /// Builds the package and its tests with the arguments of its first build.
  package func build() async throws -> Build {
    let parser = Locked(DiagnosticParser(repositoryRoot: context.inside(request.repositoryRoot).string))
    let result = try await context.run(
      toolchain.swift,
      ["build", "--build-tests", "--enable-code-coverage"] + context.jobArguments + request.arguments,
      at: request.package, in: .build, limits: ChildLimits(time: request.buildLimit)
    ) { line in
      parser.withLock { $0.read(line.text) }
      progress(.output(line: line.text))
    }
    let execution = BuildExecution(result: result, diagnostics: parser.withLock(\.diagnostics))
    return Build(
      failure: result.isSuccess ? nil : execution.reason, isOfSources: execution.outcome == .buildFailed,
      diagnostics: execution.diagnostics)
  }

  /// The products of the build, as the tests must find and leave them.
  package func products() throws -> BuiltProducts { BuiltProducts(seals: try SealedPrograms(of: package)) }

  /// Creates or replaces a file that the processes of the tests can read and write.
  ///
  /// - Returns: its path for these processes.
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try context.emptyResults()
    let path = "\(SandboxedContext.results)/\(name)"
    try context.directory.write(bytes, to: path)
    return context.insideResult(name).string
  }

  /// Reads a file that ``write(_:to:)`` created.
  package func read(_ name: String, limit: Int) throws -> [UInt8] {
    try context.directory.bytes(at: "\(SandboxedContext.results)/\(name)", limit: limit)
  }

  /// Runs a suite with an empty home and temporary folder.
  ///
  /// - Parameters:
  ///   - variables: additional environment variables.
  ///   - limit: the time limit, after which all processes of the run are killed.
  ///   - stopsAtFailure: whether the process is killed when a test has failed.
  /// - Throws: an error if the process cannot be started.
  package func run(
    _ suite: TestSuite, variables: [String: String], limit: Duration, stopsAtFailure: Bool
  ) async throws -> SuiteRun {
    try context.renew()
    var arguments = suite.arguments
    if suite.framework == .swiftTesting, let events = toolchain.events {
      try context.directory.remove("\(SandboxedContext.results)/\(Self.events)")
      arguments += events.arguments(file: context.insideResult(Self.events))
    }
    // The coverage is measured, and crashes need no trace.
    let quiet = ["LLVM_PROFILE_FILE": "/dev/null", "SWIFT_BACKTRACE": "enable=no"]
    let context = context.adding(quiet.merging(variables) { $1 })
    let start = ContinuousClock.now
    var result = SuiteRun.Result.failed("there is no test program")
    for program in package.testPrograms {
      let remaining = limit - start.duration(to: .now)
      result = try await run(suite, program, arguments, context, remaining, stopsAtFailure)
      guard result == .passed else { break }
    }
    return SuiteRun(result: result, milliseconds: start.duration(to: .now).milliseconds)
  }

  private func run(
    _ suite: TestSuite, _ program: FilePath, _ arguments: [String], _ context: SandboxedContext, _ limit: Duration,
    _ stopsAtFailure: Bool
  ) async throws -> SuiteRun.Result {
    let xctest = Locked(XCTestOutput())
    let (failures, failure) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let limits = ChildLimits(time: max(limit, .milliseconds(1)), grace: .zero)
    let result = try await withThrowingTaskGroup(of: ChildResult?.self) { group in
      group.addTask {
        defer { failure.finish() }
        return try await context.run(
          context.inside(program), arguments, at: request.package, in: .test, limits: limits
        ) { line in
          xctest.withLock { $0.read(line.text) }
          progress(.output(line: line.text))
          if stopsAtFailure, FailedTestLine.test(in: line.text) != nil { failure.yield() }
        }
      }
      group.addTask {
        for await _ in failures { return nil }
        return nil
      }
      defer { group.cancelAll() }
      var result: ChildResult?
      while let next = try await group.next() {
        // A failed test is a result; waiting for the others tells nothing more.
        if next == nil, result == nil { group.cancelAll() }
        result = next ?? result
      }
      guard let result else { throw CancellationError() }
      return result
    }
    try Task.checkCancellation()
    switch result.ending {
    case .exited(0): break
    case .timedOut: return .timedOut
    case .cancelled: return .failed("a test failed")
    case .exited(let status): return .failed("its process ended with status \(status)")
    case .signalled(let signal): return .failed("its process was ended by signal \(signal)")
    default:
      if let shortage = result.ending.shortage {
        throw StageFailure(reason: "the tests were ended, because \(shortage)")
      }
      return .failed("its process \(result.ending.excess ?? "ended")")
    }
    let missing = try suite.tests.subtracting(passed(suite, xctest.withLock { $0 }))
    guard let first = missing.map(\.description).min() else { return .passed }
    return .failed("\(first) did not run to its end\(missing.count > 1 ? ", and \(missing.count - 1) others" : "")")
  }

  private func passed(_ suite: TestSuite, _ output: XCTestOutput) throws -> Set<TestID> {
    guard suite.framework == .swiftTesting else { return suite.tests.filter { output.attests($0) } }
    let reader = EventStreamReader(repositoryRoot: context.inside(request.repositoryRoot).string)
    guard let events = reader.read(context.directory, "\(SandboxedContext.results)/\(Self.events)"), events.isComplete
    else { return [] }
    return Set(events.tests.filter { $0.hasPassed && !$0.isSuite }.map(\.id))
  }
}

/// The programs of a build, which tests must not replace.
package struct BuiltProducts: Sendable {
  fileprivate let seals: SealedPrograms

  /// Returns the names of programs that were replaced, removed or added.
  package func differences() throws -> [String] { try seals.differences() }
}

extension SwiftBuildAssembly {
  /// Returns the package of a request that ``runner`` built and tested.
  ///
  /// - Throws: an error if there is no toolchain, or a folder of the run cannot be made.
  package func rebuilt(_ request: TestRequest, progress: @escaping ProgressHandler) async throws -> RebuiltPackage {
    let (context, toolchain) = try await runnerOfPackages.context(of: request)
    return RebuiltPackage(request: request, context: context, toolchain: toolchain, progress: progress)
  }
}
