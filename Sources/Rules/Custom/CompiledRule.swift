// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource

/// A custom rule with its expressions compiled.
struct CompiledRule: Sendable {
  struct Failure: Error {
    let message: String
  }

  /// So many matches in one file are reported.
  static let maximumMatches = 10_000

  let rule: CustomRule
  private let regex: BudgetedRegex
  private let included: [BudgetedRegex]
  private let excluded: [BudgetedRegex]

  init(_ rule: CustomRule) throws(Failure) {
    self.rule = rule
    regex = try BudgetedRegex(rule.regex)
    included = try Self.compiled(rule.included)
    excluded = try Self.compiled(rule.excluded)
    guard rule.captureGroup <= regex.groupCount else {
      throw Failure(message: "its regex has no group \(rule.captureGroup)")
    }
  }

  /// The rules that can be used, and notes about the others.
  static func all(_ rules: [CustomRule]) -> (rules: [CompiledRule], notes: [String]) {
    var compiled: [CompiledRule] = []
    var notes: [String] = []
    for rule in rules {
      do throws(Failure) {
        compiled.append(try CompiledRule(rule))
      } catch {
        notes.append("the custom rule \(rule.id) is not used: \(error.message)")
      }
    }
    return (compiled, notes)
  }

  func looksAt(_ path: String) -> Bool {
    (included.isEmpty || included.contains { $0.matches(path) }) && !excluded.contains { $0.matches(path) }
  }

  /// The bytes of the matches.
  func matches(
    in string: String, _ source: SourceFile
  ) -> (ranges: [Range<Int>], isComplete: Bool) {
    let found = regex.matches(in: string, group: rule.captureGroup, limit: Self.maximumMatches)
    guard !rule.matchKinds.isEmpty || !rule.excludedMatchKinds.isEmpty, !found.matches.isEmpty else {
      return (found.matches.map(\.group), found.isComplete)
    }
    // A file that cannot be parsed has no kinds; the other rules have a note about it.
    guard let parsed = try? source.parse() else { return ([], found.isComplete) }
    let kinds = TokenKinds(parsed)
    let ranges = found.matches.filter { match in
      let kinds = kinds.kinds(in: match.whole)
      if !rule.matchKinds.isEmpty { return kinds.isSubset(of: rule.matchKinds) }
      return kinds.isDisjoint(with: rule.excludedMatchKinds)
    }.map(\.group)
    return (ranges, found.isComplete)
  }

  private static func compiled(_ patterns: [String]) throws(Failure) -> [BudgetedRegex] {
    var compiled: [BudgetedRegex] = []
    for pattern in patterns { compiled.append(try BudgetedRegex(pattern)) }
    return compiled
  }
}
