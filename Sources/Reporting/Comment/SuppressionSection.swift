// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The section of what a change suppresses, folded under the counts.
struct SuppressionSection {
  /// The maximum number of listed entries; `report.json` contains more.
  private static let maximum = 20

  private let suppressions: ChangeSuppressions?
  private let links: LineLinks?
  private let rulePage: (String) -> String?

  init(_ report: Report, rulePage: @escaping (String) -> String?) {
    suppressions = report.suppressions
    links = LineLinks(report)
    self.rulePage = rulePage
  }

  var section: CommentSection? {
    guard let suppressions else { return nil }
    return .list(
      suppressions.words, share: 2, Array(suppressions.listed.prefix(Self.maximum)), total: suppressions.counts.all
    ) { suppression in
      let place = ("\(code: SuppressionMessages.place(suppression))" as Markdown)
        .linked(to: suppression.line.flatMap { links?.address(of: suppression.path, line: $0) })
      let rule = ("\(code: suppression.rule)" as Markdown)
        .linked(to: suppression.kind == .finding ? rulePage(suppression.rule) : nil)
      let cause = SuppressionMessages.cause(suppression)
      return "\(place) \(own: SuppressionMessages.kind(suppression)) \(rule)\(own: cause.isEmpty ? "" : " " + cause)"
    }
  }
}
