// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension ConfigurationReference {
  /// A `.reviewbot.yml` that writes down the defaults, with comments.
  package var defaultFile: String {
    var lines = [
      "# The defaults of .reviewbot.yml, written by `reviewbot-dev generate`. Copy what you want to change to the root of",
      "# your repository; everything but the version may be left out.", "", "version: \(ReviewConfiguration.version)",
    ]
    for section in ReviewConfiguration.sections {
      lines += ["", "# \(section.summary)", "\(section.name):"]
      for entry in section.entries { lines += ReferenceText.lines(entry, indent: "  ") }
    }
    lines +=
      ["", "# \(Self.rulesSummary)"] + ReferenceText.comment(Self.rulesExplanation, indent: "") + [
        "\(RulesReader.name):"
      ]
    for rule in catalogue.rules { lines += ReferenceText.comment(rule.summary, indent: "  ") + Self.lines(of: rule) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of rule: RuleCatalogue.Rule) -> [String] {
    // Options are not written for a rule that is off: writing them turns it on.
    if rule.isOptIn || rule.options.isEmpty {
      return ["  \(rule.id): \(rule.isOptIn ? "off" : rule.severity.rawValue)"]
    }
    return ["  \(rule.id):", "    severity: \(rule.severity.rawValue)"]
      + rule.options.flatMap { option in
        ReferenceText.comment(option.summary, indent: "    ") + ["    \(option.name): \(option.defaultValue)"]
      }
  }
}
