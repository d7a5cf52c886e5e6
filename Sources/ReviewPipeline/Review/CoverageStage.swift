// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Measures the coverage of a tree that was tested: of the change, and of the whole project where that is wanted.
struct CoverageStage: Sendable {
  let job: WorkspaceJob
  let reader: any CoverageReader
  let tested: [TestedWorkspace]
  /// Files whose tested text is not the head's.
  let rewritten: Set<String>

  private var policy: PatchPolicy { job.settings.coverage }
  private var testsPassed: Bool { tested.allSatisfy { [.passed, .noTests].contains($0.run.outcome) } }
  private var built: [TestedWorkspace] { tested.filter { ![.buildFailed, .noTests].contains($0.run.outcome) } }
  /// Where only the merge is tested, the project's lines are not the head's.
  private var measuresProject: Bool { job.measuresProject && job.testsHead }

  func run(_ progress: @escaping ProgressHandler, _ draft: inout ReportDraft) async {
    let layouts = built.compactMap(\.layout)
    guard let first = layouts.first else { return }
    let layout = PackageLayout(name: first.name, targets: layouts.flatMap(\.targets))
    let measurement = PatchMeasurement(
      changes: job.workspace.changes, layout: layout, policy: policy, rewritten: rewritten,
      folder: ContainedDirectory(job.workspace.root))
    var paths = Set(measurement.measuredPaths)
    if measuresProject {
      let files = MeasuredFiles(layout: layout, policy: policy)
      let sources = ProjectSources(root: job.workspace.root, files: files).find()
      if sources.isCut {
        draft.notes.append(
          "the project has more files than coverage looks at: of it, \(sources.paths.count) were measured")
      }
      paths.formUnion(sources.paths)
    }
    guard !paths.isEmpty else {
      draft.skip("coverage", progress, because: "the change adds no Swift code that tests could run")
      draft.evidence.coverage = measurement.measure(CoverageMap(files: [:]), testsPassed: testsPassed)
      return
    }
    let artifacts = built.compactMap(\.artifacts)
    guard !artifacts.isEmpty else {
      draft.skip("coverage", progress, because: "the tests left no coverage profile")
      draft.notes.append("coverage could not be measured: the tests left no coverage profile")
      return miss(&draft)
    }
    let wanted = paths.sorted()
    let isMeasured = await draft.run("coverage", progress) {
      try await reader.coverage(
        from: artifacts, of: wanted, rules: policy.classification.judging(job.workspace.changes))
    } keep: { draft, map in
      draft.evidence.coverage = measurement.measure(map, testsPassed: testsPassed)
      if measuresProject { keep(map, &draft) }
    }
    if !isMeasured { miss(&draft) }
  }

  private func keep(_ map: CoverageMap, _ draft: inout ReportDraft) {
    let snapshot = CoverageSnapshot(
      commit: job.workspace.head, toolchain: built.first?.run.toolchain ?? "", packages: built.map(\.run.package),
      testsPassed: testsPassed, files: map.files, unlinkedFiles: map.unmeasured.values.count { $0 == .notLinked })
    draft.snapshot = snapshot
    guard var coverage = draft.evidence.coverage else { return }
    coverage.project = ProjectCoverage(counts: snapshot.counts, unlinkedFiles: snapshot.unlinkedFiles)
    draft.evidence.coverage = CoverageJudge(policy: policy, testsPassed: testsPassed).judge(coverage, base: nil)
  }

  /// A target that the repository set is not reached by measuring nothing. With red tests the gate is closed anyway.
  private func miss(_ draft: inout ReportDraft) {
    guard policy.hasGate, testsPassed else { return }
    draft.evidence.gaps.append(
      .init(
        verdict: .coverage,
        reason: "patch coverage could not be measured, and the target is \(policy.goal.target.words)"))
  }
}
