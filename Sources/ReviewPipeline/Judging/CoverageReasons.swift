// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What of the coverage speaks against a change, in words.
enum CoverageReasons {
  static func make(_ coverage: PatchCoverage) -> [String] {
    var reasons: [String] = []
    if coverage.gate == .failed {
      reasons.append(
        coverage.gateReason == .unmeasuredFiles
          ? unmeasured(coverage)
          : words(
            "patch coverage", coverage.counts, coverage.target, coverage.gateReason, base: coverage.base,
            coverage.partials))
    }
    for path in coverage.paths ?? [] where path.gate == .failed {
      let name = "patch coverage of " + path.patterns.map { "`\($0)`" }.joined(separator: ", ")
      reasons.append(words(name, path.counts, path.target, path.gateReason, base: coverage.base, coverage.partials))
    }
    if let project = coverage.project, project.gate == .failed {
      reasons.append(
        words(
          "project coverage", project.counts, project.target, project.gateReason, base: project.adjustedBase,
          coverage.partials))
    }
    return reasons
  }

  private static func words(
    _ name: String, _ counts: LineCounts, _ target: String, _ reason: GateReason?, base: LineCounts?,
    _ partials: PartialLines
  ) -> String {
    let percent = counts.percentage(partials: partials)
    guard target == "auto" else { return "\(name) is \(percent) %, below the target of \(target)" }
    guard let base, reason != .noBase else {
      return "\(name) is \(percent) %, and the base's coverage, which it is held against, is not known"
    }
    return "\(name) is \(percent) %, below the base's \(base.percentage(partials: partials)) %"
  }

  private static func unmeasured(_ coverage: PatchCoverage) -> String {
    let files = coverage.unmeasured.filter { $0.couldBeMeasured == true }
    let more = files.count > 1 ? " and \(files.count - 1) more" : ""
    return "coverage of \(files.first?.path ?? "a file")\(more) could not be measured"
  }
}
