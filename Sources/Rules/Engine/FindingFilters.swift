// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Marks the findings that are in the change.
///
/// No finding is removed, because a report can include earlier ones. A finding over several lines is in the change if
/// any of its lines was added, because that line caused or kept the finding.
struct ChangedLinesFilter: Sendable {
  private let addedLines: [String: LineSet]
  private let isEverythingInChange: Bool

  init(files: [ChangedFile], isEverythingInChange: Bool) {
    addedLines =
      isEverythingInChange ? [:] : Dictionary(files.map { ($0.path, $0.addedLines) }) { first, _ in first }
    self.isEverythingInChange = isEverythingInChange
  }

  /// - Parameter found: the findings of one file.
  func apply(to found: inout [LocatedFinding], of path: String) {
    let added = addedLines[path]
    for index in found.indices {
      let finding = found[index].finding
      found[index].finding.isInChange =
        isEverythingInChange || added?.overlaps(finding.range.lines) == true
        // The error of a removed brace is found far from the change.
        || finding.rule == ParseErrorRule.id && added != nil
    }
  }
}

/// Limits the findings of each rule, so that one rule on one generated file cannot fill the report; findings in the
/// change are kept first.
struct PerRuleLimitFilter: Sendable {
  let limit: Int

  func apply(to found: inout [LocatedFinding], notes: inout [String]) {
    guard found.count > limit else { return }
    var counts: [String: (all: Int, inChange: Int)] = [:]
    for found in found {
      counts[found.finding.rule, default: (0, 0)].all += 1
      if found.finding.isInChange { counts[found.finding.rule]?.inChange += 1 }
    }
    let exceeded = counts.filter { $0.value.all > limit }
    guard !exceeded.isEmpty else { return }
    // The numbers of findings that can still be kept, in the change and outside of it.
    var left = exceeded.mapValues { count in
      (inChange: min(limit, count.inChange), outside: max(0, limit - count.inChange))
    }
    found = found.filter { found in
      guard let rest = left[found.finding.rule] else { return true }
      if found.finding.isInChange {
        left[found.finding.rule]?.inChange -= 1
        return rest.inChange > 0
      }
      left[found.finding.rule]?.outside -= 1
      return rest.outside > 0
    }
    for (rule, count) in exceeded.sorted(by: { $0.key < $1.key }) {
      notes.append("\(rule) has \(count.all) findings; the report lists \(limit) of them")
    }
  }
}
