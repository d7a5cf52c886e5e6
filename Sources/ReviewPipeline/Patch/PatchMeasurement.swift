// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Intersects what the tests ran with what the change adds.
struct PatchMeasurement: Sendable {
  let changes: ChangeSet
  let layout: PackageLayout
  let policy: PatchPolicy
  /// Files whose tested text is not the head's, so that their lines cannot be told.
  var rewritten: Set<String> = []
  /// Where the head's files are, to show lines of them.
  var folder: ContainedDirectory?

  /// The files that patch coverage is about and that can be measured: code with lines that count.
  var measuredPaths: [String] {
    counted.map(\.path).filter { !files.isExcluded($0) && !rewritten.contains($0) }
  }

  private var files: MeasuredFiles { MeasuredFiles(layout: layout, policy: policy) }

  private var code: [ChangedFile] { changes.files.filter { $0.hasText && files.isCode($0.path) } }

  private var counted: [ChangedFile] { code.filter { !countedLines(of: $0).isEmpty } }

  func countedLines(of file: ChangedFile) -> LineSet {
    switch policy.moved {
    case .exclude: file.newLines
    case .include: file.addedLines
    }
  }

  /// - Parameter testsPassed: with red tests the number is shown, and held against the target only if that is wanted.
  func measure(_ map: CoverageMap, testsPassed: Bool) -> PatchCoverage {
    var measured: [PatchCoverage.File] = []
    var unmeasured: [PatchCoverage.UnmeasuredFile] = []
    var excluded: [ExcludedReason] = []
    for file in counted {
      let added = countedLines(of: file)
      if !files.isExcluded(file.path), let states = map.files[file.path] {
        measured.append(self.file(file.path, states.filter { added.contains($0.key) }, map))
        excluded += map.excluded[file.path, default: [:]].filter { added.contains($0.key) }.values
      } else {
        unmeasured.append(self.unmeasured(file.path, map))
        if policy.unmeasured == .countAsMissed, let code = map.unlinkedCode[file.path] {
          let missed = code.lines.filter(added.contains).map { ($0, LineState.missed) }
          measured.append(self.file(file.path, Dictionary(uniqueKeysWithValues: missed), map))
        }
      }
    }
    var notes = map.notes
    if !testsPassed { notes.append("measured in a run whose tests did not pass") }
    if counted.contains(where: { map.macroUsers.contains($0.path) }) {
      notes.append("macro-generated code is not measured")
    }
    let doubts = CounterDoubts(layout: layout).find(in: map.totals)
    let marked = excluded.count { $0 != .unreachable }
    let coverage = PatchCoverage(
      counts: measured.reduce(LineCounts()) { $0 + $1.counts }, partials: policy.partials,
      target: policy.goal.target.words, gate: .informational,
      files: measured.filter { $0.counts.measurable > 0 }, unmeasured: unmeasured,
      movedLines: code.filter { !files.isExcluded($0.path) }
        .reduce(0) { $0 + $1.addedLines.count - countedLines(of: $1).count },
      unreachableLines: excluded.count - marked, markedLines: marked == 0 ? nil : marked, notes: notes,
      doubts: doubts.isEmpty ? nil : doubts)
    return CoverageJudge(policy: policy, testsPassed: testsPassed).judge(coverage, base: nil)
  }

  private func file(_ path: String, _ states: [Int: LineState], _ map: CoverageMap) -> PatchCoverage.File {
    var counts = LineCounts()
    for state in states.values { counts.count(state) }
    func lines(_ wanted: LineState) -> LineSet { LineSet(states.filter { $0.value == wanted }.keys) }
    let partial = lines(.partial)
    let idle = IdleLines(folder: folder, path: path, columns: map.idleColumns[path, default: [:]]).of(partial)
    return PatchCoverage.File(
      path: path, counts: counts, missedLines: lines(.missed), partialLines: partial, idle: idle.isEmpty ? nil : idle)
  }

  private func unmeasured(_ path: String, _ map: CoverageMap) -> PatchCoverage.UnmeasuredFile {
    if let reason = files.exclusion(of: path) { return .init(path: path, reason: reason.words) }
    if rewritten.contains(path) {
      return .init(path: path, reason: "the base changed it too, and only the merge was tested")
    }
    if let reason = map.unmeasured[path] {
      return .init(path: path, reason: reason.words, couldBeMeasured: reason.couldBeMeasured ? true : nil)
    }
    guard layout.target(of: path)?.type == "executable" else {
      let reason =
        "nothing is known of it: only types, a target that no test depends on, or a file that cannot be parsed"
      return .init(path: path, reason: reason)
    }
    return .init(path: path, reason: UnmeasuredReason.notLinked.words, couldBeMeasured: true)
  }
}
