// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
package import Findings
package import Reporting
import ReviewContract
import Rules

/// The metadata of rules for the formats of findings.
package enum RuleMetadata {
  /// Returns the metadata of custom rules for the formats of findings.
  package static func of(_ custom: [CustomRule]) -> [FindingList.Rule] {
    custom.map { rule in
      FindingList.Rule(
        id: rule.id, name: rule.name, summary: rule.message, kind: "custom", severity: rule.severity, helpURL: nil)
    }
  }

  /// The metadata of all built-in rules for the formats of findings.
  package static var builtIn: [FindingList.Rule] {
    BuiltInRules.all.map { $0.description }.map { description in
      FindingList.Rule(
        id: description.id, name: description.name, summary: description.summary, kind: description.kind.rawValue,
        severity: description.severity, helpURL: helpURL(of: description.id))
    }
      + BuiltInChangeRules.all.map { rule in
        FindingList.Rule(
          id: rule.findingRule, name: rule.findingRule, summary: rule.description.summary, kind: "pull_request",
          severity: rule.description.severity)
      }
  }

  /// Returns the page of SwiftLint's documentation; `nil` for a rule that SwiftLint does not have.
  package static func helpURL(of id: String) -> String? {
    SwiftLintRules.contains(id) ? "https://realm.github.io/SwiftLint/\(id).html" : nil
  }
}
