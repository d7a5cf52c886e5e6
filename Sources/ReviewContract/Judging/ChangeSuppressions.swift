// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// What a change suppresses.
package struct ChangeSuppressions: Hashable, Codable, Sendable {
  /// The maximum number of listed entries.
  package static let maximum = 200

  /// The numbers of all entries, listed or not.
  package struct Counts: Hashable, Codable, Sendable {
    package let errors: Int
    package let warnings: Int
    package let notes: Int
    /// Comments that newly exclude code from the coverage.
    package let newExclusions: Int
    /// Comments of the base that exclude code of the change from the coverage.
    package let oldExclusions: Int
    package let baselineEntries: Int

    fileprivate init(_ all: [Suppression]) {
      let count = { (severity: Severity) in all.count { $0.kind == .finding && $0.severity == severity } }
      (errors, warnings, notes) = (count(.error), count(.warning), count(.note))
      newExclusions = all.count { $0.kind == .coverage && $0.isCounted }
      oldExclusions = all.count { $0.kind == .coverage && !$0.isCounted }
      baselineEntries = all.count { $0.kind == .baseline }
    }

    package var all: Int { errors + warnings + notes + newExclusions + oldExclusions + baselineEntries }
  }

  /// Whether what is counted fails the review.
  package let fails: Bool
  package let counts: Counts
  /// The entries that fail the review first, each group by place.
  package let listed: [Suppression]

  /// - Returns: `nil` if the change suppresses nothing, or may.
  package init?(_ all: [Suppression], _ policy: SuppressionPolicy) {
    guard policy != .allow, !all.isEmpty else { return nil }
    fails = policy == .fail
    counts = Counts(all)
    listed = Array(all.sorted(by: Self.isInOrder).prefix(Self.maximum))
  }

  /// One sentence for each part of the review that fails.
  package var reasons: [(reason: String, part: ReviewPart)] {
    guard fails else { return [] }
    var reasons: [(reason: String, part: ReviewPart)] = []
    if counts.errors > 0 { reasons.append((Self.suppressed([counted(counts.errors, "error")]), .rules)) }
    if let reason = newExclusions { reasons.append((reason, .coverage)) }
    if let reason = baselineEntries { reasons.append((reason, .rules)) }
    return reasons
  }

  /// The counts, such as `2 errors suppressed by this change; 1 new exclusion from the coverage`.
  package var summary: String {
    let found = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note")]
      .filter { $0.0 > 0 }.map(counted)
    let old =
      counts.oldExclusions > 0
      ? "new code in \(counted(counts.oldExclusions, "old exclusion")) from the coverage" : nil
    return [found.isEmpty ? nil : Self.suppressed(found), newExclusions, old, baselineEntries]
      .compactMap(\.self).joined(separator: "; ")
  }

  private var newExclusions: String? {
    counts.newExclusions > 0 ? "\(counted(counts.newExclusions, "new exclusion")) from the coverage" : nil
  }

  private var baselineEntries: String? {
    guard counts.baselineEntries > 0 else { return nil }
    return (counts.baselineEntries == 1 ? "1 entry" : "\(counts.baselineEntries) entries") + " added to the baseline"
  }

  private static func suppressed(_ counts: [String]) -> String {
    "\(counts.joined(separator: ", ")) suppressed by this change"
  }

  private static func isInOrder(_ left: Suppression, _ right: Suppression) -> Bool {
    if left.isCounted != right.isCounted { return left.isCounted }
    if left.path != right.path { return left.path < right.path }
    return (left.line ?? 0, left.rule, left.comment ?? 0) < (right.line ?? 0, right.rule, right.comment ?? 0)
  }
}
