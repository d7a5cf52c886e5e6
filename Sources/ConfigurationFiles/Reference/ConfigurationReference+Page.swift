// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension ConfigurationReference {
  /// The page of the documentation.
  package var page: String {
    var lines = [
      "# Configuration", "",
      "Written by `reviewbot-dev generate`. A repository is configured by the file `.reviewbot.yml` at its root. A pull request",
      "is reviewed with the file of its base branch; what it changes in the file takes effect after the merge.", "",
      "The file begins with `version: \(ReviewConfiguration.version)`. All sections and keys may be left out. Path patterns "
        + "are written from the",
      "repository's root: `*` stays within a folder, `**` crosses folders, and a name without a wildcard is a file or all of a "
        + "folder.", "",
    ]
    for section in ReviewConfiguration.sections {
      lines += ["## `\(section.name)`", "", section.summary, ""] + ReferenceText.table(section.entries) + [""]
    }
    lines += ["## `\(RulesReader.name)`", "", Self.rulesSummary, "", Self.rulesExplanation, ""]
    lines += ["| rule | default | options | |", "|---|---|---|---|"]
    for rule in catalogue.rules {
      let options = rule.options.map { ReferenceText.code("\($0.name): \($0.defaultValue)") }.joined(separator: ", ")
      let level = rule.isOptIn ? "off" : rule.severity.rawValue
      let link = "[\(ReferenceText.code(rule.id))](rules/\(rule.id).md)"
      lines.append(ReferenceText.row([link, ReferenceText.code(level), options, rule.summary]))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
