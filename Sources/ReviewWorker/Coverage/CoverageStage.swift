// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import ReviewContract
import WorkerProtocol

/// Measures the coverage of a tested tree: of the change and, on request, of the whole project.
struct CoverageStage: Sendable {
  let job: WorkerCall.Request
  let reader: any CoverageReader
  /// Coverage of other machines; `nil` for none.
  let supplied: SuppliedCoverage?
  let tested: [TestedWorkspace]
  /// Files whose tested text differs from the head's.
  let rewritten: Set<String>

  private var policy: PatchPolicy { job.configuration.coverage }
  private var testsPassed: Bool { tested.allSatisfy { [.passed, .noTests].contains($0.run.outcome) } }
  private var built: [TestedWorkspace] { tested.filter { ![.buildFailed, .noTests].contains($0.run.outcome) } }
  /// A package without tests here can have tests on other machines.
  private var measurable: [TestedWorkspace] {
    supplied == nil ? built : tested.filter { $0.run.outcome != .buildFailed }
  }
  /// Project coverage is of the head's lines, so it cannot be measured if only the merge is tested, and of all tests.
  private var measuresProject: Bool { job.measuresProject && job.testsHead && !hasReused }
  private var hasReused: Bool { tested.contains { $0.run.reused != nil } }

  func run(_ progress: @escaping ProgressHandler, _ draft: inout ReportDraft) async {
    await measure(progress, &draft)
    if job.measuresProject, hasReused {
      draft.notes.append(
        "project coverage was not measured, because not all test targets were run (tests.select: affected)")
    }
    checkProject(&draft)
  }

  private func measure(_ progress: @escaping ProgressHandler, _ draft: inout ReportDraft) async {
    let layouts = measurable.compactMap(\.layout)
    guard let first = layouts.first else {
      if supplied != nil { draft.notes.append("the coverage reports were not read, because no package was built") }
      return missWithoutTests(&draft)
    }
    let layout = PackageLayout(name: first.name, targets: layouts.flatMap(\.targets))
    let measurement = PatchMeasurement(
      changes: job.workspace.changes, layout: layout, policy: policy, paths: job.configuration.paths,
      rewritten: rewritten,
      folder: ContainedDirectory(job.workspace.root))
    var paths = Set(measurement.measuredPaths)
    if measuresProject {
      let files = MeasuredFiles(layout: layout, policy: policy, paths: job.configuration.paths)
      let sources = ProjectSources(root: job.workspace.root, files: files).find()
      if sources.isCut {
        draft.notes.append(
          "project coverage is incomplete: the search for source files stopped after \(sources.paths.count) files")
      }
      paths.formUnion(sources.paths)
    }
    guard !paths.isEmpty || supplied != nil else {
      draft.skip("coverage", progress, because: "the change adds no Swift code that tests could run")
      draft.evidence.coverage = measurement.measure(CoverageMap(files: [:]), testsPassed: testsPassed)
      if measuresProject { draft.evidence.coverage?.project = ProjectCoverage(counts: LineCounts(), unlinkedFiles: 0) }
      return
    }
    let artifacts = built.compactMap(\.artifacts)
    guard !artifacts.isEmpty || supplied != nil else {
      draft.skip("coverage", progress, because: "the tests left no coverage profile")
      draft.notes.append("coverage could not be measured: the tests left no coverage profile")
      return miss(&draft)
    }
    let wanted = paths.sorted()
    let rules = policy.classification.judging(job.workspace.changes)
    let isMeasured = await draft.run("coverage", progress) {
      // Reports are opened even if no line of code was changed.
      let measured =
        wanted.isEmpty ? CoverageMap(files: [:]) : try await reader.coverage(from: artifacts, of: wanted, rules: rules)
      return supplied?.merge(into: measured, of: wanted, rules: rules) ?? SuppliedCoverage.Merged(map: measured)
    } keep: { draft, merged in
      draft.evidence.coverage = measurement.measure(merged.map, testsPassed: testsPassed)
      draft.unreadable = measurement.measuredPaths.filter { merged.map.unmeasured[$0] == .unreadable }
      if measuresProject { keep(merged.map, &draft) }
      add(merged.problems, to: &draft)
    }
    if !isMeasured { miss(&draft) }
  }

  /// A report that cannot be used is never ignored silently: the number is lower than it should be.
  private func add(_ problems: [String], to draft: inout ReportDraft) {
    draft.notes += problems
    guard policy.hasGate || policy.hasProjectGate || policy.unmeasured == .fail else { return }
    let isInformational = draft.evidence.informational.contains(.coverage)
    draft.evidence.missingResults += problems.map {
      isInformational ? .init(verdict: .coverage, reason: $0) : .init(.coverageReport, $0)
    }
  }

  private func keep(_ map: CoverageMap, _ draft: inout ReportDraft) {
    let snapshot = CoverageSnapshot(
      commit: job.workspace.head, toolchain: built.first?.run.toolchain ?? "", packages: built.map(\.run.package),
      testsPassed: testsPassed, files: map.files,
      unlinkedFiles: map.unmeasured.values.count { $0.couldBeMeasured && $0 != .notCounted })
    draft.snapshot = snapshot
    guard var coverage = draft.evidence.coverage else { return }
    coverage.project = ProjectCoverage(counts: snapshot.counts, unlinkedFiles: snapshot.unlinkedFiles)
    draft.evidence.coverage = CoverageJudge(policy: policy, testsPassed: testsPassed).judge(coverage, base: nil)
  }

  /// Records that no package was built or has tests, if the change has code that tests could run.
  private func missWithoutTests(_ draft: inout ReportDraft) {
    if tested.contains(where: { $0.run.outcome == .buildFailed }),
      job.workspace.changes.files.contains(where: { $0.path.hasSuffix(".swift") })
    {
      return miss(&draft)
    }
    let layouts = tested.filter { $0.run.outcome == .noTests }.compactMap(\.layout)
    let layout = PackageLayout(name: "", targets: layouts.flatMap(\.targets))
    let measurement = PatchMeasurement(
      changes: job.workspace.changes, layout: layout, policy: policy, paths: job.configuration.paths,
      rewritten: rewritten)
    let map = reader.unmeasured(
      measurement.measuredPaths, in: job.workspace.root, rules: policy.classification.judging(job.workspace.changes))
    if !measurement.measure(map, testsPassed: testsPassed).missing.isEmpty { miss(&draft) }
  }

  /// Whether a missing measurement is a reason against the change: not if the failure of the tests is one.
  private var isRequired: Bool {
    let informational = job.configuration.informational.parts
    return testsPassed || job.configuration.tests.existingFailures == .pass
      || !informational.isDisjoint(with: [.build, .tests])
  }

  /// Records the missing measurement, which fails a coverage target and `unmeasured: fail`.
  private func miss(_ draft: inout ReportDraft) {
    guard policy.hasGate || policy.unmeasured == .fail, isRequired else { return }
    let demand =
      policy.hasGate
      ? "the target is \(policy.goal.target.text)" : "coverage.unmeasured is \(policy.unmeasured.rawValue)"
    draft.evidence.missingResults.append(
      .init(.patchCoverage, "coverage of the change could not be measured, and \(demand)"))
  }

  /// Records that the coverage of the project is missing, if it has a target.
  private func checkProject(_ draft: inout ReportDraft) {
    guard policy.hasProjectGate, isRequired, draft.evidence.coverage?.project == nil else { return }
    let target = policy.project.target.text
    guard job.testsHead else {
      return draft.evidence.missingResults.append(
        .init(
          .projectCoverage, "project coverage, whose target is \(target), is not measured with checkout.test: merge"))
    }
    let isBaseKnown = job.measuresProject || policy.project.target != .auto
    draft.evidence.missingResults.append(
      isBaseKnown
        ? .init(.projectCoverage, "project coverage could not be measured, and its target is \(target)")
        : .init(
          .baseCoverage,
          "the base's coverage, which is the target of project coverage, is unknown; coverage.base: run measures it"))
  }
}

extension CoverageMap {
  /// The union of two measurements: a column is covered if either covers it.
  func joined(with other: CoverageMap) -> CoverageMap {
    var files = files
    var uncoveredColumns = uncoveredColumns
    for (path, states) in other.files {
      let (mine, columns) = (files[path, default: [:]], uncoveredColumns[path, default: [:]])
      let theirs = other.uncoveredColumns[path, default: [:]]
      for (line, state) in states {
        let joined = LineJoining(mine[line], columns[line]).joined(with: LineJoining(state, theirs[line]))
        files[path, default: [:]][line] = joined.state
        uncoveredColumns[path, default: [:]][line] = joined.idle
      }
      if uncoveredColumns[path]?.isEmpty == true { uncoveredColumns[path] = nil }
      if states.isEmpty, files[path] == nil { files[path] = [:] }
    }
    // A line that one measurement contains is reachable.
    let excluded = excluded.merging(other.excluded) { $0.merging($1) { one, _ in one } }
    let stillExcluded = excluded.map { path, lines in
      (path, lines.filter { files[path]?[$0.key] == nil })
    }.filter { !$0.1.isEmpty }
    return CoverageMap(
      files: files, uncoveredColumns: uncoveredColumns, excluded: Dictionary(uniqueKeysWithValues: stillExcluded),
      unmeasured: unmeasured.merging(other.unmeasured) { one, _ in one }.filter { files[$0.key] == nil },
      unmeasuredCode: joinedCode(with: other, in: files),
      macroUsers: macroUsers.union(other.macroUsers),
      totals: totals.merging(other.totals) { $0.coveredRegions >= $1.coveredRegions ? $0 : $1 },
      notes: notes + other.notes.filter { !notes.contains($0) })
  }

  /// The unmeasured code of both, without lines that one of them measures or excludes.
  private func joinedCode(
    with other: CoverageMap, in files: [String: [Int: LineState]]
  ) -> [String: [UnmeasuredReason: LineSet]] {
    let paths = Set(unmeasuredCode.keys).union(other.unmeasuredCode.keys)
    let joined = paths.map { path -> (String, [UnmeasuredReason: LineSet]) in
      // A report about a file is preferred to one without any counts.
      let isMeasured = files[path] != nil
      let all = [self, other].filter { !isMeasured || $0.files[path] != nil }.compactMap { $0.unmeasuredCode[path] }
      let code =
        isMeasured ? all.reduce(into: [:]) { $0.merge($1) { LineSet(ranges: $0.ranges + $1.ranges) } } : all.first
      return (
        path,
        (code ?? [:]).mapValues { lines in
          LineSet(
            lines.lines.filter { line in
              files[path]?[line] == nil && excluded[path]?[line] == nil && other.excluded[path]?[line] == nil
            })
        }.filter { !$0.value.isEmpty }
      )
    }
    return Dictionary(uniqueKeysWithValues: joined).filter { !$0.value.isEmpty }
  }
}

/// One line in one measurement.
private struct LineJoining {
  /// `nil` if the line is not measurable.
  let state: LineState?
  /// The uncovered columns; `nil` if the line is covered, or its columns are unknown.
  let idle: [Range<Int>]?

  init(_ state: LineState?, _ idle: [Range<Int>]?) {
    self.state = state
    self.idle = idle
  }

  func joined(with other: LineJoining) -> LineJoining {
    guard let state else { return other }
    guard let otherState = other.state else { return self }
    if state == .covered || otherState == .covered { return LineJoining(.covered, nil) }
    let joined: LineState = state == .missed && otherState == .missed ? .missed : .partial
    guard let idle, let otherIdle = other.idle else { return LineJoining(joined, nil) }
    let both = Self.intersection(idle, otherIdle)
    // Each column is covered by one of the measurements.
    return both.isEmpty ? LineJoining(.covered, nil) : LineJoining(joined, both)
  }

  /// The intersection of two sorted lists of disjoint ranges.
  private static func intersection(_ left: [Range<Int>], _ right: [Range<Int>]) -> [Range<Int>] {
    var (left, right) = (left[...], right[...])
    var both: [Range<Int>] = []
    while let one = left.first, let other = right.first {
      if one.overlaps(other) { both.append(one.clamped(to: other)) }
      if one.upperBound < other.upperBound { left.removeFirst() } else { right.removeFirst() }
    }
    return both
  }
}

extension CoverageReader {
  /// The joint coverage of several packages' runs.
  func coverage(
    from runs: [CoverageArtifacts], of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap {
    var joined = CoverageMap(files: [:])
    for run in runs { joined = joined.joined(with: try await coverage(from: run, of: paths, rules: rules)) }
    return joined
  }
}
