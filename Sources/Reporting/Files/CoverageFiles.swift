// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

extension LineReport {
  /// The maximum number of lines of all files together. A forged report can have a billion lines in a range.
  private static let maximumLines = 300_000

  /// Creates the measurement of the changed lines of a report.
  ///
  /// Fails when no line was measured: an empty file would look like a measurement without uncovered lines.
  init?(_ report: Report) {
    guard let coverage = report.coverage, coverage.files.contains(where: { $0.counts.measurable > 0 }) else {
      return nil
    }
    var rest = Self.maximumLines
    let files = coverage.files.map { file in
      let classes: [(LineSet, LineReport.Class)] = [
        (file.coveredLines ?? [], .covered), (file.partialLines, .partial), (file.missedLines, .missed),
      ]
      let lines = classes.flatMap { lines, kind in
        let listed = lines.lines.prefix(rest).map { LineReport.Line(line: $0, class: kind) }
        rest -= listed.count
        return listed
      }
      return LineReport.File(path: file.path, lines: lines.sorted { $0.line < $1.line }, partials: coverage.partials)
    }
    self.init(files: files, unmeasured: coverage.unmeasured, partials: coverage.partials)
  }
}

/// A badge with the coverage of the project, or of the patch where the project was not measured, as SVG.
struct CoverageBadge {
  private static let height = 20
  private let label: String
  private let value: String
  private let color: String

  /// - Returns: `nil` when no coverage was measured.
  init?(_ report: Report) {
    guard let coverage = report.coverage else { return nil }
    let project = coverage.project?.counts
    let counts = project ?? coverage.counts
    let share = counts.percentage(partials: coverage.partials)
    self.init(label: project == nil ? "patch coverage" : "coverage", share)
  }

  private init(label: String, _ share: Percentage) {
    self.label = label
    value = share.denominator == 0 ? "n/a" : "\(share) %"
    color = share.denominator == 0 ? "#6e7781" : Self.color(share.doubledNumerator * 50 / share.denominator)
  }

  /// Returns a color that is dark enough for white text.
  private static func color(_ percent: Int) -> String {
    switch percent {
    case 90...: "#1a7f37"
    case 75..<90: "#4d7c0f"
    case 60..<75: "#9a6700"
    default: "#cf222e"
    }
  }

  var text: String {
    let (left, right) = (Self.width(label), Self.width(value))
    let all = left + right
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(all)" height="\(Self.height)" role="img" \
      aria-label="\(label): \(value)">
      <title>\(label): \(value)</title>
      <clipPath id="r"><rect width="\(all)" height="\(Self.height)" rx="3"/></clipPath>
      <g clip-path="url(#r)">
      <rect width="\(left)" height="\(Self.height)" fill="#424a53"/>
      <rect x="\(left)" width="\(right)" height="\(Self.height)" fill="\(color)"/>
      </g>
      <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      <text x="\(left / 2)" y="14" textLength="\(left - 12)">\(label)</text>
      <text x="\(left + right / 2)" y="14" textLength="\(right - 12)">\(value)</text>
      </g>
      </svg>

      """
  }

  private static func width(_ text: String) -> Int { text.count * 7 + 12 }
}
