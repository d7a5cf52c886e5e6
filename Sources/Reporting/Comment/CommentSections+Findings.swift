// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

extension CommentSections {
  /// The maximum number of places of one rule that stand open.
  private static let openPerRule = 3

  /// The findings by rule, the rules with errors first. Of a rule with many findings only the first are listed.
  ///
  /// - Parameter severity: the severity of the findings; `nil` for all.
  func findings(_ severity: Severity?) -> CommentSection? {
    let findings = ReportSummary(report: report).shownFindings.filter {
      (severity == nil || $0.severity == severity) && !$0.isAboutUncheckedFile
    }
    let groups = findings.byRule
    guard !groups.isEmpty else { return nil }
    let lines = groups.flatMap { items($0, limit: severity == nil ? [Finding].listedPerRule : Self.openPerRule) }
    return CommentSection(
      group: .findings, summary: "\(trusted: ReportSummary.counts(findings))", items: lines.map(\.text),
      weights: lines.map(\.count), share: 10)
  }

  /// The changed files that were not checked, each with the reason.
  var uncheckedFiles: CommentSection? {
    let files = ReportSummary(report: report).shownFindings.filter(\.isAboutUncheckedFile)
    return .list(.findings, UncheckedFiles.summary(files) ?? "", share: 2, files) { file in
      let reason = UncheckedFiles.reason(of: file)
      return file.isAboutPullRequest ? "\(prose: reason)" : "\(code: file.path) \(prose: reason)"
    }
  }

  /// Returns the findings of one rule, each line with the number of those that it stands for.
  private func items(_ group: [Finding], limit: Int) -> [(text: Markdown, count: Int)] {
    // A line for one more place takes as much room as the place.
    let shown = group.errorsFirst.prefix(group.count == limit + 1 ? limit + 1 : limit).map { finding in
      let text: Markdown =
        "\(described(finding))\(identifier(finding))"
      return (text: text, count: 1)
    }
    let remaining = group.count - shown.count
    return remaining == 0
      ? shown : shown + [(text: "\(rule(group[0].rule)) in \(remaining) more places", count: remaining)]
  }

  private func rule(_ id: String) -> Markdown { ("\(code: id)" as Markdown).linked(to: rulePage(id)) }

  private func place(_ finding: Finding) -> Markdown {
    if finding.isAboutPullRequest { return "\(prose: finding.place)" }
    let text: Markdown = "\(code: finding.place)"
    return text.linked(to: links?.address(of: finding.path, line: finding.range.startLine))
  }

  /// The maximum number of listed findings that do not count; `report.json` contains more.
  private static let listedOld = 50

  /// The findings that do not count.
  var oldFindings: CommentSection? {
    let old = ReportSummary(report: report).oldFindings
    return .list(
      .findings, ReportSummary.title(ofOld: old), share: 1, Array(old.prefix(Self.listedOld)), total: old.count
    ) { described($0) }
  }

  /// The findings that accounts had left out.
  var ignored: CommentSection? {
    let ignored = report.ignored ?? []
    return .list(.findings, "\(counted(ignored.count, "finding")) ignored", share: 1, ignored) { entry in
      // As code, so that the account is not notified of each update.
      "ignored by \(code: "@\(entry.account)") until the next push: \(described(entry.finding))"
    }
  }

  private func described(_ finding: Finding) -> Markdown {
    "\(place(finding)) \(trusted: finding.severity.rawValue): \(prose: finding.message) (\(rule(finding.rule)))"
  }

  private func identifier(_ finding: Finding) -> Markdown {
    hasIdentifiers && finding.isIgnorable ? " <sub>\(trusted: finding.identifier)</sub>" : ""
  }

  /// The maximum number of listed suppressions; `report.json` contains more.
  private static let listedSuppressions = 20

  /// What the change suppresses, folded under the counts.
  var suppressions: CommentSection? {
    guard let suppressions = report.suppressions else { return nil }
    return .list(
      .findings, suppressions.summary, share: 2, Array(suppressions.listed.prefix(Self.listedSuppressions)),
      total: suppressions.counts.all
    ) { suppression in
      let place = ("\(code: SuppressionMessages.place(suppression))" as Markdown)
        .linked(to: suppression.line.flatMap { links?.address(of: suppression.path, line: $0) })
      // Only the name of a rule is code.
      let rule: Markdown =
        suppression.kind == .coverage
        ? "\(prose: suppression.rule)"
        : ("\(code: suppression.rule)" as Markdown)
          .linked(to: suppression.kind == .finding ? rulePage(suppression.rule) : nil)
      let cause = SuppressionMessages.cause(suppression)
      return
        "\(place) \(trusted: SuppressionMessages.kind(suppression)) \(rule)\(trusted: cause.isEmpty ? "" : " " + cause)"
    }
  }
}
