// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The findings of a report, for a terminal: below the path of each file, the findings of a rule together.
struct TerminalReportFindings {
  /// The maximum number of rules that are named in the line about findings that are not shown.
  private static let namedRules = 3
  /// The maximum number of further lines of a rule in a file that are listed.
  private static let listedLines = 10

  private let report: Report
  private let page: TerminalPage
  private let links: LineLinks?
  private let sources: SourceLines

  init(_ report: Report, _ page: TerminalPage) {
    self.report = report
    self.page = page
    links = page.settings.hasLinks ? LineLinks(report) : nil
    sources = SourceLines(report)
  }

  var section: TerminalSection? {
    let rules = ReportSummary(report: report).shownFindings.byRule
    guard !rules.isEmpty else { return nil }
    let files = Dictionary(grouping: rules.flatMap(\.listed), by: \.path).values.sorted { left, right in
      left.worst == right.worst ? left[0].path < right[0].path : left.worst > right.worst
    }
    return TerminalSection(
      page: page, title: "Findings", weight: 4, blocks: files.flatMap(blocks),
      totals: rules.map { ($0[0].rule, $0.count) }
    ) { hidden in
      let named = hidden.prefix(Self.namedRules).map { "\($0.kind) in \(counted($0.count, "more place"))" }
      let others = hidden.dropFirst(Self.namedRules)
      let rest = "\(counted(others.reduce(0) { $0 + $1.count }, "finding")) of \(counted(others.count, "other rule"))"
      return page.line((named + (others.isEmpty ? [] : [rest])).joined(separator: ", "))
    }
  }

  /// Returns a block for each rule with findings in a file, the first with the path.
  private func blocks(_ findings: [Finding]) -> [TerminalSection.Block] {
    let groups = Dictionary(grouping: findings, by: Group.init).values
      .map { $0.sorted(by: Finding.isInOrder) }
      .sorted { left, right in
        left[0].severity == right[0].severity
          ? Finding.isInOrder(left[0], right[0]) : left[0].severity > right[0].severity
      }
    return groups.enumerated().map { index, group in block(group, isFirst: index == 0) }
  }

  private struct Group: Hashable {
    let rule: String
    let severity: Severity
    /// The message if it is the finding's own; `nil` for a rule's.
    let message: String?

    init(_ finding: Finding) {
      rule = finding.rule
      severity = finding.severity
      message = finding.hasOwnMessage ? finding.message : nil
    }
  }

  private func block(_ group: [Finding], isFirst: Bool) -> TerminalSection.Block {
    let finding = group[0]
    let hasPlace = !finding.isAboutPullRequest && !finding.isAboutUnreadFile
    let place = hasPlace ? "\(finding.range.startLine):\(finding.range.startColumn)" : nil
    let address = place == nil ? nil : links?.address(of: finding.path, line: finding.range.startLine)
    let heading = finding.isAboutPullRequest ? finding.place : finding.path
    let line = page.line(
      (place.map { "\($0) " } ?? "") + "\(finding.message) (\(finding.rule)\(others(group)))", indentation: 4,
      lead: TerminalPage.lead(finding.severity),
      link: place.flatMap { place in address.map { (place, $0) } })
    let text = hasPlace ? sources.text(of: finding.path, line: finding.range.startLine) : nil
    let excerpt = TerminalFindings(page.settings).excerpt(LocatedFinding(finding: finding, lineText: text))
    return TerminalSection.Block(
      lines: (isFirst ? page.line(heading) : []) + line, code: excerpt.isEmpty ? [] : [excerpt.map { "    \($0)" }],
      kind: finding.rule,
      count: group.count, isCause: !report.verdict.isPassing && finding.severity == .error)
  }

  /// `; also in lines 9, 12`
  private func others(_ group: [Finding]) -> String {
    let lines = Set(group.map(\.range.startLine)).subtracting([group[0].range.startLine]).sorted()
    guard let first = lines.first else { return "" }
    if lines.count == 1 { return "; also in line \(first)" }
    return "; also in lines \(lines.prefix(Self.listedLines).map(String.init).joined(separator: ", "))"
  }
}

extension [Finding] {
  /// The maximum number of places that are listed of one rule.
  static var listedPerRule: Int { 10 }

  /// The findings of one rule that are listed, those with errors first.
  var listed: ArraySlice<Finding> { errorsFirst.prefix(Self.listedPerRule) }

  var errorsFirst: [Finding] { filter { $0.severity == .error } + filter { $0.severity != .error } }
}
