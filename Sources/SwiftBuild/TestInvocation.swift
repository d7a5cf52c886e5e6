// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import Isolation
import ReviewContract
package import SystemPackage

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

/// The environment of the code under review: what is allowed, and nothing else.
package enum SandboxedEnvironment {
  /// Taken over when set. None of them holds a secret: a proxy with a password is dropped.
  private static let allowed = [
    "PATH", "LANG", "LC_ALL", "TZ", "PKG_CONFIG_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO",
  ]
  private static let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"]

  /// The variables that may be handed on. Everything that the code under review can look at must have no others: its
  /// processes, and reviewbot's own beside them.
  package static func inherited(from own: [String: String]) -> [String: String] {
    var environment: [String: String] = [:]
    for name in allowed { environment[name] = own[name] }
    for name in proxies {
      if let value = own[name], !value.contains("@") { environment[name] = value }
    }
    return environment
  }

  /// The files and folders that the variables name.
  package static func files(in own: [String: String]) -> [FilePath] {
    ["SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO"].compactMap { own[$0] }.map { FilePath($0) }.filter {
      $0.isAbsolute && FileManager.default.fileExists(atPath: $0.string)
    }
  }

  /// - Parameters:
  ///   - own: this process's environment.
  ///   - home: an empty folder.
  ///   - temporary: an empty folder.
  ///   - caches: a folder that may be there.
  ///   - programs: the folders of the toolchain's programs, where `PATH` is made of them and the system's own folders;
  ///     otherwise it is ours, which names folders of the operator.
  static func variables(
    from own: [String: String], home: FilePath, temporary: FilePath, caches: FilePath, programs: [FilePath]? = nil
  ) -> [String: String] {
    var environment = inherited(from: own)
    if let programs { environment["PATH"] = path(programs) }
    environment["HOME"] = home.string
    environment["XDG_CACHE_HOME"] = caches.string
    environment["TMPDIR"] = temporary.string
    environment["CI"] = "true"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    if environment["LANG"] == nil { environment["LANG"] = "C.UTF-8" }
    // What is built for coverage and is not a test that SwiftPM runs would leave a profile where it is. The same for
    // every command, because SwiftPM compiles a manifest again when a variable differs.
    environment["LLVM_PROFILE_FILE"] = "/dev/null"
    // The backtracer takes seconds for each crash and prints what is not read here.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return environment
  }

  private static func path(_ programs: [FilePath]) -> String {
    var folders: [String] = []
    for folder in programs.map(\.string) + ["/usr/local/bin", "/usr/bin", "/bin"] where !folders.contains(folder) {
      folders.append(folder)
    }
    return folders.joined(separator: ":")
  }
}
