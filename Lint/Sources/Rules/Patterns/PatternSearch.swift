// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import SwiftSource
import SwiftSyntax

/// A search for a pattern, with the conditions of a rule.
struct PatternSearch: Sendable {
  /// The limit of comparisons in one file: of a small one, and for each byte of a large one.
  private static let freeComparisons = 1_000_000
  private static let comparisonsPerByte = 50

  private struct CaptureTest: Sendable {
    let name: String
    let regex: BudgetedRegex?
    let notRegex: BudgetedRegex?
    let equals: String
  }

  let captures: Set<String>
  private let pattern: CompiledPattern
  private let inside: [CompiledPattern]
  private let notInside: [CompiledPattern]
  private let has: [CompiledPattern]
  private let notHas: [CompiledPattern]
  private let follows: [CompiledPattern]
  private let tests: [CaptureTest]

  init(_ syntax: SyntaxPattern, _ conditions: PatternConditions) throws(CustomRuleProblem) {
    pattern = try CompiledPattern(syntax)
    inside = try Self.compiled(conditions.inside, "inside")
    notInside = try Self.compiled(conditions.notInside, "not_inside")
    has = try Self.compiled(conditions.has, "has")
    notHas = try Self.compiled(conditions.notHas, "not_has")
    follows = try Self.compiled(conditions.follows, "follows")
    // Captures of one of several alternatives are not bound if another one matches.
    let others = [inside, has, follows].filter { $0.count == 1 }.flatMap { $0 }
    let captures = others.reduce(into: pattern.captures) { $0.formUnion($1.captures) }
    self.captures = captures
    var tests: [CaptureTest] = []
    for condition in conditions.captures {
      for name in [condition.name, condition.equals] where !name.isEmpty && !captures.contains(name) {
        throw CustomRuleProblem("where", CaptureTemplate.unbound(name, captures, prefix: "$"))
      }
      tests.append(
        CaptureTest(
          name: condition.name, regex: try Self.regex(condition.regex), notRegex: try Self.regex(condition.notRegex),
          equals: condition.equals))
    }
    self.tests = tests
  }

  /// Returns the first matches in the order of the file, and the reason why the search was stopped.
  func matches(in file: ParsedFile, limit: Int) -> (matches: [PatternMatcher.Match], stop: RegexStop?) {
    let occurrences = pattern.word.map { file.occurrences(of: $0) }
    if occurrences?.isEmpty == true { return ([], nil) }
    var cursor = 0
    let size = file.text.bytes.count
    let regexBudget = RegexBudget(forUnits: size)
    var matcher = PatternMatcher(
      file: file, budget: StepBudget(rest: Self.freeComparisons + Self.comparisonsPerByte * size))
    var found: [PatternMatcher.Match] = []
    for node in file.nodes(of: pattern.kind) {
      // Comparing costs more than checking whether the word occurs.
      if let occurrences, !occurrences.occurs(in: node.position.utf8Offset..<node.endPosition.utf8Offset, &cursor) {
        continue
      }
      for match in matcher.matches(pattern, at: node) {
        if let match = fulfilled(match, &matcher, regexBudget) { found.append(match) }
        if found.count >= limit { break }
      }
      if let stop = regexBudget.stop ?? (matcher.budget.isExhausted ? .steps : nil) { return (found, stop) }
      if found.count >= limit { break }
    }
    return (found, nil)
  }

  /// Returns the match with the captures of the conditions; nil if a condition is not fulfilled.
  private func fulfilled(
    _ match: PatternMatcher.Match, _ matcher: inout PatternMatcher, _ regexBudget: RegexBudget
  ) -> PatternMatcher.Match? {
    var match = match
    if !inside.isEmpty, !matcher.isInside(inside, &match) { return nil }
    if !notInside.isEmpty, matcher.isInside(notInside, &match) { return nil }
    if !has.isEmpty, !matcher.contains(has, &match) { return nil }
    if !notHas.isEmpty, matcher.contains(notHas, &match) { return nil }
    if !follows.isEmpty, !matcher.follows(follows, &match) { return nil }
    return tests.allSatisfy { holds($0, match.captures, &matcher, regexBudget) } ? match : nil
  }

  private func holds(
    _ test: CaptureTest, _ captures: Captures, _ matcher: inout PatternMatcher, _ regexBudget: RegexBudget
  ) -> Bool {
    guard let capture = captures[test.name] else { return false }
    let file = matcher.file
    matcher.budget.spend(1 + capture.range.count)
    let text = RegexText(file.text.text(in: capture.range))
    for (regex, isWanted) in [(test.regex, true), (test.notRegex, false)] {
      guard let regex else { continue }
      // A search that was stopped also exhausts the budget, which stops the rule.
      guard (try? regex.matches(text, regexBudget)) == isWanted else { return false }
    }
    guard !test.equals.isEmpty else { return true }
    guard let other = captures[test.equals] else { return false }
    matcher.budget.spend(other.range.count)
    return file.tokenTexts(in: capture.range) == file.tokenTexts(in: other.range)
  }

  private static func compiled(
    _ patterns: [SyntaxPattern], _ key: String
  ) throws(CustomRuleProblem) -> [CompiledPattern] {
    var compiled: [CompiledPattern] = []
    for pattern in patterns {
      do throws(CustomRuleProblem) {
        compiled.append(try CompiledPattern(pattern))
      } catch {
        throw CustomRuleProblem(key, error.message)
      }
    }
    return compiled
  }

  private static func regex(_ text: String) throws(CustomRuleProblem) -> BudgetedRegex? {
    guard !text.isEmpty else { return nil }
    do throws(CustomRuleProblem) {
      return try BudgetedRegex(text, RegexOptions(anchorsMatchLines: true))
    } catch {
      throw CustomRuleProblem("where", error.message)
    }
  }
}

extension PatternMatcher {
  fileprivate mutating func isInside(_ patterns: [CompiledPattern], _ match: inout Match) -> Bool {
    // A match that is a part of a sequence or of a block is inside of it.
    var node = match.range == match.node.range ? match.node.parent : match.node
    while let current = node {
      budget.spend()
      if accepts(patterns, current, &match) { return true }
      node = current.parent
    }
    return false
  }

  fileprivate mutating func contains(_ patterns: [CompiledPattern], _ match: inout Match) -> Bool {
    for pattern in patterns {
      let nodes = file.nodes(of: pattern.kind)
      for node in nodes[nodes.partitioningIndex { $0.start >= match.range.lowerBound }...] {
        budget.spend()
        guard node.start < match.range.upperBound, !budget.isExhausted else { break }
        if node.end <= match.range.upperBound, node.id != match.node.id, accepts([pattern], node, &match) {
          return true
        }
      }
    }
    return false
  }

  fileprivate mutating func follows(_ patterns: [CompiledPattern], _ match: inout Match) -> Bool {
    var element: Syntax? = match.node
    while let current = element, ![.codeBlockItem, .memberBlockItem].contains(current.kind) { element = current.parent }
    guard let element, let list = element.parent else { return false }
    // The last element that ends before this one.
    var before = element.firstToken(viewMode: .sourceAccurate)?.previousToken(viewMode: .sourceAccurate)
      .map { Syntax($0) }
    while let current = before, current.parent?.id != list.id { before = current.parent }
    guard let item = before?.children(viewMode: .sourceAccurate).first(where: { $0.kind != .token }) else {
      return false
    }
    let node = item.as(ExpressionStmtSyntax.self).map { Syntax($0.expression) } ?? item
    return accepts(patterns, node, &match)
  }

  private mutating func accepts(_ patterns: [CompiledPattern], _ node: Syntax, _ match: inout Match) -> Bool {
    for pattern in patterns where pattern.kind == node.kind {
      if let found = matches(pattern, at: node, match.captures).first {
        match.captures = found.captures
        return true
      }
    }
    return false
  }
}
