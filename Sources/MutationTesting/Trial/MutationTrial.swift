// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import ReviewContract
import SwiftBuild

/// Tries whether tests notice mutants: builds one program with all of them, proves that it is what the tests run, and runs
/// the suites that reach each.
///
/// Nothing is said about a mutant unless all tests pass without an active one, and a run that ends at the first reached
/// mutant fails.
package struct MutationTrial {
  /// The limits of a trial.
  package struct Limits: Sendable {
    /// Of the runs with an active mutant together. It is checked before each.
    package var time = Duration.seconds(120)
    /// Of one run: this many times the usual time of the suite, and ``overhead``.
    package var factor = 3
    package var overhead = Duration.seconds(10)
    /// Of all suites without an active mutant. With more, there is no time for mutants.
    package var tests = Duration.seconds(600)

    package init() {}
  }

  private let checkout: any TrialCheckout
  private let limits: Limits
  private let progress: ProgressHandler

  package init(_ checkout: any TrialCheckout, limits: Limits = Limits(), progress: @escaping ProgressHandler) {
    (self.checkout, self.limits, self.progress) = (checkout, limits, progress)
  }

  /// What the suites reach without an active mutant.
  private struct Baseline {
    /// The suites that reach each mutant, by its number, the quickest first.
    var suites: [Int: [TrialSuite]] = [:]
    var milliseconds: [TrialSuite: Int] = [:]
  }

  /// - Parameters:
  ///   - selection: the chosen mutants, and spare ones.
  ///   - sources: the originals of the mutated files, by path.
  ///   - switches: the paths of the files with the switch, one for each target, by the paths of the mutated files.
  /// - Returns: the entries in the order of preference; last those that do not compile.
  /// - Throws: ``TrialObstacle`` if nothing can be said about any mutant.
  package func perform(
    _ selection: (chosen: [Mutant], spare: [Mutant]), sources: [String: [UInt8]], switches: [String: String]
  ) async throws -> [MutationResult.Entry] {
    guard !checkout.suites.isEmpty else { throw TrialObstacle("no test passed that could notice a mutant") }
    progress(.detail("building \(counted(selection.chosen.count, "mutant"))"))
    let build = try await MutantBuild(sources: sources, switches: switches)
      .perform(selection.chosen, spare: selection.spare, in: checkout)
    try checkout.seal()
    let baseline = try await baseline(build.built)
    let reached = baseline.suites.values.joined()
    if let canary = reached.min(by: { baseline.milliseconds[$0, default: 0] < baseline.milliseconds[$1, default: 0] }) {
      try await prove(canary, baseline, build.built.count)
    } else {
      throw TrialObstacle(
        "no test reaches any of \(counted(build.built.count, "mutant")), although the lines are covered")
    }
    var entries: [MutationResult.Entry] = []
    let end = ContinuousClock.now + limits.time
    for (index, mutant) in build.built.enumerated() {
      let suites = baseline.suites[index + 1, default: []]
      var entry = MutationResult.Entry(mutant, suites: suites.map(\.name))
      entry.fate =
        suites.isEmpty
        ? (mutant.rewrite.isEvaluatedOnlyOtherwise ? .constant : .unreached)
        : try await fate(index + 1, suites, baseline, build.built.count, until: end)
      progress(.detail("\(index + 1) of \(build.built.count): \(mutant.path):\(mutant.line)"))
      entries.append(entry)
    }
    return entries + build.failed.map { MutationResult.Entry($0.mutant, .notCompiled($0.reason)) }
  }

  /// Runs every suite without an active mutant.
  private func baseline(_ mutants: [Mutant]) async throws -> Baseline {
    var baseline = Baseline()
    var reached: [TrialSuite: Set<Int>] = [:]
    let end = ContinuousClock.now + limits.tests
    progress(.detail("running \(counted(checkout.suites.count, "suite")) without a mutant"))
    for suite in checkout.suites {
      let remaining = ContinuousClock.now.duration(to: end)
      guard remaining > .zero else { throw tooSlow }
      let run = try await checkout.run(suite, active: 0, count: mutants.count, limit: remaining)
      switch run.run.result {
      case .passed: break
      case .timedOut: throw tooSlow
      case .failed(let reason):
        throw TrialObstacle(
          "\(suite.name) does not pass on its own, without a mutant: \(reason); "
            + "its tests depend on others, or on chance")
      }
      baseline.milliseconds[suite] = run.run.milliseconds
      reached[suite] = run.reached
    }
    for number in mutants.indices.map({ $0 + 1 }) {
      let suites = reached.filter { $0.value.contains(number) }.keys
      guard !suites.isEmpty else { continue }
      baseline.suites[number] = suites.sorted {
        (baseline.milliseconds[$0, default: 0], $0.name) < (baseline.milliseconds[$1, default: 0], $1.name)
      }
    }
    return baseline
  }

  private var tooSlow: TrialObstacle {
    TrialObstacle("the suites take more than \(String(duration: limits.tests)) one after the other")
  }

  /// Proves that the tests run the program with the mutants.
  private func prove(_ canary: TrialSuite, _ baseline: Baseline, _ count: Int) async throws {
    let run = try await checkout.run(canary, active: -1, count: count, limit: limit(of: canary, baseline))
    guard run.run.result == .passed else { return }
    throw TrialObstacle(
      "\(canary.name) passes although its program ends at the first mutant; it does not run the build")
  }

  private func limit(of suite: TrialSuite, _ baseline: Baseline) -> Duration {
    .milliseconds(baseline.milliseconds[suite, default: 0] * limits.factor) + limits.overhead
  }

  private func fate(
    _ number: Int, _ suites: [TrialSuite], _ baseline: Baseline, _ count: Int, until end: ContinuousClock.Instant
  ) async throws -> MutationResult.Fate {
    // A survivor runs twice, because a test that depends on chance may notice it the second time.
    for _ in 1...2 {
      var isReached = false
      for suite in suites {
        guard ContinuousClock.now < end else { return .notRun }
        let run = try await checkout.run(suite, active: number, count: count, limit: limit(of: suite, baseline))
        switch run.run.result {
        case .passed: isReached = isReached || run.reached.contains(number)
        case .failed(let reason): return .noticed(by: suite.name, reason: reason)
        case .timedOut: return .timedOut(in: suite.name)
        }
      }
      guard isReached else { return .unreached }
    }
    return .survived
  }
}

extension Rewrite {
  /// Whether the switch is evaluated only if the original has the other value: `a || switch`.
  fileprivate var isEvaluatedOnlyOtherwise: Bool { self == .alwaysTrue || self == .alwaysFalse }
}
