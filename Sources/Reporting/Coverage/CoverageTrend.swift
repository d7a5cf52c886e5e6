// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
package import TestHistory

/// The coverage of the commits of a branch, oldest first.
package struct CoverageTrend: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case table, json, svg
  }

  private struct Output: Encodable {
    let schema: Int
    let repository: String
    let branch: String
    let entries: [CoverageHistory.Entry]
  }

  let repository: String
  let branch: String
  let points: [CoverageHistory.Entry]

  package init(repository: String, branch: String, points: [CoverageHistory.Entry]) {
    self.repository = repository
    self.branch = branch
    self.points = points
  }

  /// - Throws: an error of the JSON encoder.
  package func render(_ format: Format) throws -> String {
    switch format {
    case .table: table
    case .json:
      String(
        decoding: try ReportFile.encoder.encode(
          Output(schema: Report.schemaVersion, repository: repository, branch: branch, entries: points)),
        as: UTF8.self) + "\n"
    case .svg: plot.document
    }
  }

  /// The coverage of the project by commit.
  package var plot: LinePlot {
    LinePlot(
      title: "Coverage of \(repository), \(branch)", scale: .percent, nothing: "no measured commits",
      points: points.map { point in
        let (counts, share) = (point.project, "\(point.project.percentage(partials: .covered)) %")
        return LinePlot.Point(
          value: counts.measurable == 0 ? 0 : 100 * Double(counts.covered + counts.partial) / Double(counts.measurable),
          text: share, label: "\(point.commit.short), \(share)", time: point.time, hasFailed: !point.testsPassed)
      })
  }

  /// The commits, newest first, with the difference from the previous commit.
  private var table: String {
    var lines = ["date        commit   project           change  patch"]
    for (index, point) in points.enumerated().reversed() {
      let share = point.project.percentage(partials: .covered)
      let before = index > 0 ? points[index - 1].project.percentage(partials: .covered) : nil
      let change = before.flatMap { share.difference(from: $0) } ?? ""
      let bar = TextBar.text(point.project, .covered) ?? ""
      let patch = point.patch.map { "\($0.percentage(partials: .covered)) %" } ?? ""
      let note = point.testsPassed ? "" : "  tests failed"
      let row =
        "\(FailureHistory.day(point.time))  \(point.commit.short.prefix(7))  \(padded("\(share) %", 7)) \(padded(bar, 10))"
        + "  \(padded(change, 6))  \(patch)\(note)"
      lines.append(String(row.reversed().drop { $0 == " " }.reversed()))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
