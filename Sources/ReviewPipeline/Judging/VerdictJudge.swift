// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Makes one verdict of everything that was found.
enum VerdictJudge {
  struct Judgement: Hashable, Sendable {
    let verdict: Verdict
    /// One sentence for each thing that speaks against the change, the worst first.
    let reasons: [String]
  }

  static func judge(_ evidence: Evidence) -> Judgement {
    var counts: [(Verdict, String)] = evidence.runs.compactMap { run in
      // Where others have tests, a package without is nothing to speak of.
      let isAlone = !evidence.runs.contains { $0.side == run.side && $0.outcome != .noTests }
      guard run.outcome != .noTests || isAlone else { return nil }
      if evidence.existing == .pass, run.failsAsTheBase { return nil }
      return verdict(of: run.outcome).map { ($0, words(run, amongSeveral: evidence)) }
    }
    if let first = evidence.conflicts.first {
      let more = evidence.conflicts.count > 1 ? " and \(evidence.conflicts.count - 1) more" : ""
      counts.append((.conflict, "head and base conflict in \(first)\(more)"))
    }
    counts += evidence.gaps.map { ($0.verdict, $0.reason) }
    let errors = evidence.findings.filter { $0.severity == .error && $0.isInChange }.count
    if errors > 0 {
      counts.append((.findings, errors == 1 ? "1 finding is an error" : "\(errors) findings are errors"))
    }
    counts += evidence.coverage.map(CoverageReasons.make)?.map { (.coverage, $0) } ?? []
    let order = Verdict.allCases
    let sorted = counts.enumerated().sorted { left, right in
      let ranks = (order.firstIndex(of: left.element.0) ?? 0, order.firstIndex(of: right.element.0) ?? 0)
      return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 < ranks.1
    }.map(\.element)
    return Judgement(verdict: sorted.first?.0 ?? .passed, reasons: sorted.map(\.1).filter { !$0.isEmpty })
  }

  private static func words(_ run: TestRun, amongSeveral evidence: Evidence) -> String {
    guard !run.reason.isEmpty else { return "" }
    let package =
      evidence.runs.contains { $0.package != run.package } ? "in `\(run.package.isEmpty ? "." : run.package)`" : ""
    let place = [run.side == .merge ? "after the merge" : "", package].filter { !$0.isEmpty }.joined(separator: " ")
    return (place.isEmpty ? run.reason : "\(place), \(run.reason)") + run.baseWords
  }

  private static func verdict(of outcome: TestRun.Outcome) -> Verdict? {
    switch outcome {
    case .passed: nil
    case .testsFailed: .testsFailed
    case .crashed: .crashed
    case .timedOut: .timedOut
    case .buildFailed: .buildFailed
    case .noTests: .noTests
    case .couldNotRun: .couldNotRun
    }
  }
}
