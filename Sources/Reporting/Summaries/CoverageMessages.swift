// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// The sentences about the coverage of a report, which all renderers share.
struct CoverageMessages {
  /// The comment that excludes lines.
  static let mark = "// reviewbot:coverage-off"

  let coverage: PatchCoverage
  /// The base in a sentence, such as `main`. The name of a branch is hostile text.
  let base: String

  /// The coverage of the change: `85.9 %`; `nil` if it has no lines that can be run.
  var share: String? { coverage.counts.measurable == 0 ? nil : percent(coverage.counts) }

  /// `53 of 377 lines not run, in 9 files`, `all 24 lines run`
  var missed: String {
    guard share != nil else {
      return coverage.missing.isEmpty ? "no changed lines that tests could run" : "changed code was not measured"
    }
    let files = coverage.files.count { !$0.missedLines.isEmpty || (isStrict && !$0.partialLines.isEmpty) }
    return missed(coverage.counts) + (files > 1 ? ", in \(files) files" : "")
  }

  /// The target and what makes the number doubtful.
  var remarks: [String] {
    let unmeasured = coverage.unmeasured.reduce(0) { $0 + ($1.lines?.count ?? 0) }
    let gate = GateMessage(
      target: coverage.target, gate: coverage.gate, reason: coverage.gateReason, base: coverage.base,
      baseName: base, partials: coverage.partials)
    let isTold = share != nil || coverage.gate == .failed || !coverage.missing.isEmpty
    return [
      unmeasured == 0 ? nil : "\(counted(unmeasured, "line")) not measured", isTold ? gate.text : nil, distrust,
    ].compactMap(\.self)
  }

  /// `do not trust this number: …`; `nil` for a number without anomalies.
  var distrust: String? {
    coverage.isDoubtful ? "do not trust this number: some counters were not set by running the tests" : nil
  }

  /// `85.9 % — 53 of 377 lines not run, in 9 files · target: 80 %, missed`
  var patch: String {
    ([[share, missed].compactMap(\.self).joined(separator: " — ")] + remarks).joined(separator: " · ")
  }

  /// `81.2 % (main: 80.8 %, +0.4)`; `nil` if the project was not measured.
  var project: String? {
    guard let project = coverage.project else { return nil }
    let isUnmeasured = project.gateReason == .unmeasuredFiles && project.counts.measurable == 0
    let gate = GateMessage(
      target: project.target, gate: project.gate, reason: isUnmeasured ? nil : project.gateReason, base: nil,
      baseName: base, partials: coverage.partials)
    guard project.counts.measurable > 0 else {
      guard isUnmeasured else { return "no lines that tests could run" }
      return (["no file was measured"] + [gate.text].compactMap(\.self)).joined(separator: " · ")
    }
    let share = project.counts.percentage(partials: coverage.partials)
    var text = "\(share) %"
    if let known = project.adjustedBase {
      let other = known.percentage(partials: coverage.partials)
      let adjusted = project.base == known ? "" : " without the removed lines"
      text += " (\(base)\(adjusted): \(other) %\(share.difference(from: other).map { ", \($0)" } ?? ""))"
    } else {
      text += " (\(base): not known; set `coverage.base: run` to measure it)"
    }
    return ([text] + [gate.text].compactMap(\.self)).joined(separator: " · ")
  }

  /// Returns the coverage of the changed lines of some files.
  func path(_ path: PathCoverage) -> String {
    let gate = GateMessage(
      target: path.target, gate: path.gate, reason: path.gateReason, base: coverage.base, baseName: base,
      partials: coverage.partials)
    let text =
      path.counts.measurable > 0
      ? "\(percent(path.counts)) — \(missed(path.counts))"
      : path.gateReason == nil ? "no changed lines that tests could run" : "changed code was not measured"
    return ([text] + [gate.text].compactMap(\.self)).joined(separator: " · ")
  }

  /// What the percentages leave out, each as in `54 moved lines`.
  var notCounted: [String] {
    let marked = coverage.markedLines ?? 0
    let ending = coverage.unreachableLines
    return [
      coverage.movedLines == 0 ? nil : counted(coverage.movedLines, "moved line"),
      marked == 0 ? nil : "\(counted(marked, "line")) excluded with \(Self.mark)",
      ending == 0 ? nil : ending == 1 ? "1 line that ends the program" : "\(ending) lines that end the program",
    ].compactMap(\.self)
  }

  /// How the lines that ran only in part count; `nil` for none.
  var partial: String? {
    let count = coverage.counts.partial
    guard count > 0 else { return nil }
    let weight =
      switch coverage.partials {
      case .covered: "covered"
      case .half: "half covered"
      case .missed: "not run"
      }
    return "\(counted(count, "line")) ran only in part and \(count == 1 ? "counts" : "count") as \(weight)"
  }

  /// What the percentage leaves out and how it is made, in sentences.
  var footnotes: [String] {
    let left = notCounted.isEmpty ? nil : "Not counted: \(notCounted.joined(separator: ", "))."
    return [left, partial.map { $0 + "." }].compactMap(\.self)
  }

  /// Whether no target was set for the change.
  var hasNoTarget: Bool { GateMessage.isDefault(coverage.target, coverage.gate) }

  /// `3 lines lost coverage, 1 line gained it`
  static func indirect(_ changes: IndirectChanges) -> String {
    let lost = changes.lostLines == 0 ? nil : "\(counted(changes.lostLines, "line")) lost coverage"
    let gained = changes.gainedLines == 0 ? nil : "\(counted(changes.gainedLines, "line")) gained it"
    return [lost, gained].compactMap(\.self).joined(separator: ", ")
  }

  /// What happened to the coverage of lines that were not changed.
  static func indirect(_ kind: IndirectChanges.Kind) -> String {
    switch kind {
    case .lost: "covered on the base, not run now"
    case .gained: "not run on the base, covered now"
    case .lostByMoving: "covered on the base, not run after the move"
    }
  }

  /// Returns the computed percentage, because the report's own `percent` is text from the sandbox.
  private func percent(_ counts: LineCounts) -> String { "\(counts.percentage(partials: coverage.partials)) %" }

  /// Whether a line that ran only in part counts as not run.
  private var isStrict: Bool { coverage.partials == .missed }

  /// The number of lines that count as not run.
  func missedLines(_ counts: LineCounts) -> Int { counts.missed + (isStrict ? counts.partial : 0) }

  private func missed(_ counts: LineCounts) -> String {
    let missed = missedLines(counts)
    let all = counted(counts.measurable, "line")
    guard missed == 0 else { return "\(missed) of \(all) not run" }
    return counts.measurable == 1 ? "the only line ran" : "all \(all) ran"
  }
}

extension CoverageMessages {
  /// Fails for a report without coverage.
  init?(_ report: Report) {
    guard let coverage = report.coverage else { return nil }
    self.init(coverage: coverage, base: report.baseName)
  }
}

/// A partly run line with carets below its uncovered regions. The line is hostile text.
struct UncoveredRegionExcerpt {
  let line: Int
  let text: String
  let carets: String

  /// Fails for columns that are not in the line.
  init?(_ regions: UncoveredRegions) {
    let bytes = Array(regions.text.utf8)
    guard bytes.count <= UncoveredRegions.maximumBytes, !regions.columns.isEmpty else { return nil }
    var position = bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    var (text, carets) = ("", "")
    func add(upTo end: Int, _ mark: String) {
      let part = HostileText(decoding: bytes[position..<end]).line(limit: bytes.count)
      text += part
      carets += String(repeating: mark, count: part.count)
      position = end
    }
    for columns in regions.columns {
      guard columns.count == 2, columns[0] > position, columns[0] < columns[1], columns[1] <= bytes.count + 1 else {
        return nil
      }
      add(upTo: columns[0] - 1, " ")
      add(upTo: columns[1] - 1, "^")
    }
    add(upTo: bytes.count, " ")
    while carets.last == " " { carets.removeLast() }
    line = regions.line
    self.text = text
    self.carets = carets
  }

  /// Returns the partly run lines of one file, each after its path.
  static func lines(of file: PatchCoverage.File) -> [String] {
    let shown = (file.uncoveredRegions ?? []).prefix(UncoveredRegions.maximumLines).compactMap(
      UncoveredRegionExcerpt.init)
    return shown.flatMap { excerpt in
      ["\(HostileText(file.path).line()):\(excerpt.line)", "  " + excerpt.text, "  " + excerpt.carets]
    }
  }
}

/// The result of one coverage target.
struct GateMessage {
  /// A percentage, with or without its sign, or `auto`. Other text, which only a sandbox can have written, counts as
  /// `auto`.
  let target: String
  let gate: PatchCoverage.Gate
  let reason: GateReason?
  /// The coverage that `auto` compares with.
  let base: LineCounts?
  let baseName: String
  let partials: PartialLines

  /// Whether a target is the default, which only shows the number.
  static func isDefault(_ target: String, _ gate: PatchCoverage.Gate) -> Bool {
    gate == .informational && PercentTarget(target) == nil
  }

  /// `target: 80 %, missed`; `nil` for the default.
  var text: String? {
    if Self.isDefault(target, gate) { return nil }
    return switch gate {
    case .passed: "\(name), reached"
    case .failed where reason == .unmeasuredFiles: "\(name), missed: changed files were not measured"
    case .failed where reason == .noBase: "\(name), missed: the coverage of \(baseName) is not known"
    case .failed: "\(name), missed"
    case .informational: "\(name) (not enforced)"
    case .skipped: "\(name), not applied\(skipped)"
    }
  }

  private var name: String {
    if let target = PercentTarget(target) { return "target: \(target) %" }
    let goal = base.map { "\(baseName)'s \($0.percentage(partials: partials)) %" } ?? "\(baseName)'s"
    return "target: not below \(goal)"
  }

  private var skipped: String {
    switch reason {
    case .fewLines: ": too few lines"
    case .testsFailed: ": tests did not pass"
    case .noBase: ": the coverage of \(baseName) is not known"
    case .unmeasuredFiles, nil: ""
    }
  }
}

extension Report {
  /// The branch to be merged into, in a sentence: hostile text.
  var baseName: String { pullRequest.baseBranch ?? "the base" }
}
