// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Whether a note names the rules of SwiftLint's configuration that reviewbot does not have.
package enum UnavailableRules: String, Codable, Sendable, CaseIterable {
  case note
  case ignore
}

/// The rules that SwiftLint's configurations name and that are not run, named in as few lines as possible, because every
/// run shows them.
struct RulesNotRun: Hashable {
  /// Rules of SwiftLint that the catalogue lacks.
  private var unavailable: Set<String> = []
  /// Rules that SwiftLint no longer has.
  private var removed: Set<String> = []
  /// Rules that need a compiler log.
  private var analyzing: Set<String> = []
  private var unknown: Set<String> = []

  init() {}

  init(_ named: Set<String>, analyzing: Set<String>, catalogue: RuleCatalogue) {
    self.analyzing = analyzing.subtracting(["all"])
    for id in named where catalogue.rule(id) == nil {
      if SwiftLintRules.analyzer.contains(id) {
        self.analyzing.insert(id)
      } else if SwiftLintRules.removed.contains(id) {
        removed.insert(id)
      } else if SwiftLintRules.contains(id) || SwiftLintRules.newer.contains(id) {
        unavailable.insert(id)
      } else {
        unknown.insert(id)
      }
    }
  }

  mutating func formUnion(_ other: RulesNotRun) {
    unavailable.formUnion(other.unavailable)
    removed.formUnion(other.removed)
    analyzing.formUnion(other.analyzing)
    unknown.formUnion(other.unknown)
  }

  /// Returns a line about the rules of SwiftLint, and one about unknown rules.
  ///
  /// - Parameter onlyUnknown: whether the rules of SwiftLint are left out.
  func notes(_ catalogue: RuleCatalogue, onlyUnknown: Bool = false) -> [String] {
    var notes: [String] = []
    if !onlyUnknown {
      switch (unavailable.count, removed.count, analyzing.count) {
      case (0, 0, 0): break
      case (1, 0, 0): notes.append("the rule \(Self.listed(unavailable)) of SwiftLint is not available")
      case (0, 1, 0): notes.append("the rule \(Self.listed(removed)) is removed from SwiftLint")
      case (0, 0, 1): notes.append("the rule \(Self.listed(analyzing)) needs a compiler log and is not run")
      case (let unavailableCount, let removedCount, let analyzingCount):
        let parts = [
          (unavailable, "is not available", "are not available"), (removed, "is removed", "are removed"),
          (analyzing, "needs a compiler log", "need a compiler log"),
        ].filter { !$0.0.isEmpty }.map { ids, one, several in "\(Self.listed(ids)) \(ids.count == 1 ? one : several)" }
        let count = unavailableCount + removedCount + analyzingCount
        notes.append("\(count) rules of SwiftLint are not run: \(parts.joined(separator: "; "))")
      }
    }
    let known = catalogue.rules.map(\.id) + SwiftLintRules.standard + SwiftLintRules.optIn
    let unknown = unknown.sorted().map { id in (shown(id), NearestName.find(for: id, in: known)) }
    if unknown.count == 1 {
      notes.append("unknown rule \(unknown[0].0)" + (unknown[0].1.map { "; did you mean \($0)?" } ?? ""))
    } else if !unknown.isEmpty {
      let names = unknown.map { id, nearest in id + (nearest.map { " (did you mean \($0)?)" } ?? "") }
      notes.append("\(unknown.count) unknown rules: \(names.joined(separator: ", "))")
    }
    return notes
  }

  private static func listed(_ ids: Set<String>) -> String { ids.sorted().map { shown($0) }.joined(separator: ", ") }
}
