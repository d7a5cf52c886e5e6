// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
import HTMLTemplates
import HostileText
package import ReviewContract

/// The coverage of the commits of a branch, oldest first.
package struct CoverageTrend: Sendable {
  package struct Point: Hashable, Codable, Sendable {
    package let commit: CommitID
    /// The time in seconds since 1970.
    package let time: Int
    package let project: LineCounts
    /// The coverage of the lines that the commit changed; `nil` if none was measurable.
    package let patch: LineCounts?
    package let testsPassed: Bool

    package init(commit: CommitID, time: Int, project: LineCounts, patch: LineCounts?, testsPassed: Bool) {
      self.commit = commit
      self.time = time
      self.project = project
      self.patch = patch
      self.testsPassed = testsPassed
    }
  }

  package enum Format: String, CaseIterable, Sendable {
    case table, json, svg
  }

  private struct Output: Encodable {
    let schema: Int
    let repository: String
    let branch: String
    let entries: [Point]
  }

  let repository: String
  let branch: String
  let points: [Point]

  package init(repository: String, branch: String, points: [Point]) {
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
    case .svg: CoveragePlot(self).text
    }
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
        "\(Self.date(point.time))  \(point.commit.short.prefix(7))  \(padded("\(share) %", 7)) \(padded(bar, 10))"
        + "  \(padded(change, 6))  \(patch)\(note)"
      lines.append(String(row.reversed().drop { $0 == " " }.reversed()))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns a date such as `2026-11-23`, in UTC.
  static func date(_ time: Int) -> String {
    Date(timeIntervalSince1970: TimeInterval(time)).formatted(.iso8601.year().month().day())
  }
}

/// A trend as a plot, in the colors of the reader's theme.
struct CoveragePlot {
  private static let width = 880.0
  private static let height = 320.0
  private static let left = 56.0
  private static let right = 24.0
  private static let top = 56.0
  private static let bottom = 40.0

  private let trend: CoverageTrend
  private let shares: [Double]
  private let low: Double
  private let high: Double

  init(_ trend: CoverageTrend) {
    self.trend = trend
    shares = trend.points.map { point in
      let counts = point.project
      return counts.measurable == 0 ? 0 : 100 * Double(counts.covered + counts.partial) / Double(counts.measurable)
    }
    // At least five percentage points, except near 100 %, so that noise does not look like a cliff.
    let (least, most) = (shares.min() ?? 0, shares.max() ?? 100)
    let middle = (least + most) / 2
    let reach = max(2.5, (most - least) * 0.65)
    low = max(0, middle - reach)
    high = min(100, max(low + 5, middle + reach))
  }

  var text: String {
    let title = HTML("Coverage of \(text: trend.repository), \(text: trend.branch)").text
    let last = trend.points.last.map { "\($0.project.percentage(partials: .covered)) %" } ?? "n/a"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 320" role="img" aria-label="\(title): \(last)">
      <title>\(title): \(last)</title>
      <style>
      svg { color-scheme: light dark; font-family: system-ui, "DejaVu Sans", sans-serif; }
      .page { fill: light-dark(#ffffff, #151b23); } .text { fill: light-dark(#1b212b, #e4e9f0); }
      .soft { fill: light-dark(#545e6d, #9aa6b5); } .grid { stroke: light-dark(#e3e7ec, #2b3440); }
      .line { fill: none; stroke: light-dark(#4149c8, #a5adff); stroke-width: 2.5; stroke-linejoin: round; }
      .area { fill: light-dark(#4149c8, #a5adff); opacity: 0.12; }
      .dot { fill: light-dark(#4149c8, #a5adff); } .failed { fill: light-dark(#b9202c, #ff8a84); }
      </style>
      <rect class="page" width="880" height="320" rx="12"/>
      <text class="text" x="24" y="34" font-size="16" font-weight="600">\(title)</text>
      <text class="text" x="856" y="34" font-size="16" font-weight="600" text-anchor="end">\(last)</text>
      \(grid)
      \(curve)
      </svg>

      """
  }

  private var grid: String {
    let lines = (0...4).map { step in
      let value = low + (high - low) * Double(step) / 4
      let y = Self.number(y(value))
      return "<path class=\"grid\" d=\"M56 \(y)H856\"/>"
        + "<text class=\"soft\" x=\"48\" y=\"\(y)\" dy=\"4\" font-size=\"12\" text-anchor=\"end\">\(Self.number(value)) %</text>"
    }
    let dates = trend.points.isEmpty ? [] : [trend.points[0].time, trend.points[trend.points.count - 1].time]
    let labels = zip(Set(dates).sorted(), [("56", "start"), ("856", "end")]).map { time, place in
      "<text class=\"soft\" x=\"\(place.0)\" y=\"304\" font-size=\"12\" text-anchor=\"\(place.1)\">"
        + "\(CoverageTrend.date(time))</text>"
    }
    return (lines + labels).joined(separator: "\n")
  }

  private var curve: String {
    let vertices = shares.enumerated().map { "\(Self.number(x($0))) \(Self.number(y($1)))" }
    guard let first = vertices.first else {
      return
        "<text class=\"soft\" x=\"440\" y=\"170\" font-size=\"14\" text-anchor=\"middle\">no measured commits</text>"
    }
    let line = "M\(first)" + vertices.dropFirst().map { "L\($0)" }.joined()
    let floor = Self.number(Self.height - Self.bottom)
    let area = "\(line)L\(Self.number(x(shares.count - 1))) \(floor)L\(Self.number(x(0))) \(floor)Z"
    // Of a long history, only the last commit and those with failed tests are marked.
    let dots = trend.points.enumerated().filter { index, point in
      trend.points.count <= 60 || !point.testsPassed || index == trend.points.count - 1
    }.map { index, point in
      let title = "\(point.commit.short), \(point.project.percentage(partials: .covered)) %"
      return "<circle class=\"\(point.testsPassed ? "dot" : "failed")\" cx=\"\(Self.number(x(index)))\" "
        + "cy=\"\(Self.number(y(shares[index])))\" r=\"3.5\"><title>\(title)</title></circle>"
    }
    return "<path class=\"area\" d=\"\(area)\"/>\n<path class=\"line\" d=\"\(line)\"/>\n" + dots.joined(separator: "\n")
  }

  /// Commits are equidistant, so that both a busy day and a quiet month are readable.
  private func x(_ index: Int) -> Double {
    let room = Self.width - Self.left - Self.right
    return Self.left + (shares.count > 1 ? room * Double(index) / Double(shares.count - 1) : room / 2)
  }

  private func y(_ share: Double) -> Double {
    let room = Self.height - Self.top - Self.bottom
    return Self.top + room * (1 - (share - low) / max(0.001, high - low))
  }

  /// Returns the number with at most one decimal, in every locale.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
