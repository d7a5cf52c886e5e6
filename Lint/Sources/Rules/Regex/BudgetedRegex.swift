// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A regular expression of a configuration file, in ICU's syntax, whose searches stop at the limits of a
/// ``RegexBudget``.
struct BudgetedRegex: Sendable {
  struct Match: Hashable {
    /// In UTF-8 bytes of the text.
    let whole: Range<Int>
    let group: Range<Int>
    /// The ranges by the numbers of groups, without groups that do not participate in the match.
    var groups: [Int: Range<Int>] = [:]
  }

  #if canImport(_FoundationICU) && compiler(>=6.3)
    private typealias Engine = ICURegex
  #else
    private typealias Engine = FoundationRegex
  #endif

  private static let maximumBytes = 10_000
  private let engine: Engine

  /// By default, `^` and `$` match at line breaks, and `.` matches them, as in SwiftLint.
  init(
    _ pattern: String, _ options: RegexOptions = RegexOptions(anchorsMatchLines: true, dotMatchesLineBreaks: true)
  ) throws(CustomRuleProblem) {
    guard pattern.utf8.count <= Self.maximumBytes else {
      throw CustomRuleProblem("regex", "a regex has more than 10,000 bytes")
    }
    guard let engine = Engine(pattern, options) else {
      throw CustomRuleProblem("regex", "a regex is invalid; write it in ICU's syntax")
    }
    self.engine = engine
  }

  var groupCount: Int { engine.groupCount }

  /// Whether the expression matches anywhere in the text.
  ///
  /// - Throws: the reason why the search was stopped.
  func matches(_ text: String) throws(RegexStop) -> Bool {
    let text = RegexText(text)
    return try matches(text, RegexBudget(forUnits: text.count))
  }

  /// Whether the expression matches anywhere in the text, within a budget of several searches.
  ///
  /// - Throws: the reason why the search was stopped.
  func matches(_ text: RegexText, _ budget: RegexBudget) throws(RegexStop) -> Bool {
    let found = search(text, limit: 1, budget)
    if found.matches.isEmpty, let stop = found.stop { throw stop }
    return !found.matches.isEmpty
  }

  /// Returns the first matches in which the group participates, and the reason why the search was stopped; `nil` if it
  /// reached the end of the text, or the limit of matches.
  ///
  /// - Parameters:
  ///   - captured: other groups whose ranges are needed.
  ///   - budget: of several searches; `nil` for one of this search.
  func search(
    _ text: RegexText, group: Int = 0, capturing captured: [Int] = [], limit: Int, _ budget: RegexBudget? = nil
  ) -> (matches: [Match], stop: RegexStop?) {
    let budget = budget ?? RegexBudget(forUnits: text.count)
    guard budget.stop == nil else { return ([], budget.stop) }
    var matches: [Match] = []
    let stop = engine.search(text, budget) { range in
      if let whole = range(0), let part = range(group) {
        var match = Match(whole: text.bytes(whole), group: text.bytes(part))
        for number in captured { match.groups[number] = range(number).map { text.bytes($0) } }
        matches.append(match)
      }
      return matches.count < limit
    }
    return (matches, stop)
  }
}

extension RegexStop: Error {}
