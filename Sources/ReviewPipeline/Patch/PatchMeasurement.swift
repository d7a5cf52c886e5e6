// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// Intersects what the tests ran with what the change adds.
struct PatchMeasurement: Sendable {
  let changes: ChangeSet
  let layout: PackageLayout
  let policy: PatchPolicy
  /// Files whose tested text is not the head's, so that their lines cannot be told.
  var rewritten: Set<String> = []

  /// Those of ``paths`` that can be measured.
  var measuredPaths: [String] { paths.filter { !rewritten.contains($0) } }

  /// The changed files that patch coverage is about: code with lines that count.
  var paths: [String] {
    code.filter { !countedLines(of: $0).isEmpty }.map(\.path)
  }

  /// Swift code outside tests, plugins, macros and snippets, which no test bundle links as code under test.
  private var code: [ChangedFile] {
    changes.files.filter { file in
      guard file.hasText, file.path.hasSuffix(".swift") else { return false }
      guard let target = layout.target(of: file.path), Self.measuredTypes.contains(target.type) else { return false }
      return !policy.excluded.contains { $0.matches(file.path) }
    }
  }

  private func countedLines(of file: ChangedFile) -> LineSet {
    switch policy.moved {
    case .exclude: file.newLines
    case .include: file.addedLines
    }
  }

  /// Target types whose code a test can run. (An executable's code is there when a test target depends on it.)
  private static let measuredTypes: Set<String> = ["library", "executable", "regular"]

  /// - Parameter testsPassed: with red tests the number is shown but not held against the target.
  func measure(_ map: CoverageMap, testsPassed: Bool) -> PatchCoverage {
    var files: [PatchCoverage.File] = []
    var unmeasured: [PatchCoverage.UnmeasuredFile] = []
    var unreachable = 0
    for path in paths {
      guard let added = changes.file(at: path).map(countedLines) else { continue }
      if let states = map.files[path] {
        files.append(Self.file(path, states.filter { added.contains($0.key) }))
        unreachable += map.excluded[path, default: [:]].count { $0.value == .unreachable && added.contains($0.key) }
      } else {
        unmeasured.append(.init(path: path, reason: reason(path, map)))
      }
    }
    let counts = files.reduce(LineCounts()) { $0 + $1.counts }
    var notes = map.notes
    let gate = gate(counts, testsPassed: testsPassed, &notes)
    return PatchCoverage(
      counts: counts, partials: policy.partials, target: policy.target.map { "\($0) %" } ?? "auto", gate: gate,
      files: files.filter { $0.counts.measurable > 0 }, unmeasured: unmeasured,
      movedLines: code.reduce(0) { $0 + $1.addedLines.count - countedLines(of: $1).count },
      unreachableLines: unreachable, notes: notes)
  }

  private static func file(_ path: String, _ states: [Int: LineState]) -> PatchCoverage.File {
    var counts = LineCounts()
    for state in states.values { counts.count(state) }
    func lines(_ wanted: LineState) -> LineSet { LineSet(states.filter { $0.value == wanted }.keys) }
    return PatchCoverage.File(
      path: path, counts: counts, missedLines: lines(.missed), partialLines: lines(.partial))
  }

  private func reason(_ path: String, _ map: CoverageMap) -> String {
    if rewritten.contains(path) { return "the base changed it too, and only the merge was tested" }
    if let reason = map.unmeasured[path] { return reason.words }
    return layout.target(of: path)?.type == "executable"
      ? UnmeasuredReason.notLinked.words
      : "nothing is known of it: only types, a target that no test depends on, or a file that cannot be parsed"
  }

  private func gate(_ counts: LineCounts, testsPassed: Bool, _ notes: inout [String]) -> PatchCoverage.Gate {
    if !testsPassed { notes.append("measured in a run whose tests did not pass") }
    guard let target = policy.target else { return .informational }
    // Nothing missed always passes, however small the change and whatever the tests did.
    if counts.missed == 0, counts.partial == 0 || policy.partials == .covered { return .passed }
    guard testsPassed else { return .skipped }
    if counts.measurable < policy.minimumLines {
      notes.append("fewer than \(policy.minimumLines) measurable lines: not held against the target")
      return .skipped
    }
    let isReached = counts.percentage(partials: policy.partials).reaches(target, lessBy: policy.threshold)
    return isReached ? .passed : .failed
  }
}
