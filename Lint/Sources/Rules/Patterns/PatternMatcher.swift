// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// Compares a pattern with nodes of one file.
struct PatternMatcher {
  struct Match {
    /// In bytes of the file.
    let range: Range<Int>
    let node: Syntax
    var captures: Captures
  }

  let file: ParsedFile
  var budget: StepBudget

  /// Returns the matches of a pattern at one node: several if the pattern is a part of a list.
  ///
  /// - Parameter captures: the captures of the pattern of which this one is a condition.
  mutating func matches(_ pattern: CompiledPattern, at node: Syntax, _ captures: Captures = Captures()) -> [Match] {
    guard node.kind == pattern.kind, pattern.requiredKind.map({ $0 == node.kind }) != false else { return [] }
    var captures = captures
    switch pattern.root {
    case .any: return [Match(range: node.range, node: node, captures: captures)]
    case .node(let root):
      return match(root, node, &captures) ? [Match(range: node.range, node: node, captures: captures)] : []
    case .operation(let elements):
      guard let sequence = node.as(SequenceExprSyntax.self) else { return [] }
      let found = sequence.elements.map { Syntax($0) }
      return operations(elements, in: found, node, captures)
    case .statements(let elements):
      return windows(elements, in: Array(node.children(viewMode: .sourceAccurate)), captures)
    }
  }

  /// Whether the node matches. Captures are unchanged if it does not.
  private mutating func match(_ pattern: PatternNode, _ node: Syntax, _ captures: inout Captures) -> Bool {
    budget.spend()
    guard !budget.isExhausted else { return false }
    let count = captures.all.count
    let isMatch: Bool
    switch pattern.form {
    case .token(let text): isMatch = node.as(TokenSyntax.self)?.text == text
    case .one(let name):
      isMatch = (pattern.kind == .token) == (node.kind == .token) && capture(name, [node], &captures)
    case .several(let name): isMatch = capture(name, [node], &captures)
    case .node(let children):
      isMatch = pattern.kind == node.kind && match(children, of: pattern.kind, node, &captures)
    case .list(let elements):
      isMatch =
        pattern.kind == node.kind
        && list(elements[...], Array(node.children(viewMode: .sourceAccurate))[...], &captures, nil) != nil
    case .subset(let elements):
      let found = Array(node.children(viewMode: .sourceAccurate))
      var isSubset = pattern.kind == node.kind
      for element in elements where isSubset {
        var isFound = false
        for other in found where !isFound { isFound = match(element, other, &captures) }
        isSubset = isFound
      }
      isMatch = isSubset
    case .operation(let elements):
      let found = Array(node.children(viewMode: .sourceAccurate))
      isMatch =
        pattern.kind == node.kind
        && list(elements[...], found[...], &captures, PatternNode.leastRank(elements)) != nil
    }
    if !isMatch { captures.restore(count) }
    return isMatch
  }

  private mutating func match(
    _ patterns: [PatternNode], of kind: SyntaxKind, _ node: Syntax, _ captures: inout Captures
  ) -> Bool {
    var children = PatternNode.children(of: node)
    // The pattern of a function without a body matches any body.
    if children.count == patterns.count + 1, children.last?.kind == .codeBlock, Self.withBodies.contains(kind) {
      children.removeLast()
    }
    guard children.count == patterns.count else { return false }
    for (pattern, child) in zip(patterns, children) where !match(pattern, child, &captures) { return false }
    return true
  }

  private static let withBodies: SyntaxKindSet = [.functionDecl, .initializerDecl, .deinitializerDecl]

  /// Matches elements from the first one on.
  ///
  /// - Parameter rank: in a sequence of operands and operators, the lowest precedence of the pattern's operators: an
  ///   operand can match several with operators of higher precedence. Nil for another list.
  /// - Returns: the elements after the match; nil if there is none.
  private mutating func list(
    _ patterns: ArraySlice<PatternNode>, _ elements: ArraySlice<Syntax>, _ captures: inout Captures, _ rank: Int?,
    isPrefix: Bool = false
  ) -> ArraySlice<Syntax>? {
    budget.spend()
    guard !budget.isExhausted else { return nil }
    guard let pattern = patterns.first else { return elements.isEmpty || isPrefix ? elements : nil }
    let rest = patterns.dropFirst()
    let count = captures.all.count
    switch pattern.form {
    case .several(let name):
      // The fewest elements first, except at the end of the pattern, which matches all remaining ones.
      for length in (rest.isEmpty ? elements.count : 0)...elements.count {
        if capture(name, elements.prefix(length), &captures),
          let remaining = list(rest, elements.dropFirst(length), &captures, rank, isPrefix: isPrefix)
        {
          return remaining
        }
        captures.restore(count)
        if budget.isExhausted { return nil }
      }
    case .one(let name) where rank != nil && pattern.kind != .token:
      let least = rank ?? 0
      for length in stride(from: 1, through: elements.count, by: 2) {
        let operators = elements.prefix(length).enumerated().filter { $0.offset % 2 == 1 }.map { $0.element }
        let isTight = operators.allSatisfy { Self.rank(of: $0) > least }
        guard isTight else { break }
        // An operand that ends before an operator of higher precedence is incomplete.
        if length + 1 < elements.count, Self.rank(of: elements[elements.startIndex + length]) > least { continue }
        if capture(name, elements.prefix(length), &captures),
          let remaining = list(rest, elements.dropFirst(length), &captures, rank, isPrefix: isPrefix)
        {
          return remaining
        }
        captures.restore(count)
      }
    default:
      if let first = elements.first, match(pattern, first, &captures),
        let remaining = list(rest, elements.dropFirst(), &captures, rank, isPrefix: isPrefix)
      {
        return remaining
      }
    }
    captures.restore(count)
    return nil
  }

  /// Returns the matches in a sequence that are complete operations: the operators beside them have a lower precedence.
  private mutating func operations(
    _ patterns: [PatternNode], in elements: [Syntax], _ node: Syntax, _ captures: Captures
  ) -> [Match] {
    let least = PatternNode.leastRank(patterns)
    var matches: [Match] = []
    for start in stride(from: 0, to: elements.count, by: 2) {
      if start > 0, Self.rank(of: elements[start - 1]) >= least { continue }
      var bound = captures
      guard let remaining = list(patterns[...], elements[start...], &bound, least, isPrefix: true) else { continue }
      if let next = remaining.first, Self.rank(of: next) > least { continue }
      let range = elements[start].start..<elements[remaining.startIndex - 1].end
      matches.append(Match(range: range, node: node, captures: bound))
    }
    return matches
  }

  private mutating func windows(
    _ patterns: [PatternNode], in elements: [Syntax], _ captures: Captures
  ) -> [Match] {
    var matches: [Match] = []
    for start in elements.indices {
      var bound = captures
      guard let remaining = list(patterns[...], elements[start...], &bound, nil, isPrefix: true),
        remaining.startIndex > start
      else { continue }
      let range = elements[start].start..<elements[remaining.startIndex - 1].end
      matches.append(Match(range: range, node: elements[start], captures: bound))
    }
    return matches
  }

  /// Binds a metavariable to nodes. If it is bound already, returns whether the tokens are the same.
  private mutating func capture(_ name: String?, _ nodes: ArraySlice<Syntax>, _ captures: inout Captures) -> Bool {
    guard let name else { return true }
    // Determining the range of nodes costs as much as some comparisons.
    budget.spend(4)
    let range = Self.range(of: nodes)
    if let known = captures[name] {
      budget.spend(1 + range.count / 8)
      return file.tokenTexts(in: known.range) == file.tokenTexts(in: range)
    }
    captures.append(Captures.Capture(name: name, range: range))
    return true
  }

  private static func range(of nodes: ArraySlice<Syntax>) -> Range<Int> {
    guard let first = nodes.first, let last = nodes.last else { return 0..<0 }
    // Without the comma to the next element.
    let children = last.kind == .token ? [last] : PatternNode.children(of: last)
    return first.start..<max(first.start, children.last?.end ?? last.end)
  }

  private static func rank(of node: Syntax) -> Int {
    Operation.rank(kind: node.kind, symbol: node.as(BinaryOperatorExprSyntax.self)?.operator.text)
  }
}

/// The values of a pattern's metavariables in one match.
struct Captures {
  struct Capture: Hashable {
    let name: String
    /// In bytes of the file; empty if it captures no elements.
    let range: Range<Int>
  }

  private(set) var all: [Capture] = []

  subscript(name: String) -> Capture? { all.first { $0.name == name } }

  mutating func append(_ capture: Capture) { all.append(capture) }

  /// Removes the captures after the first `count`.
  mutating func restore(_ count: Int) { all.removeLast(all.count - count) }
}

extension ParsedFile {
  /// Returns the texts of the tokens in a range, by which captures are compared.
  func tokenTexts(in range: Range<Int>) -> [String] {
    let first = tokens.partitioningIndex { $0.start >= range.lowerBound }
    // The end of the file is a token without a text.
    return tokens[first...].prefix { $0.end <= range.upperBound && $0.start < range.upperBound }.map(\.text)
  }
}

/// The remaining number of comparisons of a rule in a file.
struct StepBudget {
  private(set) var rest: Int

  var isExhausted: Bool { rest <= 0 }

  mutating func spend(_ steps: Int = 1) { rest -= steps }
}
