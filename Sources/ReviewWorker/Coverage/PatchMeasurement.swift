// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import ReviewContract

/// Intersects the covered lines with the changed lines.
struct PatchMeasurement: Sendable {
  let changes: ChangeSet
  let layout: PackageLayout
  let policy: PatchPolicy
  let paths: PathsSection
  /// Files whose tested text differs from the head's, so their lines cannot be mapped.
  var rewritten: Set<String> = []
  /// The checkout of the head, to quote lines from; `nil` to quote none.
  var folder: ContainedDirectory?

  /// The changed files with lines that count for patch coverage and can be measured.
  var measuredPaths: [String] {
    counted.map(\.path).filter { !files.isExcluded($0) && !rewritten.contains($0) }
  }

  private var files: MeasuredFiles { MeasuredFiles(layout: layout, policy: policy, paths: paths) }

  private var code: [ChangedFile] { changes.files.filter { $0.hasText && files.isCode($0.path) } }

  private var counted: [ChangedFile] { code.filter { !countedLines(of: $0).isEmpty } }

  /// The added lines that count: without moved ones, if the policy excludes them.
  func countedLines(of file: ChangedFile) -> LineSet {
    switch policy.moved {
    case .exclude: file.newLines
    case .include: file.addedLines
    }
  }

  /// The most uncovered regions of a file that a report lists.
  private static let maximumColumns = 500

  /// - Parameter testsPassed: if `false`, the gate follows the policy's rule for failed tests.
  func measure(_ map: CoverageMap, testsPassed: Bool) -> PatchCoverage {
    var measured: [PatchCoverage.File] = []
    var unmeasured: [PatchCoverage.UnmeasuredFile] = []
    var excluded: [ExcludedReason] = []
    for file in counted {
      let added = countedLines(of: file)
      unmeasured += self.unmeasured(file, map)
      guard !files.isExcluded(file.path), let states = states(of: file, map) else { continue }
      measured.append(self.file(file.path, states.filter { added.contains($0.key) }, map))
      excluded += map.excluded[file.path, default: [:]].filter { added.contains($0.key) }.values
    }
    var notes = map.notes
    if !testsPassed { notes.append("measured in a run whose tests did not pass") }
    if policy.hasAnyGate {
      uncountedNote(map).map { notes.append($0) }
      if counted.contains(where: { map.macroUsers.contains($0.path) }) {
        notes.append("macro-generated code is not measured")
      }
    }
    let anomalies = CounterAnomalies(layout: layout).find(in: map.totals)
    let marked = excluded.count { $0 != .unreachable }
    let coverage = PatchCoverage(
      counts: measured.reduce(LineCounts()) { $0 + $1.counts }, partials: policy.partials,
      target: policy.goal.target.text, gate: .informational,
      files: measured.filter { $0.counts.measurable > 0 }, unmeasured: unmeasured,
      movedLines: code.filter { !files.isExcluded($0.path) }
        .reduce(0) { $0 + $1.addedLines.count - countedLines(of: $1).count },
      unreachableLines: excluded.count - marked, markedLines: marked == 0 ? nil : marked, notes: notes,
      anomalies: anomalies.isEmpty ? nil : anomalies)
    return CoverageJudge(policy: policy, testsPassed: testsPassed).judge(coverage, base: nil)
  }

  private func file(_ path: String, _ states: [Int: LineState], _ map: CoverageMap) -> PatchCoverage.File {
    var counts = LineCounts()
    for state in states.values { counts.count(state) }
    func lines(_ wanted: LineState) -> LineSet { LineSet(states.filter { $0.value == wanted }.keys) }
    let partial = lines(.partial)
    let regions = UncoveredRegionReader(folder: folder, path: path, columns: map.uncoveredColumns[path, default: [:]])
      .of(partial)
    let columns = states.keys.sorted().flatMap { line in
      (map.uncoveredColumns[path]?[line] ?? []).map { [line, $0.lowerBound, $0.upperBound] }
    }
    return PatchCoverage.File(
      path: path, counts: counts, missedLines: lines(.missed), partialLines: partial, coveredLines: lines(.covered),
      uncoveredColumns: columns.isEmpty ? nil : Array(columns.prefix(Self.maximumColumns)),
      uncoveredRegions: regions.isEmpty ? nil : regions)
  }

  /// Returns the parts of a file that were not measured, each with its reason; one for a file of which nothing was.
  private func unmeasured(_ file: ChangedFile, _ map: CoverageMap) -> [PatchCoverage.UnmeasuredFile] {
    let path = file.path
    if let reason = files.exclusion(of: path) { return [.init(path: path, reason: reason.explanation)] }
    if rewritten.contains(path) {
      let reason = "the base changed the file too, and only the merge was tested"
      return [.init(path: path, reason: reason, couldBeMeasured: true)]
    }
    let code = unmeasuredCode(of: file, map)
    if map.files[path] != nil {
      return code.filter { isMissing($0.key, in: file, map) }.sorted { $0.key.explanation < $1.key.explanation }.map {
        reason, lines in
        .init(path: path, reason: reason.explanation, couldBeMeasured: true, lines: lines)
      }
    }
    // A reader names a reason for each file; without one, it did not look at the file.
    let reason = map.unmeasured[path] ?? .notLinked
    let lines = code[reason]
    // Where the code of the file is known, lines without code need no measurement.
    let couldBeMeasured = reason.couldBeMeasured && (lines != nil || map.unmeasuredCode[path] == nil)
    return [.init(path: path, reason: reason.explanation, couldBeMeasured: couldBeMeasured ? true : nil, lines: lines)]
  }

  /// Returns the counted lines of a file with code that was not measured, by the reason.
  private func unmeasuredCode(of file: ChangedFile, _ map: CoverageMap) -> [UnmeasuredReason: LineSet] {
    let added = countedLines(of: file)
    return (map.unmeasuredCode[file.path] ?? [:])
      .mapValues { LineSet($0.lines.filter(added.contains)) }.filter { !$0.value.isEmpty }
  }

  /// Returns whether unmeasured code of a measured file is missing from the number. What the compiler cannot count is
  /// missing only where nothing else of the change in the file was measured.
  private func isMissing(_ reason: UnmeasuredReason, in file: ChangedFile, _ map: CoverageMap) -> Bool {
    let added = countedLines(of: file)
    return reason != .notCounted || !map.files[file.path, default: [:]].keys.contains(where: added.contains)
  }

  /// Returns a note about lines that the compiler does not count, in files of which other lines were measured.
  private func uncountedNote(_ map: CoverageMap) -> String? {
    let files = counted.filter { map.files[$0.path] != nil && !self.files.isExcluded($0.path) }
      .filter { !isMissing(.notCounted, in: $0, map) }
      .compactMap { file in unmeasuredCode(of: file, map)[.notCounted].map { (file.path, $0) } }
    guard let (path, lines) = files.first, let line = lines.ranges.first?.lowerBound else { return nil }
    let count = files.reduce(0) { $0 + $1.1.count }
    let what = count == 1 ? "1 line" : "\(count) lines"
    let place = count == 1 ? "\(path):\(line)" : "the first is \(path):\(line)"
    return
      "the compiler does not count \(what) of initial values of globals and statics, or default arguments: \(place)"
  }

  /// Returns the states of a file's lines: with the unmeasured ones as missed, if the policy counts them; `nil` if there
  /// are none.
  private func states(of file: ChangedFile, _ map: CoverageMap) -> [Int: LineState]? {
    let states = map.files[file.path]
    guard policy.unmeasured == .countAsMissed, let code = map.unmeasuredCode[file.path] else { return states }
    let missing = code.filter { states == nil || isMissing($0.key, in: file, map) }.values.flatMap { Array($0.lines) }
    return (states ?? [:]).merging(missing.map { ($0, .missed) }) { state, _ in state }
  }
}

extension PatchMeasurement {
  /// The class of each changed line, by the same rules as the percentage.
  ///
  /// - Parameter coverage: the result of ``measure(_:testsPassed:)`` for the same map.
  func lines(_ map: CoverageMap, _ coverage: PatchCoverage) -> LineReport {
    let files = changes.files.compactMap { file -> LineReport.File? in
      guard let states = states(of: file, map) else { return nil }
      let lines = lines(of: file, states, map)
      return lines.isEmpty ? nil : LineReport.File(path: file.path, lines: lines, partials: policy.partials)
    }
    return LineReport(files: files, unmeasured: coverage.unmeasured, partials: policy.partials, notes: coverage.notes)
  }

  private func lines(of file: ChangedFile, _ states: [Int: LineState], _ map: CoverageMap) -> [LineReport.Line] {
    let (added, counted) = (file.addedLines, countedLines(of: file))
    let measured = states.filter { added.contains($0.key) }.map { line, state in
      guard counted.contains(line) else { return LineReport.Line(line: line, class: .moved) }
      let uncovered = map.uncoveredColumns[file.path]?[line] ?? []
      return LineReport.Line(line: line, class: Self.class(of: state), columns: uncovered)
    }
    let excluded = (map.excluded[file.path] ?? [:]).filter { counted.contains($0.key) }.map { line, reason in
      LineReport.Line(line: line, class: .excluded, reason: reason.explanation)
    }
    return (measured + excluded).sorted { $0.line < $1.line }
  }

  private static func `class`(of state: LineState) -> LineReport.Class {
    switch state {
    case .covered: .covered
    case .partial: .partial
    case .missed: .missed
    }
  }
}

/// Reads the text of partially covered lines, to quote them in the report.
struct UncoveredRegionReader {
  /// Larger files are not read.
  private static let largestFile = 2 << 20

  let folder: ContainedDirectory?
  let path: String
  /// The uncovered columns, by 1-based line.
  let columns: [Int: [Range<Int>]]

  /// The first of the given lines, without lines that are too long to be shown.
  func of(_ lines: LineSet) -> [UncoveredRegions] {
    let wanted = lines.lines.filter { columns[$0]?.isEmpty == false }
    // Lines of an unreadable file are not quoted.
    guard !wanted.isEmpty, let bytes = try? folder?.bytes(at: path, limit: Self.largestFile) else { return [] }
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let shown = wanted.lazy.compactMap { line -> UncoveredRegions? in
      guard line <= texts.count, let columns = columns[line] else { return nil }
      let text = texts[line - 1]
      let isWithin = columns.allSatisfy { $0.lowerBound >= 1 && !$0.isEmpty && $0.upperBound <= text.count + 1 }
      guard text.count <= UncoveredRegions.maximumBytes, isWithin else { return nil }
      return UncoveredRegions(
        line: line, text: String(decoding: text, as: UTF8.self),
        columns: columns.map { [$0.lowerBound, $0.upperBound] })
    }
    return Array(shown.prefix(UncoveredRegions.maximumLines))
  }
}

/// Selects the files whose coverage is measured.
struct MeasuredFiles: Sendable {
  let layout: PackageLayout
  let policy: PatchPolicy
  let paths: PathsSection

  /// Swift code outside tests, plugins, macros and snippets, which no test bundle links as code under test.
  func isCode(_ path: String) -> Bool {
    guard path.hasSuffix(".swift"), let target = layout.target(of: path), Self.types.contains(target.type) else {
      return false
    }
    return !paths.exclude.contains { $0.matches(path) }
  }

  /// The reason why the configuration excludes a file; `nil` if it does not.
  func exclusion(of path: String) -> UnmeasuredReason? {
    if paths.generated.contains(where: { $0.matches(path) }) { return .generatedByConfiguration }
    return policy.excluded.contains { $0.matches(path) } ? .excluded : nil
  }

  func isExcluded(_ path: String) -> Bool { exclusion(of: path) != nil }

  /// The target types whose code a test can run. An executable's code is linked if a test target depends on it.
  static let types: Set<String> = ["library", "executable", "regular"]
}
