// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Tells what a change broke from what was broken before.
struct BaseComparison: Sendable {
  let base: BaseResult

  /// The run with each failure marked whose fate on the base is known.
  func marked(_ run: TestRun) -> TestRun {
    guard let package = package(of: run) else { return run }
    let failed = Set(package.failed)
    // Where not all was listed, or not all ran, that a test is not among the failed says nothing.
    let isWhole = [.passed, .testsFailed, .noTests].contains(package.outcome) && package.unlisted == 0
    var run = run
    for index in run.failures.indices {
      let isThere = failed.contains(run.failures[index].id)
      run.failures[index].failsOnBase = isThere ? true : isWhole ? false : nil
    }
    return run
  }

  func notes(on runs: [TestRun]) -> [String] {
    runs.compactMap { run in
      guard let package = package(of: run) else { return nil }
      let place = package.package.isEmpty ? "" : " in `\(package.package)`"
      switch package.outcome {
      case .buildFailed where run.outcome == .buildFailed: return "the base does not build either\(place)"
      case .crashed where run.outcome == .crashed: return "a test process crashed on the base too\(place)"
      case .timedOut where run.outcome == .timedOut: return "the base ran out of time too\(place)"
      case .passed, .testsFailed:
        guard run.side == .head, run.outcome != .buildFailed, run.tests.total < package.total else { return nil }
        return "fewer tests ran than on the base\(place): \(run.tests.total) instead of \(package.total)"
      default: return nil
      }
    }
  }

  private func package(of run: TestRun) -> BaseResult.Package? {
    guard run.toolchain == base.toolchain else { return nil }
    return base.packages.first { $0.package == run.package }
  }
}

extension TestRun {
  /// Whether it did not pass for nothing else than tests that fail on the base as well.
  var failsAsTheBase: Bool {
    guard outcome == .testsFailed, !failures.isEmpty, flaky.isEmpty, failures.allSatisfy({ $0.failsOnBase == true })
    else { return false }
    return Set(failures.map(\.id)).count == tests.failed
  }

  /// What is known of the base, to follow the reason.
  var baseWords: String {
    let tests = Dictionary(grouping: failures, by: \.id).mapValues { $0[0].failsOnBase }
    guard outcome == .testsFailed, !tests.isEmpty, tests.values.allSatisfy({ $0 != nil }) else { return "" }
    let existing = tests.values.count { $0 == true }
    if existing == 0 { return ", not on the base" }
    if existing == tests.count { return ", on the base as well" }
    return ", \(existing) of them on the base as well"
  }
}
