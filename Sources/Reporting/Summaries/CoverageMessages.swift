// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
import ReviewContract

/// One-line summaries of coverage. Without text of the pull request.
enum CoverageMessages {
  /// `Patch 73.1 % (106 of 145 measurable lines; 11 only partly run; moved 4 lines) · target 80 % missed`
  ///
  /// - Parameter name: the subject of the measurement.
  static func line(_ coverage: PatchCoverage, name: String = "Patch") -> String {
    let uncounted = uncountedLines(coverage)
    let gate = GateMessage(
      target: coverage.target, gate: coverage.gate, reason: coverage.gateReason, base: coverage.base,
      partials: coverage.partials)
    let doubt = coverage.isDoubtful ? " · doubtful" : ""
    guard coverage.counts.measurable > 0 else {
      let isMissing = !coverage.missing.isEmpty
      let gateText = coverage.gate == .failed || isMissing ? " · \(gate.text)" : ""
      let what = isMissing ? "changed code was not measured" : "no measurable lines"
      return "\(name) n/a (\(what)\(uncounted))\(gateText)\(doubt)"
    }
    let counts = lines(coverage.counts, coverage.partials)
    return "\(name) \(percent(coverage)) % (\(counts)\(uncounted)) · \(gate.text)\(doubt)"
  }

  /// `81.2 % (812 of 1000 measurable lines) · +0.4 against the base's 80.8 % (808 of 1000) · target auto, for
  /// information`
  static func project(_ coverage: PatchCoverage) -> String? {
    guard let project = coverage.project else { return nil }
    guard project.counts.measurable > 0 else {
      guard project.gateReason == .unmeasuredFiles else { return "n/a (no measurable lines)" }
      let gate = GateMessage(
        target: project.target, gate: project.gate, reason: nil, base: nil, partials: coverage.partials)
      return "n/a (no file was measured) · \(gate.text)"
    }
    let share = project.counts.percentage(partials: coverage.partials)
    var parts = ["\(share) % (\(lines(project.counts, coverage.partials)))"]
    if let base = project.adjustedBase {
      let other = base.percentage(partials: coverage.partials)
      let adjusted = project.base == base ? "" : " without the removed lines"
      let difference = share.difference(from: other).map { "\($0) against " } ?? ""
      parts.append(
        "\(difference)the base's \(other) % (\(covered(base, coverage.partials)) of \(base.measurable)\(adjusted))")
    }
    parts.append(
      GateMessage(
        target: project.target, gate: project.gate, reason: project.gateReason, base: nil, partials: coverage.partials
      ).text)
    return parts.joined(separator: " · ")
  }

  /// Returns the coverage of the changed lines of some files.
  static func path(_ path: PathCoverage, of coverage: PatchCoverage) -> String {
    let gate = GateMessage(
      target: path.target, gate: path.gate, reason: path.gateReason, base: coverage.base, partials: coverage.partials)
    guard path.counts.measurable > 0 else {
      let isMissing = path.gateReason != nil
      return isMissing ? "n/a (changed code was not measured) · \(gate.text)" : "n/a (no measurable lines)"
    }
    let share = path.counts.percentage(partials: coverage.partials)
    return "Patch \(share) % (\(lines(path.counts, coverage.partials))) · \(gate.text)"
  }

  /// `3 lines lost their coverage, 1 line gained it`
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
  static func percent(_ coverage: PatchCoverage) -> String {
    coverage.counts.percentage(partials: coverage.partials).description
  }

  private static func lines(_ counts: LineCounts, _ partials: PartialLines) -> String {
    let partly = counts.partial == 0 ? "" : "; \(counts.partial) only partly run"
    return "\(covered(counts, partials)) of \(counted(counts.measurable, "measurable line"))\(partly)"
  }

  private static func uncountedLines(_ coverage: PatchCoverage) -> String {
    let moved = coverage.movedLines == 0 ? "" : "; moved \(counted(coverage.movedLines, "line"))"
    let unreachable = coverage.unreachableLines == 0 ? "" : "; \(coverage.unreachableLines) excluded (unreachable)"
    let marked = coverage.markedLines.map { "; \($0) excluded (by comments)" } ?? ""
    let missing = coverage.unmeasured.reduce(0) { $0 + ($1.lines?.count ?? 0) }
    let unmeasured = missing == 0 ? "" : "; \(counted(missing, "line")) not measured"
    return moved + unreachable + marked + unmeasured
  }

  private static func covered(_ counts: LineCounts, _ partials: PartialLines) -> String {
    let (covered, partial) = (counts.covered, counts.partial)
    switch partials {
    case .covered: return "\(covered + partial)"
    case .missed: return "\(covered)"
    case .half: return "\(covered + partial / 2)" + (partial % 2 == 0 ? "" : ".5")
    }
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
  let partials: PartialLines

  var text: String {
    switch gate {
    case .passed: "\(name) reached"
    case .failed where reason == .unmeasuredFiles: "\(name), failed: changed files were not measured"
    case .failed where reason == .noBase: "\(name), failed: the base's coverage is unknown"
    case .failed: "\(name) missed"
    case .informational: "\(name), for information"
    case .skipped: "\(name), not applied\(skipped)"
    }
  }

  private var name: String {
    if let target = PercentTarget(target) { return "target \(target) %" }
    return "target auto" + (base.map { " (the base's \($0.percentage(partials: partials)) %)" } ?? "")
  }

  private var skipped: String {
    switch reason {
    case .fewLines: ": too few lines"
    case .testsFailed: ": tests did not pass"
    case .noBase: ": the base's coverage is unknown"
    case .unmeasuredFiles, nil: ""
    }
  }
}
