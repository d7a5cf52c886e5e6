// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

extension CommentSections {
  /// The maximum number of linked ranges of missed lines in a row.
  private static let linkedRuns = 6

  /// A row for each measured file of the change, the most missed lines first.
  var files: CommentSection? {
    guard let coverage = report.coverage else { return nil }
    // The row of the table says that all lines ran.
    let isWhole = coverage.files.allSatisfy { $0.missedLines.isEmpty && $0.partialLines.isEmpty && $0.project == nil }
    if isWhole, coverage.unmeasured.isEmpty { return nil }
    let hasProject = coverage.files.contains { $0.project != nil }
    let rows = coverage.files.sorted { left, right in
      (right.missedLines.count, left.path) < (left.missedLines.count, right.path)
    }.map { row($0, coverage.partials, hasProject: hasProject) }
    let rest = coverage.unmeasured.map { file in
      "| \(code: file.path) |\(trusted: hasProject ? " |" : "") | not measured: \(prose: file.reason) |" as Markdown
    }
    let head: Markdown =
      hasProject
      ? "| File | Coverage of the change | Whole file | Not run |\n| --- | --- | --- | --- |"
      : "| File | Coverage of the change | Not run |\n| --- | --- | --- |"
    return CommentSection(
      group: .coverage, summary: "Coverage by file", items: rows + rest, form: .table(head), share: 8)
  }

  /// The places of missed lines in the row of the table; `nil` for none.
  var missedPlaces: Markdown? {
    let runs = (report.coverage?.files ?? []).flatMap { file in
      file.missedLines.ranges.map { (path: file.path, lines: $0) }
    }
    guard !runs.isEmpty else { return nil }
    var previous: String?
    let shown = runs.prefix(Self.rowRuns).map { run -> Markdown in
      let lines = Self.text(run.lines)
      defer { previous = run.path }
      // The name of the file is sufficient: the table below has the path.
      let name = run.path.split(separator: "/").last.map(String.init) ?? run.path
      return (previous == run.path ? "\(trusted: lines)" as Markdown : "\(code: "\(name):\(lines)")")
        .linked(to: links?.address(of: run.path, lines: run.lines))
    }
    return shown.joined(by: ", ") + (runs.count > shown.count ? " …" : "")
  }

  private static let rowRuns = 3

  private static func text(_ lines: ClosedRange<Int>) -> String {
    lines.count == 1 ? "\(lines.lowerBound)" : "\(lines.lowerBound)–\(lines.upperBound)"
  }

  private func row(_ file: PatchCoverage.File, _ partials: PartialLines, hasProject: Bool) -> Markdown {
    let patch = "\(file.counts.percentage(partials: partials)) %"
    let name = ("\(code: file.path)" as Markdown).linked(to: links?.address(of: file.path))
    let whole: Markdown = hasProject ? " \(trusted: wholeFile(file, partials)) |" : ""
    let missed = lineLinks(file.missedLines, of: file.path)
    let partial = lineLinks(file.partialLines, of: file.path)
    let parts: [Markdown] = [missed, partial.map { "in part \($0)" }].compactMap(\.self)
    return "| \(name) | \(trusted: patch) |\(whole) \(parts.joined(by: "; ")) |"
  }

  /// `70 % → 75 %`
  private func wholeFile(_ file: PatchCoverage.File, _ partials: PartialLines) -> String {
    guard let project = file.project else { return "" }
    let now = "\(project.head.percentage(partials: partials)) %"
    return project.base.map { "\($0.percentage(partials: partials)) % → \(now)" } ?? now
  }

  /// `3–7, 12`, each a link; `nil` for no lines.
  private func lineLinks(_ lines: LineSet, of path: String) -> Markdown? {
    guard !lines.isEmpty else { return nil }
    let shown = lines.ranges.prefix(Self.linkedRuns).map { range in
      (Markdown(stringLiteral: Self.text(range))).linked(to: links?.address(of: path, lines: range))
    }
    let rest = lines.ranges.dropFirst(Self.linkedRuns).reduce(0) { $0 + $1.count }
    return rest == 0 ? shown.joined(by: ", ") : "\(shown.joined(by: ", ")) and \(counted(rest, "line")) more"
  }
}

extension Markdown.StringInterpolation {
  fileprivate mutating func appendInterpolation(_ line: String) {
    appendInterpolation(trusted: line)
  }
}
