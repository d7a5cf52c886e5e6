// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Writes a measurement without a report around it.
package protocol LineRenderer: Sendable {
  /// For people: the number, the gates, and what the tests miss.
  ///
  /// - Parameter base: what the change is compared with; `nil` when every line of every file was measured.
  func text(_ coverage: PatchCoverage, since base: String?, settings: TerminalSettings) -> String

  /// For programs that read LCOV.
  func lcov(_ lines: LineReport) -> String
}

struct CoverageRenderer: LineRenderer {
  func text(_ coverage: PatchCoverage, since base: String?, settings: TerminalSettings) -> String {
    var page = TerminalPage(settings)
    page.title(base.map { "Changed since \($0)" } ?? "Every file")
    page.line(CoverageWords.line(coverage, name: base == nil ? "Project" : "Patch"))
    for path in coverage.paths ?? [] {
      page.line("\(path.patterns.joined(separator: ", ")): \(CoverageWords.path(path, of: coverage))")
    }
    TerminalCoverage(coverage: coverage).add(to: &page)
    if !coverage.notes.isEmpty {
      page.title("Notes")
      for note in coverage.notes { page.line(note) }
    }
    return page.text
  }

  func lcov(_ lines: LineReport) -> String { LCOVRenderer.render(lines) }
}
