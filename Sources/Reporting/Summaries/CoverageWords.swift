// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// Patch coverage in words.
enum CoverageWords {
  /// `Patch 73.1 % (106 of 145 measurable lines; 11 only partly run; moved 4 lines) · target 80 % missed`
  static func line(_ coverage: PatchCoverage) -> String {
    let moved = coverage.movedLines == 0 ? "" : "; moved \(counted(coverage.movedLines, "line"))"
    let unreachable = coverage.unreachableLines == 0 ? "" : "; \(coverage.unreachableLines) excluded (unreachable)"
    let left = moved + unreachable
    guard coverage.counts.measurable > 0 else { return "Patch n/a (no measurable lines\(left))" }
    let partly = coverage.counts.partial == 0 ? "" : "; \(coverage.counts.partial) only partly run"
    let lines = "\(covered(coverage)) of \(counted(coverage.counts.measurable, "measurable line"))\(partly)\(left)"
    return "Patch \(percent(coverage)) % (\(lines)) · \(gate(coverage))"
  }

  /// Computed here, because the report's own `percent` came out of the sandbox as text.
  static func percent(_ coverage: PatchCoverage) -> String {
    coverage.counts.percentage(partials: coverage.partials).description
  }

  private static func covered(_ coverage: PatchCoverage) -> String {
    let (covered, partial) = (coverage.counts.covered, coverage.counts.partial)
    switch coverage.partials {
    case .covered: return "\(covered + partial)"
    case .missed: return "\(covered)"
    case .half: return "\(covered + partial / 2)" + (partial % 2 == 0 ? "" : ".5")
    }
  }

  private static func gate(_ coverage: PatchCoverage) -> String {
    let target = PercentTarget(coverage.target).map { "target \($0) %" } ?? "target auto"
    switch coverage.gate {
    case .passed: return "\(target) reached"
    case .failed: return "\(target) missed"
    case .informational: return "\(target), for information"
    case .skipped: return "\(target), not applied"
    }
  }
}
