// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What a rule found in a file, with what its report does not need.
struct FoundFinding: Hashable, Sendable {
  var finding: Finding
  /// The text of the line that the finding starts on.
  let lineText: String
  /// What would correct it; empty where that takes a decision.
  var edits: [TextEdit] = []
}

/// The findings of one file as they are reported: in order, each once, with fingerprints.
enum FileFindings {
  /// So many bytes of a line name it.
  private static let namingBytes = 4096

  static func reported(_ found: [FoundFinding]) -> [LocatedFinding] {
    // Positions are moved while they are sorted, not findings.
    let order = found.indices.sorted { isInOrder(found[$0].finding, found[$1].finding) }
    var reported: [LocatedFinding] = []
    reported.reserveCapacity(order.count)
    // How often a fingerprint occurred: equal findings are distinguished by their order.
    var occurrences: [String: Int] = [:]
    var last: Finding?
    for index in order where found[index].finding != last {
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
