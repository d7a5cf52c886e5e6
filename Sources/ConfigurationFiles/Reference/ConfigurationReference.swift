// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

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
  static var schema: JSONValue { SchemaText.object(keys, summary) }

  static var entries: [SectionEntry] {
    let defaults = Self()
    return keys.map { SectionEntry($0, of: defaults) }
  }
}

/// What the reference says of one key.
struct SectionEntry {
  let name: String
  let summary: String
  let kind: ValueKindDescription
  /// Empty for one that is not set by default.
  let defaultText: String
  let example: String?

  /// - Parameter hasDefault: `false` for a key whose value in `holder` says nothing.
  init<Holder>(_ key: ConfigurationKey<Holder>, of holder: Holder, hasDefault: Bool = true) {
    name = key.name
    summary = key.summary
    kind = key.kind
    defaultText = hasDefault ? key.text(holder) : ""
    example = key.example
  }
}
