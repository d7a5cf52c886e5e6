// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
package import ReviewContract

/// Renders a measurement that is not part of a report.
package struct CoverageRenderer: Sendable {
  /// Renders text for people: the percentage, the gates, and the uncovered lines.
  ///
  /// - Parameter base: the name of the commit that the change is compared with; `nil` when all lines of all files
  ///   count.
  package func text(_ coverage: PatchCoverage, since base: String?, settings: TerminalSettings) -> String {
    var page = TerminalPage(settings: settings)
    page.title(base.map { "Changed since \($0)" } ?? "All files")
    let messages = CoverageMessages(coverage: coverage, base: base ?? "the base")
    page.line(messages.patch)
    for sentence in messages.footnotes { page.line(sentence) }
    for path in coverage.paths ?? [] {
      page.line("\(path.patterns.joined(separator: ", ")): \(messages.path(path))")
    }
    TerminalCoverage(coverage: coverage).add(to: &page)
    page.list("Notes", coverage.notes) { $0 }
    return page.text
  }

  /// Renders LCOV, for other programs.
  package func lcov(_ lines: LineReport) -> String { LCOVRenderer.render(lines) }
}

/// Renders the lines of a measurement as LCOV, the format of geninfo(1).
///
/// A covered line has the count 1, a missed one 0: execution counts are not kept. A partly run line also has two
/// branches, one of them taken. Excluded lines are left out.
enum LCOVRenderer {
  /// The measured files: a record without lines would be read as a file whose lines were not measured.
  static func render(_ report: LineReport) -> String {
    report.files.filter { $0.counts.measurable > 0 }.map(record).joined()
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
