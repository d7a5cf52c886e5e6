// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A finding of a rule in a file, with data that the report does not need.
struct FoundFinding: Hashable, Sendable {
  var finding: Finding
  /// The text of the line that the finding starts on.
  let lineText: String
  /// The edits that correct it; empty if a correction needs a decision.
  var edits: [TextEdit] = []
  /// Whether it has no edits because the file would not parse with them.
  var isBroken = false
}

/// Prepares the findings of one file for a report: in order, without duplicates, with fingerprints.
enum FileFindings {
  /// The number of bytes of a line that its fingerprint depends on.
  private static let namingBytes = 4096

  static func reported(_ found: [FoundFinding]) -> [LocatedFinding] {
    // Sorting indices is cheaper than moving findings.
    let order = found.indices.sorted { isInOrder(found[$0].finding, found[$1].finding) }
    var reported: [LocatedFinding] = []
    reported.reserveCapacity(order.count)
    // The number of occurrences of a fingerprint: equal findings are distinguished by their order.
    var occurrences: [String: Int] = [:]
    var last: Finding?
    for index in order {
      if let last, !isInOrder(last, found[index].finding) { continue }
      var finding = found[index].finding
      last = finding
      let lineText = found[index].lineText
      let first = fingerprint(finding, lineText, occurrence: 0)
      let occurrence = occurrences[first, default: 0]
      occurrences[first] = occurrence + 1
      finding.fingerprint = occurrence == 0 ? first : fingerprint(finding, lineText, occurrence: occurrence)
      reported.append(LocatedFinding(finding: finding, lineText: lineText))
    }
    return reported
  }

  private static func fingerprint(_ finding: Finding, _ lineText: String, occurrence: Int) -> String {
    let text = Substring(lineText.utf8.prefix(namingBytes))
    return Fingerprint.make(rule: finding.rule, path: finding.path, lineText: text, occurrence: occurrence)
  }

  /// The order of a report; equal findings follow each other.
  private static func isInOrder(_ left: Finding, _ right: Finding) -> Bool {
    let (start, other) = (left.range, right.range)
    if start.startLine != other.startLine { return start.startLine < other.startLine }
    if start.startColumn != other.startColumn { return start.startColumn < other.startColumn }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.message != right.message { return left.message < right.message }
    return (start.endLine, start.endColumn) < (other.endLine, other.endColumn)
  }
}
