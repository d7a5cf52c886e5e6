// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// A finding on its way to the report.
struct FoundFinding: Hashable, Sendable {
  var finding: Finding
  /// The text of the line that the finding starts on.
  let lineText: String
  /// What would correct it; empty where that takes a decision.
  var edits: [TextEdit] = []
}

/// Names findings so that they can be followed from run to run.
enum Fingerprinting {
  /// Runs after all filters, on findings in order: equal ones are distinguished by their order.
  static func fingerprinted(_ found: [FoundFinding]) -> [Finding] {
    var occurrences: [Key: Int] = [:]
    return found.map { found in
      var finding = found.finding
      // Lines that differ in their indentation alone have the same name.
      let text = found.lineText.drop { $0 == " " || $0 == "\t" }
      let key = Key(rule: finding.rule, path: finding.path, lineText: String(text))
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      finding.fingerprint = Fingerprint.make(
        rule: finding.rule, path: finding.path, lineText: found.lineText, occurrence: occurrence)
      return finding
    }
  }

  private struct Key: Hashable {
    let rule: String
    let path: String
    let lineText: String
  }
}
