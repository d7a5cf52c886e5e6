// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
package import ReviewContract

/// Renders a measurement that is not part of a report.
package struct CoverageRenderer: Sendable {
  /// Renders text for people: the lines that did not run, then the percentage and the gates.
  ///
  /// - Parameter base: the name of the commit that the change is compared with; `nil` when all lines of all files
  ///   count.
  package func text(
    _ coverage: PatchCoverage, since base: String?, displayed: DisplayedPaths, settings: TerminalSettings
  ) -> String {
    let page = TerminalPage(settings: settings)
    let messages = CoverageMessages(coverage: coverage, base: base ?? "the base")
    let notes = page.section("Notes", coverage.notes.map { TerminalSection.Block(lines: page.line($0)) })
    let sections = TerminalCoverage(coverage: coverage, page: page, displayed: displayed).sections + [notes]
    let paths = (coverage.paths ?? []).flatMap { path in
      page.line("\(path.patterns.joined(separator: ", ")): \(messages.path(path))")
    }
    let results =
      page.title(base.map { "Changed since \($0)" } ?? "All files") + page.line(messages.patch)
      + messages.footnotes.flatMap { page.line($0) } + paths
    return (sections.map(\.lines) + [results]).filter { !$0.isEmpty }
      .map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  /// Renders LCOV, for other programs.
  package func lcov(_ lines: LineReport) -> String { LCOVRenderer.render(lines) }

  /// Renders Cobertura's XML, for other programs.
  ///
  /// - Parameter tool: name and version of the program.
  package func cobertura(_ lines: LineReport, tool: String) -> String {
    CoberturaRenderer(tool: tool).render(lines)
  }
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
    let lines = file.countedLines
    for line in lines where line.class == .partial {
      text += "BRDA:\(line.line),0,0,1\nBRDA:\(line.line),0,1,0\n"
    }
    text += "BRF:\(2 * file.counts.partial)\nBRH:\(file.counts.partial)\n"
    for line in lines { text += "DA:\(line.line),\(line.class == .missed ? 0 : 1)\n" }
    return text + "LF:\(file.counts.measurable)\nLH:\(file.counts.covered + file.counts.partial)\nend_of_record\n"
  }
}

extension LineReport.File {
  /// The lines that count, in order.
  var countedLines: [LineReport.Line] { lines.filter { [.covered, .partial, .missed].contains($0.class) } }
}
