// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Isolation
import ReviewContract

extension SelectedTestRuns {
  /// The time limit of one repetition, in durations of all tests, and the least.
  private static let limit = (part: 3.0, least: Duration.seconds(60))

  /// Repeats the tests that the change adds or edits, without the others. One that fails is flaky.
  ///
  /// - Parameter outcome: of all selections.
  func repeatNewTests(
    _ clock: StageClock, until end: ContinuousClock.Instant, after outcome: Outcome
  ) async throws -> Outcome {
    guard let wanted = request.newTests, wanted.count > 0, !wanted.tests.isEmpty else { return outcome }
    let tests = NewTests(wanted.tests, layout: layout, cases: outcome.list.cases)
    var outcome = outcome
    guard outcome.judgement.outcome == .passed else {
      let count = tests.passed.count
      if count > 0 {
        outcome.notes.append(Self.note("\(Self.tests(count)) not repeated, because the tests did not pass"))
      }
      return outcome
    }
    if !tests.missing.isEmpty {
      let names = tests.missing.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      let more = tests.missing.count > 3 ? " and \(tests.missing.count - 3) more" : ""
      outcome.notes.append(
        Self.note("\(Self.tests(tests.missing.count)) not repeated, because the run did not have them: \(names)\(more)")
      )
    }
    if tests.passed.count > NewTests.maximumTests {
      outcome.notes.append(
        Self.note("\(Self.tests(tests.passed.count - NewTests.maximumTests)) not repeated, because there are too many"))
    }
    var rest = Dictionary(tests.passed.prefix(NewTests.maximumTests).map { ($0.id, $0.isNew) }) { first, _ in first }
    let time = Duration.milliseconds(outcome.milliseconds)
    let budget = max(time * wanted.share, wanted.least)
    var spent = Duration.zero
    for (number, selection) in selections.enumerated() where !rest.isEmpty {
      let own = outcome.passed[number, default: []].filter { rest[$0] != nil }
      let filters = own.compactMap { id in Retry.filter(for: id).map { (id, $0) } }
      guard !filters.isEmpty, case .built(let built) = results[selection.build] else { continue }
      let plan = RepetitionPlan(
        tests: filters.map(\.0), filters: filters.map(\.1), selection: selection, number: number, built: built,
        count: wanted.count, budget: budget, spent: spent, limit: max(time * Self.limit.part, Self.limit.least),
        end: end)
      let start = ContinuousClock.now
      let tally = try await builds.using(selection.build) { [outcome] in
        try await perform(plan, clock, outcome.listed)
      }
      spent += start.duration(to: .now)
      outcome.notes += tally.notes.filter { !outcome.notes.contains($0) }.sorted()
      guard try !areProgramsReplaced(built, &outcome, by: selection) else { return outcome }
      outcome.add(tally, of: plan, isNew: rest, policy: request.flaky.policy)
      for id in plan.tests { rest[id] = nil }
    }
    if !rest.isEmpty {
      let reason = "because `swift test --filter` cannot name them"
      outcome.notes.append(Self.note("\(Self.tests(rest.count)) not repeated, \(reason)"))
    }
    return outcome
  }

  private func perform(
    _ plan: RepetitionPlan, _ clock: StageClock, _ listed: [TestID]?
  ) async throws -> RepetitionTally {
    let name = plan.selection.name.isEmpty ? "repeat new tests" : "repeat new tests \(plan.selection.name)"
    let policy = request.flaky.policy
    return try await clock.run(name) { tally in
      if policy == .fail, let reason = tally.reason { return (.failed, reason) }
      let failed = tally.failed.isEmpty ? "" : ", \(tally.failed.count) failed"
      return (.done, "\(tally.count) of \(plan.count) repetitions of \(counted(plan.tests.count, "test"))\(failed)")
    } _: {
      try await repeatTests(plan, listed)
    }
  }

  private func repeatTests(_ plan: RepetitionPlan, _ listed: [TestID]?) async throws -> RepetitionTally {
    let variables = plan.selection.build.variables(
      log: context.insideResult(SanitizerLog.name), tools: toolchain.tools, inherited: context.environment)
    var invocation = TestInvocation(
      request: request, context: context.adding(variables), toolchain: toolchain, layout: layout,
      selection: plan.selection, name: "repeat-\(plan.number)", limit: plan.limit,
      programs: plan.built.package.testPrograms, progress: progress)
    invocation.filters = plan.filters
    invocation.listed = .some(listed)
    var tally = RepetitionTally()
    var (spent, longest) = (plan.spent, Duration.zero)
    for index in 0..<plan.count {
      let remaining = ContinuousClock.now.duration(to: plan.end)
      guard remaining > .seconds(1) else {
        tally.stop(.timeLimit)
        break
      }
      // The first is made in any case.
      guard index == 0 || spent + longest <= plan.budget else {
        tally.stop(.share(plan.budget))
        break
      }
      let start = ContinuousClock.now
      try context.renew()
      invocation.limit = min(remaining, plan.limit)
      let result = try await invocation.run()
      if let note = try check.restore() { tally.notes.insert(note) }
      // The caller determines the consequence.
      guard try plan.built.programs.differences().isEmpty else { break }
      tally.add(result.execution, of: Set(plan.tests), selection: plan.selection)
      let duration = start.duration(to: .now)
      spent += duration
      longest = max(longest, duration)
      guard tally.obstacle == nil else { break }
    }
    try context.renew()
    return tally
  }

  /// `tests.new_runs: 2 new or changed tests were not repeated`
  fileprivate static func note(_ text: String) -> String { "tests.new_runs: \(text)" }

  fileprivate static func tests(_ count: Int) -> String {
    count == 1 ? "1 new or changed test was" : "\(count) new or changed tests were"
  }
}

/// The repetitions of tests of one selection.
private struct RepetitionPlan: Sendable {
  let tests: [TestID]
  /// For `swift test`, one for each test.
  let filters: [String]
  let selection: TestSelection
  /// The number of the selection.
  let number: Int
  let built: BuiltTests
  /// The number of repetitions.
  let count: Int
  /// The time for all repetitions together, after the first.
  let budget: Duration
  /// The time that earlier selections took of it.
  let spent: Duration
  /// The time limit of one repetition.
  let limit: Duration
  /// The end of the time limit of all tests.
  let end: ContinuousClock.Instant
}

extension SelectedTestRuns.Outcome {
  fileprivate mutating func add(
    _ tally: RepetitionTally, of plan: RepetitionPlan, isNew: [TestID: Bool], policy: FlakyTests.Policy
  ) {
    if let obstacle = tally.obstacle { notes.append(note(tally.count, plan, obstacle)) }
    let rare = plan.tests.count { tally.ran[$0, default: 0] < tally.count }
    if rare > 0 {
      notes.append(SelectedTestRuns.note("\(SelectedTestRuns.tests(rare)) not run by all \(tally.count) repetitions"))
    }
    let failed = plan.tests.filter { tally.failed[$0] != nil }
    list.markFlaky(Set(failed))
    for id in failed {
      guard var failure = tally.failures[id]?.named(after: plan.selection.name) else { continue }
      failure.repetitions = Repetitions(
        failed: tally.failed[id] ?? 1, count: tally.ran[id] ?? 1, isNew: isNew[id] ?? true)
      flaky.append(failure)
    }
    guard policy == .fail, let reason = tally.reason else { return }
    add(TestJudge.Judgement(outcome: .testsFailed, reason: reason), of: plan.selection)
  }

  private func note(_ count: Int, _ plan: RepetitionPlan, _ obstacle: RepetitionTally.Obstacle) -> String {
    let cause =
      switch obstacle {
      case .share(let budget): "more would take longer than \(String(duration: budget)), their share of the test time"
      case .timeLimit: "the time limit of the tests is reached"
      case .incomplete(let reason): "a repetition did not complete: \(reason)"
      }
    let run = plan.selection.name.isEmpty ? "" : " in the run \(plan.selection.name)"
    let repeated =
      count == 0 ? "not repeated" : "repeated \(count == 1 ? "once" : "\(count) times") instead of \(plan.count)"
    return SelectedTestRuns.note("\(SelectedTestRuns.tests(plan.tests.count)) \(repeated)\(run): \(cause)")
  }
}
