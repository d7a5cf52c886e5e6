// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// The text of a result, for a terminal.
package struct MutationText: Sendable {
  private let result: MutationResult
  /// Returns a path as it is shown.
  private let shown: @Sendable (String) -> String

  /// The suites that a line names.
  private static let suites = 3

  package init(_ result: MutationResult, shown: @escaping @Sendable (String) -> String = { $0 }) {
    self.result = result
    self.shown = shown
  }

  /// One line for each change that no test noticed, then what was tried; with line ends.
  package var text: String {
    let remarks = groups.flatMap(lines)
    let notes = result.notes.map { "note: \(HostileText($0).line(limit: 500))" }
    return (remarks + (remarks.isEmpty ? [] : [""]) + [summary] + rest + notes).joined(separator: "\n") + "\n"
  }

  /// The unnoticed ones with the same words in one file are one remark.
  private var groups: [[MutationResult.Entry]] {
    var order: [[String]] = []
    var groups: [[String]: [MutationResult.Entry]] = [:]
    for entry in result.unnoticed {
      let key = [entry.mutant.path, entry.mutant.words, "\(entry.fate)"]
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(entry)
    }
    return order.compactMap { groups[$0] }
  }

  private func lines(_ group: [MutationResult.Entry]) -> [String] {
    let mutant = group[0].mutant
    let words = HostileText(mutant.words).line(limit: 200)
    let place = "\(HostileText(shown(mutant.path)).line(limit: 300)):\(mutant.line)"
    let others = group.dropFirst().map { String($0.mutant.line) }
    let also = others.isEmpty ? "" : " (also line \(others.joined(separator: ", ")))"
    let remark = "\(place): no test fails when \(words)\(also)"
    if group[0].fate == .constant { return [remark, "    it is in every test"] }
    let suites = group[0].suites
    let names = suites.prefix(Self.suites).map { HostileText($0).line(limit: 100) }.joined(separator: ", ")
    let more = suites.count > Self.suites ? " and \(suites.count - Self.suites) more" : ""
    return [remark, "    reached by \(names)\(more)"]
  }

  private var summary: String {
    guard result.places > 0 else {
      return "nothing to try: no changed line that the tests run has a place for a mutant "
        + "(searched \(counted(result.sources.count, "file")))"
    }
    let unnoticed = result.unnoticed.count
    let noticed = unnoticed == 0 ? "a test noticed \(result.tried == 1 ? "it" : "each")" : "\(unnoticed) went unnoticed"
    guard result.tried > 0 else { return "tried none of \(counted(result.places, "possible change"))" }
    return "tried \(result.tried) of \(counted(result.places, "possible change")) in "
      + "\(counted(result.sources.count, "changed file")): \(noticed)"
  }

  private var rest: [String] {
    let failed = result.entries.count { if case .notCompiled = $0.fate { true } else { false } }
    let (unreached, notRun) = (result.count(.unreached), result.count(.notRun))
    return [
      failed > 0 ? "\(failed) did not compile" : nil,
      unreached > 0 ? "\(unreached) \(unreached == 1 ? "was" : "were") not reached by any suite on its own" : nil,
      notRun > 0 ? "\(notRun) \(notRun == 1 ? "was" : "were") not tried for lack of time; see --time" : nil,
    ].compactMap(\.self)
  }
}
