// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewContract

/// Renders the comment of a pull request.
struct MarkdownRenderer: ReportRenderer {
  private static let listedReasons = 5
  private static let listedPaths = 20
  private static let listedPatterns = 3
  private let settings: CommentSettings

  init(_ settings: CommentSettings) {
    self.settings = settings
  }

  func render(_ report: Report) -> String {
    let head = settings.marker.line + "\n" + (headline(report) + table(report)).text + "\n"
    let foot = footer(report).text
    let room = settings.budget - head.utf16.count - foot.utf16.count
    let sections = CommentSections(report, listedFindings: settings.listedFindings).all
    return head + CommentLayout.fit(sections, into: room).map(\.text).joined() + foot
  }

  private func headline(_ report: Report) -> Markdown {
    let shown = report.reasons.prefix(Self.listedReasons).map { "- \(prose: $0)\n" as Markdown }
    let left = report.reasons.count - shown.count
    let more: Markdown = left > 0 ? "- and \(left) more\n" : ""
    let reasons: Markdown = shown.isEmpty ? "" : "\(shown.joined(by: ""))\(more)\n"
    return "## reviewbot: \(own: report.verdict.text)\n\n\(reasons)"
  }

  private func table(_ report: Report) -> Markdown {
    let summary = ReportSummary(report)
    let paths = (report.coverage?.paths ?? []).prefix(Self.listedPaths).map { path -> (Markdown, String?) in
      let names = path.patterns.prefix(Self.listedPatterns).map { "\(code: $0)" as Markdown }.joined(by: ", ")
      return ("Coverage of \(names)", report.coverage.map { CoverageMessages.path(path, of: $0) })
    }
    let rows: [(Markdown, String?)] =
      [("Build", summary.build), ("Tests", summary.tests), ("Coverage", summary.coverage)] + paths
      + [("Project coverage", summary.project), ("Style", summary.style)]
    let lines = rows.compactMap { name, words in
      words.map { "| \(name) | \(own: $0) |\n" as Markdown }
    }
    return "| Check | Result |\n| --- | --- |\n\(lines.joined(by: ""))"
  }

  /// Without durations: an unchanged comment is not published again.
  private func footer(_ report: Report) -> Markdown {
    "\nHead \(code: report.head.hex), merge base \(code: report.mergeBase.hex), \(code: report.tool)\n"
  }
}

/// Writes `report.json`.
struct JSONRenderer: ReportRenderer {
  func render(_ report: Report) throws -> String {
    String(decoding: try ReportFile.encode(report), as: UTF8.self)
  }
}

/// Renders reports for people and for programs.
package struct ReportingAssembly: Assembly {
  package init() {}

  package func register(in registry: inout Registry) {
    registry.fill(.commentRenderer) { settings in MarkdownRenderer(settings) }
    registry.fill(.terminalRenderer) { settings in TerminalRenderer(settings) }
    registry.fill(.jsonRenderer) { _ in JSONRenderer() }
    registry.fill(.annotationRenderer) { _ in AnnotationRenderer() }
    registry.fill(.summaryRenderer) { _ in SummaryRenderer() }
    registry.fill(.findingRenderer) { _ in CompilerStyleRenderer() }
    registry.fill(.lineRenderer) { _ in CoverageRenderer() }
  }
}

extension Factory where Input == CommentSettings, Product == any ReportRenderer {
  /// The Markdown of the comment.
  package static var commentRenderer: Factory<CommentSettings, any ReportRenderer> { Factory("commentRenderer") }
}

extension Factory where Input == TerminalSettings, Product == any ReportRenderer {
  /// Text for a terminal.
  package static var terminalRenderer: Factory<TerminalSettings, any ReportRenderer> { Factory("terminalRenderer") }
}

extension Slot where Value == any ReportRenderer {
  /// `report.json`.
  package static var jsonRenderer: Slot<any ReportRenderer> { Slot("jsonRenderer") }
  /// Workflow commands, which GitHub shows at the lines of a change.
  package static var annotationRenderer: Slot<any ReportRenderer> { Slot("annotationRenderer") }
  /// The one line of a commit status.
  package static var summaryRenderer: Slot<any ReportRenderer> { Slot("summaryRenderer") }
}

extension Slot where Value == any FindingRenderer {
  /// Findings that are not part of a report.
  package static var findingRenderer: Slot<any FindingRenderer> { Slot("findingRenderer") }
}

extension Slot where Value == any LineRenderer {
  /// A measurement that is not part of a report.
  package static var lineRenderer: Slot<any LineRenderer> { Slot("lineRenderer") }
}
