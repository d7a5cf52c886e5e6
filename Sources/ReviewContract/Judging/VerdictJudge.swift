// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Determines the verdict of a review from its evidence.
package enum VerdictJudge {
  package struct Judgement: Hashable, Sendable {
    package let verdict: Verdict
    /// One sentence for each reason against the change, the most severe first.
    package let reasons: [String]
    /// One sentence for each reason in the parts that never fail a review.
    package private(set) var informational: [String] = []
  }

  /// Returns the reason of files in conflict.
  package static func reason(conflicts paths: [String]) -> String {
    "head and base conflict in \(paths.first ?? "no file")\(paths.count > 1 ? " and \(paths.count - 1) more" : "")"
  }

  /// Returns the reason of findings that are errors.
  package static func reason(errors count: Int) -> String {
    count == 1 ? "1 finding is an error" : "\(count) findings are errors"
  }

  /// Returns the verdict of a review: the most severe that applies, with the reasons in the order of their severity.
  package static func judge(_ evidence: Evidence) -> Judgement {
    var counts: [Count] = evidence.runs.compactMap { run in
      // A package without tests is not reported when other packages have tests.
      let isAlone = !evidence.runs.contains { $0.side == run.side && $0.outcome != .noTests }
      guard run.outcome != .noTests || isAlone else { return nil }
      if run.isExcused(evidence.existing) { return nil }
      return verdict(of: run.outcome).map { Count($0, reason(run, amongSeveral: evidence)) }
    }
    let isInformational = { (count: Count) in
      !count.parts.isEmpty && count.parts.isSubset(of: evidence.informational)
    }
    let doTestsFail = counts.contains { !$0.verdict.isPassing && !isInformational($0) }
    if !evidence.conflicts.isEmpty { counts.append(Count(.conflict, reason(conflicts: evidence.conflicts))) }
    counts += evidence.missingResults.map { Count($0.verdict, $0.reason) }
    // A failed build already has the compiler's errors as its reason.
    let isBuilt = !counts.contains { $0.verdict == .buildFailed }
    let errors = evidence.findings.filter { finding in
      finding.severity == .error && finding.isInChange && !finding.isAboutUncheckedFile
        && (isBuilt || finding.rule != Finding.compilerError)
    }.count
    if errors > 0 {
      counts.append(Count(.findings, reason(errors: errors)))
    }
    counts += (evidence.suppressions?.reasons ?? []).map { Count(.findings, $0.reason, parts: [$0.part]) }
    if let reason = UncheckedFiles.summary(evidence.findings.filter { $0.severity == .error }) {
      // What was not looked at is neither clean nor covered.
      counts.append(Count(UndeterminedResult.uncheckedFile.verdict, reason, parts: [.rules, .coverage]))
    }
    if let coverage = evidence.coverage {
      counts += CoverageReasons.make(coverage).map { Count(.coverage, $0) }
      if !doTestsFail, let reason = CoverageReasons.notApplied(coverage) {
        counts.append(Count(UndeterminedResult.coverageOfFailedTests.verdict, reason))
      }
    }
    let order = Verdict.allCases
    let sorted = counts.enumerated().sorted { left, right in
      let ranks = (order.firstIndex(of: left.element.verdict) ?? 0, order.firstIndex(of: right.element.verdict) ?? 0)
      return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 < ranks.1
    }.map(\.element)
    let counting = sorted.filter { !isInformational($0) }
    return Judgement(
      verdict: counting.first?.verdict ?? .passed, reasons: counting.map(\.reason).filter { !$0.isEmpty },
      informational: sorted.filter(isInformational).map(\.reason).filter { !$0.isEmpty })
  }

  /// A reason against the change.
  private struct Count {
    let verdict: Verdict
    let reason: String
    /// The parts of the review that have this result.
    let parts: Set<ReviewPart>

    init(_ verdict: Verdict, _ reason: String, parts: Set<ReviewPart>? = nil) {
      self.verdict = verdict
      self.reason = reason
      self.parts = parts ?? verdict.parts
    }
  }

  private static func reason(_ run: TestRun, amongSeveral evidence: Evidence) -> String {
    guard !run.reason.isEmpty else { return "" }
    let package =
      evidence.runs.contains { $0.package != run.package } ? "in `\(run.package.isEmpty ? "." : run.package)`" : ""
    let place = [run.side == .merge ? "after the merge" : "", package].filter { !$0.isEmpty }.joined(separator: " ")
    return (place.isEmpty ? run.reason : "\(place), \(run.reason)") + run.baseSuffix
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

/// The evidence that determines a verdict.
package struct Evidence: Sendable {
  package static let none = Evidence()

  package var runs: [TestRun] = []
  /// The paths with merge conflicts between head and base.
  package var conflicts: [String] = []
  package var findings: [Finding] = []
  package var coverage: PatchCoverage?
  /// The results that could not be determined, each with the resulting verdict.
  package var missingResults: [Report.MissingResult] = []
  package var removedTests: RemovedTests?
  /// The treatment of failures that also occur on the base.
  package var existing = ExistingFailures.fail
  /// The parts that never fail the review.
  package var informational: Set<ReviewPart> = []
  package var suppressions: ChangeSuppressions?
}

extension Evidence {
  /// The evidence in a report, which does not contain the configuration.
  package init(_ report: Report, existing: ExistingFailures, informational: Set<ReviewPart>) {
    self.init(
      runs: report.runs, conflicts: report.conflicts ?? [], findings: report.findings, coverage: report.coverage,
      missingResults: report.missingResults ?? [], existing: existing, informational: informational,
      suppressions: report.suppressions)
  }
}

/// Compares the measurements with the requirements of the configuration.
///
/// The half that runs no code under review repeats the comparison with the measurements of the other half, when the
/// base is known.
package struct CoverageJudge: Sendable {
  package let policy: PatchPolicy
  /// Whether all tests ran and none failed.
  package let testsPassed: Bool

  package init(policy: PatchPolicy, testsPassed: Bool) {
    self.policy = policy
    self.testsPassed = testsPassed
  }

  /// - Parameter base: the base's counts, which are the target of `auto`.
  package func judge(_ coverage: PatchCoverage, base: LineCounts?) -> PatchCoverage {
    var coverage = coverage
    let ruling = self.ruling(coverage, base: base)
    coverage.gate = ruling.gate
    coverage.gateReason = ruling.reason
    let goals = [policy.goal] + policy.paths.map(\.goal)
    coverage.base = goals.contains { $0.target == .auto } ? base : nil
    let paths = policy.paths.map { path($0, in: coverage, base: base) }
    coverage.paths = paths.isEmpty ? nil : paths
    coverage.project = coverage.project.map(project)
    return coverage
  }

  private func ruling(_ coverage: PatchCoverage, base: LineCounts?) -> CoverageGate.Ruling {
    let missing = coverage.missing
    let ruling = ruling(policy.goal, coverage.counts, missing, base: base)
    guard policy.unmeasured == .fail, !missing.isEmpty, ruling.gate != .failed else { return ruling }
    return CoverageGate.Ruling(.failed, .unmeasuredFiles)
  }

  /// Compares the changed lines with a goal, which is not reached if none of the changed code was measured.
  ///
  /// - Parameter missing: the code that was not measured.
  private func ruling(
    _ goal: CoverageGoal, _ counts: LineCounts, _ missing: [PatchCoverage.UnmeasuredFile], base: LineCounts?
  ) -> CoverageGate.Ruling {
    let ruling = gate(goal, minimumLines: policy.minimumLines).judge(counts, base: base, testsPassed: testsPassed)
    guard counts.measurable == 0, !missing.isEmpty, !goal.isInformational else { return ruling }
    if !testsPassed, policy.ifTestsFailed == .skip { return CoverageGate.Ruling(.skipped, .testsFailed) }
    let lines = missing.reduce(into: 0 as Int?) { count, file in
      count = count.flatMap { known in file.lines.map { known + $0.count } }
    }
    if let lines, lines < policy.minimumLines { return CoverageGate.Ruling(.skipped, .fewLines) }
    return CoverageGate.Ruling(.failed, .unmeasuredFiles)
  }

  private func path(_ path: PathGoal, in coverage: PatchCoverage, base: LineCounts?) -> PathCoverage {
    let files = coverage.files.filter { file in path.paths.contains { $0.matches(file.path) } }
    let counts = files.reduce(LineCounts()) { $0 + $1.counts }
    let missing = coverage.missing.filter { file in path.paths.contains { $0.matches(file.path) } }
    let ruling = ruling(path.goal, counts, missing, base: base)
    return PathCoverage(
      patterns: path.paths.map(\.pattern), counts: counts, target: path.goal.target.text, gate: ruling.gate,
      gateReason: ruling.reason)
  }

  private func project(_ project: ProjectCoverage) -> ProjectCoverage {
    var ruling = gate(policy.project, minimumLines: 0)
      .judge(project.counts, base: project.adjustedBase, testsPassed: testsPassed)
    if ruling.gate == .passed, project.counts.measurable == 0, project.unlinkedFiles > 0 {
      ruling = CoverageGate.Ruling(.failed, .unmeasuredFiles)
    }
    var project = project
    (project.target, project.gate, project.gateReason) = (policy.project.target.text, ruling.gate, ruling.reason)
    return project
  }

  private func gate(_ goal: CoverageGoal, minimumLines: Int) -> CoverageGate {
    CoverageGate(
      goal: goal, partials: policy.partials, minimumLines: minimumLines, ifTestsFailed: policy.ifTestsFailed,
      ifNoBase: policy.ifNoBase)
  }
}

/// The failed coverage targets, as reasons of the verdict.
package enum CoverageReasons {
  /// Returns one sentence if targets were not applied because tests did not pass.
  package static func notApplied(_ coverage: PatchCoverage) -> String? {
    let rulings =
      [(coverage.gate, coverage.gateReason)] + (coverage.paths ?? []).map { ($0.gate, $0.gateReason) }
      + [coverage.project].compactMap(\.self).map { ($0.gate, $0.gateReason) }
    guard rulings.contains(where: { $0 == .skipped && $1 == .testsFailed }) else { return nil }
    return "the coverage targets were not applied, because tests did not pass; set coverage.if_tests_failed to gate"
  }

  /// Returns one sentence for each failed target, patch first; none if all passed.
  package static func make(_ coverage: PatchCoverage) -> [String] {
    var reasons: [String] = []
    if coverage.gate == .failed {
      reasons.append(
        coverage.gateReason == .unmeasuredFiles
          ? unmeasured(coverage.missing)
          : reason(
            "coverage of the change", coverage.counts, coverage.target, coverage.gateReason, base: coverage.base,
            coverage.partials))
    }
    for path in coverage.paths ?? [] where path.gate == .failed {
      let name = "coverage of the change in " + path.patterns.map { "`\($0)`" }.joined(separator: ", ")
      reasons.append(
        path.gateReason == .unmeasuredFiles
          ? "\(name) could not be measured, and its target is \(path.target)"
          : reason(name, path.counts, path.target, path.gateReason, base: coverage.base, coverage.partials))
    }
    if let project = coverage.project, project.gate == .failed {
      reasons.append(
        project.gateReason == .unmeasuredFiles
          ? "project coverage could not be measured, and its target is \(project.target)"
          : reason(
            "project coverage", project.counts, project.target, project.gateReason, base: project.adjustedBase,
            coverage.partials))
    }
    return reasons
  }

  private static func reason(
    _ name: String, _ counts: LineCounts, _ target: String, _ reason: GateReason?, base: LineCounts?,
    _ partials: PartialLines
  ) -> String {
    let percent = counts.percentage(partials: partials)
    guard target == "auto" else { return "\(name) is \(percent) %, below the target of \(target)" }
    guard let base, reason != .noBase else {
      return "\(name) is \(percent) %, and the base's coverage, which is its target, is unknown; "
        + "coverage.base: run measures it"
    }
    return "\(name) is \(percent) %, below the base's \(base.percentage(partials: partials)) %"
  }

  private static func unmeasured(_ files: [PatchCoverage.UnmeasuredFile]) -> String {
    guard let first = files.first else { return "coverage of a file could not be measured" }
    let paths = Set(files.map(\.path)).count
    let more = paths > 1 ? " and \(paths - 1) more" : ""
    return "coverage of \(first.path)\(more) could not be measured: \(first.reason)"
  }
}

extension TestRun {
  /// The results of the base, as a suffix of the reason.
  package var baseSuffix: String {
    let tests = Dictionary(grouping: failures, by: \.id).mapValues { $0[0].failsOnBase }
    guard outcome == .testsFailed, !tests.isEmpty, tests.values.allSatisfy({ $0 != nil }) else { return "" }
    let existing = tests.values.count { $0 == true }
    if existing == 0 { return ", not on the base" }
    if existing == tests.count { return ", on the base as well" }
    return ", \(existing) of them on the base as well"
  }
}
