// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import HTMLTemplates
package import ReviewContract

/// The page of a report as a part of another page, whose content security policy can forbid inline styles and scripts.
package struct ReportDocument: Sendable {
  /// The style sheet of every page: colors, fonts, buttons and the bar at the top. It is a part of ``style``.
  package static var baseStyle: String { PageAssets.baseStyle }
  package static var style: String { PageAssets.style }
  /// The script, which has to run after the body was parsed.
  package static var script: String { PageAssets.script }

  let view: PageView

  /// - Parameter rules: the rules of the program; the report's custom rules are added.
  package init(_ report: Report, rules: [FindingList.Rule]) {
    view = PageView(report, rules: report.rules(after: rules))
  }

  /// The content of `<body>`: a bar with the pull request, the search and the buttons, the report with `<main>`, and
  /// its data for the script.
  ///
  /// A sticky header of the page around it sets the property `--top` to its height, and one without sets it to `0px`.
  package var body: HTML { PageTemplates.all.html("embedded", view) }
}

extension Report {
  /// Of two rules with the same name the first counts: a report cannot rename the rules of the program.
  func rules(after rules: [FindingList.Rule]) -> [FindingList.Rule] {
    rules
      + (customRules ?? []).map { rule in
        FindingList.Rule(
          id: rule.id, name: rule.name, summary: rule.message, kind: "custom", severity: rule.severity)
      }
  }
}
