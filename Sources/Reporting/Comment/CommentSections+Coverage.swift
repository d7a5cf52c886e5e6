// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

extension CommentSections {
  /// The maximum number of files whose partly run lines are shown.
  private static let shownFiles = 10

  var anomalies: CommentSection? {
    .list(
      .coverage, "Why not to trust the coverage: counters that running tests did not set", share: 2,
      report.coverage?.anomalies ?? []
    ) { "\(prose: $0)" }
  }

  var uncoveredRegions: CommentSection? {
    let lines = (report.coverage?.files ?? []).filter { $0.uncoveredRegions != nil }.prefix(Self.shownFiles).flatMap(
      UncoveredRegionExcerpt.lines)
    return lines.isEmpty ? nil : .log(.coverage, "Lines that ran only in part", share: 2, lines)
  }

  var indirectChanges: CommentSection? {
    guard let indirect = report.coverage?.indirect else { return nil }
    let changes = indirect.listed.prefix(IndirectChanges.maximumListed)
    let listed = changes.reduce(0) { $0 + $1.lines.count }
    let total = max(indirect.lostLines + indirect.gainedLines - listed, 0) + changes.count
    let summary = "Lines that the change did not touch: \(CoverageMessages.indirect(indirect))"
    return .list(.coverage, summary, share: 2, Array(changes), total: total) { place in
      "\(code: "\(place.path):\(place.lines)") \(trusted: CoverageMessages.indirect(place.kind))"
    }
  }
}
