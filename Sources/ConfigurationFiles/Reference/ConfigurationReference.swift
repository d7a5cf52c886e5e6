// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewCore

/// The files that say what `.reviewbot.yml` may hold, made from the section types.
package struct ConfigurationReference: Sendable {
  let catalogue: RuleCatalogue

  package init(catalogue: RuleCatalogue) {
    self.catalogue = catalogue
  }

  static let rulesSummary = "Which rules look at the change, and how much their findings matter."
  static let rulesExplanation =
    "A rule is `off`, `on`, or has the severity of its findings: `note`, `warning`, `error` (which fails the review). Write "
    + "keys instead to set more: `severity`, `included` and `excluded` (path patterns) and the rule's own options."
}

extension ConfigurationSection {
  static var entries: [SectionEntry] {
    let defaults = Self()
    return keys.map { key in
      SectionEntry(name: key.name, summary: key.summary, kind: key.kind, defaultText: key.text(defaults))
    }
  }
}

/// What the reference says of one key.
struct SectionEntry {
  let name: String
  let summary: String
  let kind: ValueKindDescription
  let defaultText: String
}
