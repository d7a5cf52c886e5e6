// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Isolation
import ReviewContract
import SystemPackage

/// Runs the tests of a built package: one `swift test` for each selection, and another for failed tests.
struct SelectedTestRuns: Sendable {
  /// The results of all selections together.
  struct Outcome: Sendable {
    var judgement = TestJudge.Judgement(outcome: .passed, reason: "")
    var list = TestList()
    /// First failures of tests that passed when they were run again.
    var flaky: [TestFailure] = []
    var tail: [String] = []
    /// Without retries.
    var milliseconds = 0
    /// The tests of each selection that passed.
    var passed: [Int: [TestID]] = [:]
    /// All tests of the package, whether selected or not; `nil` if they could not be listed.
    var listed: [TestID]?
    var profiles: [FilePath] = []
    /// Notes for the report, without repetitions.
    var notes: [String] = []
    /// What sanitizers reported, without repetitions.
    var reports: [SanitizerReport] = []
  }

  let request: TestRequest
  let context: SandboxedContext
  let toolchain: Toolchain
  let layout: PackageLayout
  let builds: TestBuilds
  /// The builds that the runs need.
  let results: [TestBuild: TestBuilds.Result]
  let check: CheckoutCheck
  /// The test targets that are run.
  let choice: TargetChoice
  /// The order of the tests of a package without selections; `nil` for none.
  let order: TestParts?
  let progress: ProgressHandler

  /// - Throws: an error if a command cannot be started, or the directories of the tests cannot be written.
  func perform(_ clock: StageClock) async throws -> Outcome {
    let time = ContinuousClock()
    let end = time.now + request.testLimit
    var outcome = Outcome()
    if choice.isNothing {
      await clock.skip("test", because: "all test targets have the inputs of an earlier run that passed")
      let lister = TestLister(toolchain: toolchain, context: context, arguments: request.arguments)
      outcome.listed =
        if let listed = request.earlier?.listed { listed } else {
          try await lister.list(
            request.package, layout, programs: builds.package.testPrograms, limit: request.testLimit)
        }
      return outcome
    }
    for (number, selection) in selections.enumerated() {
      let remaining = time.now.duration(to: end)
      guard number == 0 || remaining > .seconds(1) else {
        let reason = "not started: the tests before it ran longer than \(String(duration: request.testLimit))"
        outcome.add(.init(outcome: .timedOut, reason: reason), of: selection)
        continue
      }
      switch results[selection.build] {
      case .built(let built):
        outcome = try await builds.using(selection.build) { [outcome] in
          try await run(selection, number, built, clock, until: end, adding: outcome)
        }
      case .failed(let judgement, let tail):
        outcome.add(judgement, of: selection)
        outcome.tail = tail
      case nil: preconditionFailure("the build \(selection.build.name) was not made")
      }
    }
    if outcome.judgement.outcome == .passed, outcome.list.counts.total == 0 {
      outcome.judgement = TestJudge.Judgement(outcome: .testsFailed, reason: TestJudge.noTests)
    }
    return try await repeatNewTests(clock, until: end, after: outcome)
  }

  /// The runs with the package's own build first, because they list the tests; then by build.
  var selections: [TestSelection] {
    guard !request.runs.isEmpty else { return [TestSelection()] }
    return ([TestBuild()] + TestBuilds.needed(by: request.runs)).flatMap { build in
      request.runs.filter { $0.build == build }
    }
  }

  private func run(
    _ selection: TestSelection, _ number: Int, _ built: BuiltTests, _ clock: StageClock,
    until end: ContinuousClock.Instant, adding earlier: Outcome
  ) async throws -> Outcome {
    let time = ContinuousClock()
    var outcome = earlier
    let variables = selection.build.variables(
      log: context.insideResult(SanitizerLog.name), tools: toolchain.tools, inherited: context.environment)
    var invocation = TestInvocation(
      request: request, context: context.adding(variables), toolchain: toolchain, layout: layout, selection: selection,
      name: number == 0 ? "test" : "test-\(number)",
      limit: number == 0 ? request.testLimit : time.now.duration(to: end),
      programs: built.package.testPrograms, progress: progress)
    // A release build can have other tests.
    invocation.listed = number == 0 || selection.build.configuration == .release ? nil : .some(outcome.listed)
    invocation.choice = choice
    invocation.order = request.runs.isEmpty ? order : nil
    var first = try await perform(invocation, as: selection.stage("test"), clock, &outcome)
    if first.execution.list.counts.total == 0, first.execution.ending == .exited(0), choice.reused != nil {
      // What the selection matches is not known before: all its tests can be in the targets that are not run.
      invocation.choice = TargetChoice()
      invocation.listed = .some(first.listed)
      try context.renew()
      first = try await perform(invocation, as: selection.stage("test"), clock, &outcome)
    }
    var log = SanitizerLog()
    try readReports(of: selection, into: &log)
    let profiles = first.profiles + context.collectProfiles("\(number)")
    if selection.build.measuresCoverage { outcome.profiles += profiles }
    guard try !areProgramsReplaced(built, &outcome, by: selection) else { return outcome }
    var judgement = TestJudge.judge(first.execution, of: selection)
    if number > 0 { judgement = naming(judgement, first.execution.ending) }
    var list = first.execution.list
    var flaky: [TestFailure] = []
    // A defect that a sanitizer reported does not become one of the test's flakiness.
    if request.flaky.retries > 0, log.isEmpty, time.now.duration(to: end) > .seconds(1),
      let filters = Retry.filters(after: first.execution, judgement)
    {
      // A test must not find its files from the failed run.
      try context.renew()
      invocation.name = number == 0 ? "retry" : "retry-\(number)"
      invocation.limit = time.now.duration(to: end)
      invocation.filters = filters
      invocation.listed = .some(first.listed)
      let second = try await perform(invocation, as: selection.stage("retry"), clock, &outcome)
      try readReports(of: selection, into: &log)
      guard try !areProgramsReplaced(built, &outcome, by: selection) else { return outcome }
      let names = Retry.flaky(of: list, in: second.execution)
      (list, flaky) = list.marking(flaky: names)
      judgement = Retry.judge(judgement, list, flaky: names.count, policy: request.flaky.policy)
    }
    // Each selection starts without the files of the previous one.
    if number + 1 < request.runs.count { try context.renew() }
    judgement = log.judge(judgement, failed: list.counts.failed)
    outcome.add(judgement, of: selection)
    outcome.reports += log.reports.filter { !outcome.reports.contains($0) }
    outcome.list.merge(list, of: selection.name)
    outcome.passed[number] = list.cases.filter { $0.result == .passed }.map(\.id)
    outcome.flaky += flaky.map { $0.named(after: selection.name) }
    outcome.tail = judgement.outcome == .passed ? outcome.tail : log.lines.isEmpty ? first.tail : log.lines
    outcome.milliseconds += first.milliseconds
    if number == 0 { outcome.listed = first.listed }
    return outcome
  }

  /// Reads what a sanitizer reported in the last invocation, and shows it with the output.
  private func readReports(of selection: TestSelection, into log: inout SanitizerLog) throws {
    guard selection.build.sanitizer != .none else { return }
    let (root, tests) = (context.inside(request.repositoryRoot).string, layout.targets.filter { $0.type == "test" })
    let checkout = ContainedDirectory(request.repositoryRoot)
    let reader = SanitizerReader(
      sanitizer: selection.build.sanitizer, repositoryRoot: root, tests: tests.map(\.path),
      exists: { checkout.status(of: $0)?.kind == .file })
    log.read(context.directory, SandboxedContext.results, reader)
    for line in log.lines { progress(.output(line: line)) }
  }

  /// Returns the judgement of a later run, with the time limit of all runs together.
  private func naming(_ judgement: TestJudge.Judgement, _ ending: ChildResult.Ending) -> TestJudge.Judgement {
    guard case .timedOut(let limit) = ending else { return judgement }
    let (runLimit, all) = (String(duration: limit), String(duration: request.testLimit))
    return TestJudge.Judgement(
      outcome: judgement.outcome,
      reason: judgement.reason.replacing("longer than \(runLimit)", with: "longer than \(all) together"))
  }

  private func perform(
    _ invocation: TestInvocation, as name: String, _ clock: StageClock, _ outcome: inout Outcome
  ) async throws -> TestInvocation.Outcome {
    let result = try await clock.run(name) { outcome in
      let judgement = TestJudge.judge(outcome.execution, of: invocation.selection)
      let isGood = judgement.outcome == .passed
      return (isGood ? .done : .failed, isGood ? nil : judgement.reason)
    } _: {
      try await invocation.run()
    }
    // What follows, such as a retry, the coverage or the merge, starts from the commit.
    if let note = try check.restore(), !outcome.notes.contains(note) { outcome.notes.append(note) }
    return result
  }

  /// Whether the tests replaced products of the build, so that neither their results nor their coverage are those of the
  /// commit.
  func areProgramsReplaced(
    _ built: BuiltTests, _ outcome: inout Outcome, by selection: TestSelection
  ) throws -> Bool {
    let replaced = try built.programs.differences()
    guard !replaced.isEmpty else { return false }
    outcome.profiles = []
    let reason = "the tests replaced what the build made: \(replaced.prefix(3).joined(separator: ", "))"
    outcome.add(.init(outcome: .crashed, reason: reason), of: selection)
    return true
  }
}

extension SelectedTestRuns.Outcome {
  /// The worst first.
  private static let ranking: [TestRun.Outcome] = [.couldNotRun, .buildFailed, .timedOut, .crashed, .testsFailed]

  /// Adds a judgement of one selection. The worst outcome is that of all; the reasons name the runs.
  mutating func add(_ other: TestJudge.Judgement, of selection: TestSelection) {
    guard other.outcome != .passed else { return }
    let reason = selection.name.isEmpty ? other.reason : "run \(selection.name): \(other.reason)"
    guard judgement.outcome != .passed else {
      judgement = TestJudge.Judgement(outcome: other.outcome, reason: reason)
      return
    }
    let outcome = Self.ranking.first { [judgement.outcome, other.outcome].contains($0) }
    judgement = TestJudge.Judgement(
      outcome: outcome ?? judgement.outcome, reason: "\(judgement.reason); \(reason)")
  }
}

extension TestSelection {
  /// `test`, or `test integration` for a run with a name.
  fileprivate func stage(_ word: String) -> String { name.isEmpty ? word : "\(word) \(name)" }
}

extension TestFailure {
  /// Returns the failure with the name of its run before the message.
  func named(after run: String) -> TestFailure {
    guard !run.isEmpty else { return self }
    return TestFailure(
      suite: suite, name: name, message: "[\(run)] \(message)", path: path, line: line, output: output,
      failsOnBase: failsOnBase)
  }
}
