// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The section of findings, ordered by rule, the rules with errors first. Of a rule with many findings only the first
/// are listed.
struct FindingSection {
  /// The maximum number of places listed for one rule.
  private static let places = 10

  private let findings: [Finding]
  private let links: LineLinks?
  /// The address of a rule's page. The addresses are constants of the program.
  private let rulePage: (String) -> String?

  init(_ report: Report, rulePage: @escaping (String) -> String?) {
    self.rulePage = rulePage
    findings = ReportSummary(report: report).shownFindings
    links = LineLinks(report)
  }

  var section: CommentSection? {
    let groups = findings.byRule
    guard !groups.isEmpty else { return nil }
    let title =
      counted(findings.count, "finding") + (findings.allSatisfy(\.isInChange) ? " in the change" : "")
    return CommentSection(summary: "\(own: title)", items: groups.flatMap(items), share: 14)
  }

  private func items(_ group: [Finding]) -> [Markdown] {
    let sorted = group.filter { $0.severity == .error } + group.filter { $0.severity != .error }
    let shown = sorted.prefix(Self.places).map { finding in
      "\(place(finding)) \(own: finding.severity.rawValue): \(prose: finding.message) (\(rule(finding.rule)))"
        as Markdown
    }
    let left = group.count - shown.count
    return left == 0 ? shown : shown + ["\(rule(group[0].rule)) in \(left) more places"]
  }

  private func rule(_ id: String) -> Markdown { ("\(code: id)" as Markdown).linked(to: rulePage(id)) }

  private func place(_ finding: Finding) -> Markdown {
    if finding.isAboutPullRequest { return "\(prose: finding.place)" }
    let text: Markdown = "\(code: finding.place)"
    return text.linked(to: links?.address(of: finding.path, line: finding.range.startLine))
  }

}
