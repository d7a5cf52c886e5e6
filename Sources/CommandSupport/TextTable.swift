// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Rows of text with aligned columns.
package struct TextTable {
  private let rows: [[String]]

  /// - Parameters:
  ///   - titles: of the columns.
  ///   - rows: each with a cell for each column.
  package init(_ titles: [String], _ rows: [[String]]) { self.rows = [titles] + rows }

  package var lines: [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
