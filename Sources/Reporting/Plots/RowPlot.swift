// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates

/// A list of tests as a figure: each with its latest results, or with a bar.
package struct RowPlot: Sendable {
  package enum Cell: String, Sendable {
    case passed, failed
    /// The test did not run, or was not decided.
    case absent
  }

  package struct Row: Sendable {
    package let name: String
    /// At the end of the row.
    package let text: String
    /// The results, the oldest first, at most ``mostCells``.
    package var cells: [Cell] = []
    /// Relative to the longest bar; 0 for none.
    package var bar = 0.0

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  package static let mostCells = 100
  private static let mostRows = 100
  private static let rowHeight = 30
  private static let (left, right) = (360, 700)
  /// In characters.
  private static let longestName = 46

  private let title: String
  private let nothing: String
  private let rows: [Row]

  /// - Parameter nothing: what a plot without rows says.
  package init(title: String, nothing: String, rows: [Row]) {
    self.title = title
    self.nothing = nothing
    self.rows = Array(rows.prefix(Self.mostRows))
  }

  /// The text of an SVG file.
  package var document: String {
    let count = max(rows.count, 1)
    let parts: [HTML] =
      rows.isEmpty
      ? ["<text class=\"soft\" x=\"24\" y=\"74\" font-size=\"13\">\(text: nothing)</text>"]
      : rows.enumerated().map(row)
    return PlotFigure(
      title: title, height: 64 + count * Self.rowHeight,
      content: """
        <text class="text" x="24" y="34" font-size="16" font-weight="600">\(text: title)</text>
        \(parts.joined(separator: "\n"))
        """
    ).document
  }

  private func row(_ index: Int, _ row: Row) -> HTML {
    let middle = 70 + index * Self.rowHeight
    let isLong = row.name.count > Self.longestName
    let name = isLong ? "…\(row.name.suffix(Self.longestName - 1))" : row.name
    let room = Double(Self.right - Self.left)
    let width = room / Double(Self.mostCells)
    var marks = row.cells.suffix(Self.mostCells).enumerated().map { index, cell -> HTML in
      "<rect class=\"\(trusted: cell.rawValue)\" x=\"\(tenths: Double(Self.left) + Double(index) * width)\" "
        + "y=\"\(middle - 9)\" width=\"\(tenths: width - 0.8)\" height=\"18\"/>"
    }
    if row.bar > 0 {
      marks.append(
        "<rect class=\"dot\" x=\"\(Self.left)\" y=\"\(middle - 7)\" width=\"\(tenths: max(1, room * min(row.bar, 1)))\" height=\"14\" rx=\"3\"/>"
      )
    }
    return """
      <text class="text" x="24" y="\(middle)" dy="4" font-size="12"><title>\(text: row.name)</title>\(text: name)</text>
      \(marks.joined(separator: ""))
      <text class="soft" x="856" y="\(middle)" dy="4" font-size="12" text-anchor="end">\(text: row.text)</text>
      """
  }
}
