// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import ReviewContract
import SwiftBuild
import SwiftSource
import Testing

@testable import MutationTesting

/// A checkout whose builds and suites are what a test sets.
private final class ScriptedCheckout: TrialCheckout {
  struct State {
    var builds: [RebuiltPackage.Build] = []
    var written: [[String: [UInt8]]] = []
    /// The runs, as `SUITE ACTIVE`.
    var runs: [String] = []
  }

  let suites: [TrialSuite]
  let state: Locked<State>
  let result: @Sendable (_ suite: String, _ active: Int, _ count: Int) -> (SuiteRun.Result, Set<Int>)

  init(
    _ suites: [String], builds: [RebuiltPackage.Build] = [],
    result: @escaping @Sendable (_ suite: String, _ active: Int, _ count: Int) -> (SuiteRun.Result, Set<Int>)
  ) {
    let cases = suites.map { TestCase(suite: $0, name: "test", framework: .xctest, result: .passed) }
    self.suites = TestSuite.suites(of: cases, areAll: true).map { TrialSuite($0, package: 0, in: "") }
    state = Locked(State(builds: builds))
    self.result = result
  }

  func write(_ files: [String: [UInt8]]) { state.withLock { $0.written.append(files) } }

  func build() -> RebuiltPackage.Build {
    state.withLock { $0.builds.isEmpty ? RebuiltPackage.Build(failure: nil) : $0.builds.removeFirst() }
  }

  func seal() {}

  func run(_ suite: TrialSuite, active: Int, count: Int, limit: Duration) -> TrialRun {
    let number = state.withLock { state in
      state.runs.append("\(suite.name) \(active)")
      return state.runs.count { $0 == state.runs.last }
    }
    let (outcome, reached) = result(suite.name, active, number)
    return TrialRun(SuiteRun(result: outcome, milliseconds: suite.name == "M.Slow" ? 900 : 10), reached: reached)
  }
}

struct MutationTrialTests {
  /// Two conditions, a call and a default: mutants 1 to 4.
  private static let text = """
    func f(_ a: Int, _ b: Int?) -> Int {
      guard a > 0 else { return -1 }
      log(a)
      return b ?? 2
    }
    func g(_ a: Bool, _ b: Bool) -> Bool { a && b }

    """

  private let mutants: [Mutant]

  init() throws {
    let kinds: [MutationOperator] = [.alwaysTrue, .fallback, .callRemoved]
    mutants = Array(
      try MutationSites(
        SourceFile(path: "a.swift", text: Self.text), isChanged: { _ in true }, isCovered: { _ in true }
      ).mutants().filter { kinds.contains($0.kind) }.prefix(4))
  }

  private func perform(
    _ checkout: ScriptedCheckout, _ chosen: [Mutant]? = nil, spare: [Mutant] = [],
    limits: MutationTrial.Limits = MutationTrial.Limits()
  ) async throws -> [MutationResult.Entry] {
    try await MutationTrial(checkout, limits: limits) { _ in }.perform(
      (chosen ?? mutants, spare), sources: ["a.swift": Array(Self.text.utf8)], switches: ["a.swift": "s.swift"]
    )
  }

  /// What happens as long as nothing goes wrong: every suite reaches every mutant but the third, and passes.
  private static func usual(_ active: Int) -> (SuiteRun.Result, Set<Int>) {
    switch active {
    case 0: (.passed, [1, 2, 4])
    case -1: (.failed("its process was ended by signal 6"), [])
    default: (.passed, [active])
    }
  }

  @Test func `a mutant is noticed by the quickest suite, and a survivor runs twice`() async throws {
    let checkout = ScriptedCheckout(["M.Quick", "M.Slow"]) { suite, active, _ in
      active == 2 && suite == "M.Slow" ? (.failed("a test failed"), []) : Self.usual(active)
    }
    let entries = try await perform(checkout)
    #expect(
      mutants.map(\.words) == ["a > 0 is always true", "log(a) is removed", "b is always nil", "a is always true"])
    #expect(
      entries.map(\.fate) == [.survived, .noticed(by: "M.Slow", reason: "a test failed"), .unreached, .survived])
    #expect(entries[0].suites == ["M.Quick", "M.Slow"])
    #expect(
      checkout.state.withLock(\.runs) == [
        "M.Quick 0", "M.Slow 0", "M.Quick -1", "M.Quick 1", "M.Slow 1", "M.Quick 1", "M.Slow 1", "M.Quick 2",
        "M.Slow 2", "M.Quick 4", "M.Slow 4", "M.Quick 4", "M.Slow 4",
      ])
  }

  @Test func `a condition that no test evaluates otherwise is constant, another mutant unreached`() async throws {
    let checkout = ScriptedCheckout(["M.A"]) { _, active, _ in active == 0 ? (.passed, [2]) : Self.usual(active) }
    let fates = try await perform(checkout).map(\.fate)
    #expect(fates == [.constant, .survived, .unreached, .constant])
  }

  @Test func `a suite that notices at the second attempt hides the survivor`() async throws {
    let checkout = ScriptedCheckout(["M.A"]) { _, active, attempt in
      active == 1 && attempt == 2 ? (.failed("by chance"), []) : Self.usual(active)
    }
    #expect(try await perform(checkout).first?.fate == .noticed(by: "M.A", reason: "by chance"))
  }

  @Test func `a suite that passes without reaching the mutant proves nothing`() async throws {
    let checkout = ScriptedCheckout(["M.A"]) { _, active, _ in active > 0 ? (.passed, []) : Self.usual(active) }
    #expect(try await perform(checkout).map(\.fate) == Array(repeating: .unreached, count: 4))
  }

  @Test func `a suite that does not end has noticed the mutant, and without time none is tried`() async throws {
    let slow = ScriptedCheckout(["M.A"]) { _, active, _ in active == 1 ? (.timedOut, [1]) : Self.usual(active) }
    #expect(try await perform(slow).first?.fate == .timedOut(in: "M.A"))
    var limits = MutationTrial.Limits()
    limits.time = .zero
    let checkout = ScriptedCheckout(["M.A"]) { _, active, _ in Self.usual(active) }
    #expect(try await perform(checkout, limits: limits).map(\.fate) == [.notRun, .notRun, .unreached, .notRun])
    #expect(checkout.state.withLock(\.runs) == ["M.A 0", "M.A -1"])
  }

  @Test(arguments: [
    ("M.A does not pass on its own, without a mutant: a test failed", 0, SuiteRun.Result.failed("a test failed")),
    ("the suites take more than 10 min one after the other", 0, .timedOut),
    ("M.A passes although its program ends at the first mutant", -1, .passed),
    ("no test reaches any of 4 mutants, although the lines are covered", 0, .passed),
  ])
  func `without proof nothing is said`(obstacle: String, active: Int, result: SuiteRun.Result) async throws {
    let checkout = ScriptedCheckout(["M.A"]) { _, number, _ in
      number == active ? (result, []) : Self.usual(number)
    }
    await #expect { try await perform(checkout) } throws: { "\($0)".hasPrefix(obstacle) }
  }

  @Test func `without suites nothing is built`() async throws {
    let checkout = ScriptedCheckout([]) { _, active, _ in Self.usual(active) }
    await #expect(throws: TrialObstacle("no test passed that could notice a mutant")) { try await perform(checkout) }
    #expect(checkout.state.withLock(\.written.isEmpty))
  }

  // MARK: - Builds

  private func failed(_ diagnostics: [BuildDiagnostic], isOfSources: Bool = true) -> RebuiltPackage.Build {
    RebuiltPackage.Build(failure: "the build failed", isOfSources: isOfSources, diagnostics: diagnostics)
  }

  private func error(line: Int, column: Int, _ message: String = "wrong") -> BuildDiagnostic {
    BuildDiagnostic(severity: .error, path: "a.swift", line: line, column: column, message: message)
  }

  @Test func `a mutant with an error makes room for a spare one`() async throws {
    // The second byte of `(__reviewbotMutant(…) ? nil : (b))`.
    let checkout = ScriptedCheckout(["M.A"], builds: [failed([error(line: 4, column: 11)])]) { _, active, _ in
      Self.usual(active)
    }
    let entries = try await perform(checkout, Array(mutants.prefix(3)), spare: [mutants[3]])
    #expect(entries.map(\.mutant) == [mutants[0], mutants[1], mutants[3], mutants[2]])
    #expect(entries.last?.fate == .notCompiled("wrong"))
    let texts = checkout.state.withLock { $0.written.map { String(decoding: $0["a.swift"] ?? [], as: UTF8.self) } }
    #expect(texts.map { $0.contains("? nil : (b)") } == [true, false])
    #expect(checkout.state.withLock { $0.written.allSatisfy { $0["s.swift"] != nil } })
  }

  @Test func `an error outside of all mutants is one of its function`() async throws {
    let checkout = ScriptedCheckout(["M.A"], builds: [failed([error(line: 4, column: 3)])]) { _, active, _ in
      active == 0 ? (.passed, [1]) : Self.usual(active)
    }
    let entries = try await perform(checkout)
    #expect(entries.map(\.mutant) == [mutants[3]] + mutants.prefix(3))
  }

  @Test func `builds that fail again and again, or for another reason, say so`() async throws {
    let errors = [2, 3, 4].map { failed([error(line: $0, column: 12)]) }
    for (builds, message) in [
      (errors, "the mutants could not be built: the build failed"),
      ([failed([])], "the mutants could not be built: the build failed"),
      ([failed([], isOfSources: false)], "the build with the mutants ended: the build failed"),
      (
        [failed((2...6).flatMap { [error(line: $0, column: 10), error(line: $0, column: 41)] })],
        "no mutant compiles: the build failed"
      ),
    ] {
      let checkout = ScriptedCheckout(["M.A"], builds: builds) { _, active, _ in Self.usual(active) }
      await #expect { try await perform(checkout) } throws: { "\($0)" == message }
      #expect(checkout.state.withLock(\.runs.isEmpty))
    }
  }
}
