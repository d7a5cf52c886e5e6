// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
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

/// Writes the lines of a measurement as LCOV, the format of geninfo(1), for other programs.
///
/// A line that ran has the count 1 and one that did not 0: how often it ran is not kept. A line that was run in part has two
/// branches besides, one of which was taken. Lines that do not count are left out.
enum LCOVRenderer {
  static func render(_ report: LineReport) -> String {
    report.files.map(record).joined()
  }

  private static func record(_ file: LineReport.File) -> String {
    var text = "TN:\nSF:\(HostileText(file.path).line(limit: 4096))\n"
    let lines = file.lines.filter { [.covered, .partial, .missed].contains($0.class) }
    for line in lines where line.class == .partial {
      text += "BRDA:\(line.line),0,0,1\nBRDA:\(line.line),0,1,0\n"
    }
    text += "BRF:\(2 * file.counts.partial)\nBRH:\(file.counts.partial)\n"
    for line in lines { text += "DA:\(line.line),\(line.class == .missed ? 0 : 1)\n" }
    return text + "LF:\(file.counts.measurable)\nLH:\(file.counts.covered + file.counts.partial)\nend_of_record\n"
  }
}
