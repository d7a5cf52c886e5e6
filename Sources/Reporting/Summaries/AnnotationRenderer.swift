// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// GitHub's workflow commands, which show a message at a line of the change.
///
/// A line that starts with `::` is a command to the runner, so text of the pull request must not start a line or end a
/// command.
struct AnnotationRenderer: ReportRenderer {
  /// The maximum number of annotations of each kind that GitHub shows for one step.
  static let limit = 10

  func render(_ report: Report) -> String {
    let all = annotations(of: report)
    let errors = all.filter { $0.isError }
    let warnings = all.filter { !$0.isError }
    var lines = (errors.prefix(Self.limit) + warnings.prefix(Self.limit)).map(\.command)
    let more = all.count - lines.count
    if more > 0 { lines.append("reviewbot: \(more) more in the report") }
    return lines.map { $0 + "\n" }.joined()
  }

  private typealias Annotation = (isError: Bool, command: String)

  private func annotation(
    isError: Bool = true, path: String, line: Int, column: Int? = nil, title: String, message: String
  ) -> Annotation {
    let column = column.map { ",col=\($0)" } ?? ""
    let place = path.isEmpty ? "" : "file=\(WorkflowText.property(path)),line=\(line)\(column),"
    return (isError, WorkflowText.command(isError ? "error" : "warning", at: place, title: title, message))
  }

  private func annotations(of report: Report) -> [Annotation] {
    let runs = report.runs.first.map { [$0] } ?? []
    let summary = ReportSummary(report: report)
    let diagnostics = runs.flatMap { summary.buildErrors($0) }.map { diagnostic in
      annotation(
        path: diagnostic.path, line: diagnostic.line, column: diagnostic.column, title: "build error",
        message: diagnostic.message)
    }
    let failures = runs.flatMap(\.failures).compactMap { failure -> Annotation? in
      guard let path = failure.path, let line = failure.line else { return nil }
      return annotation(
        path: path, line: line, title: "test failed",
        message: "\(failure.suite)/\(failure.name): \(failure.message)")
    }
    let findings = summary.shownFindings.filter {
      $0.severity > .note && $0.rule != Finding.omittedFile
    }.map { finding in
      annotation(
        isError: finding.severity == .error, path: finding.path, line: finding.range.startLine,
        column: finding.range.startColumn, title: finding.rule, message: finding.message)
    }
    return diagnostics + failures + findings
  }
}
