// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The operands and operators of an expression, which the parser does not group by precedence.
struct Elements {
  private let file: ParsedFile
  let nodes: [ExprSyntax]

  init(_ sequence: SequenceExprSyntax, _ file: ParsedFile) {
    self.file = file
    nodes = Array(sequence.elements)
  }

  static func withoutEffects(_ expression: ExprSyntax) -> ExprSyntax {
    if let node = expression.as(TryExprSyntax.self) { return withoutEffects(node.expression) }
    if let node = expression.as(AwaitExprSyntax.self) { return withoutEffects(node.expression) }
    if let node = expression.as(UnsafeExprSyntax.self) { return withoutEffects(node.expression) }
    return expression
  }

  /// The symbol of an operator; nil of an operand, and of operators such as `as` and `? :`.
  func symbol(_ index: Int) -> String? { nodes[index].as(BinaryOperatorExprSyntax.self)?.operator.text }

  /// The precedence of an operator, with known order only among the known operators.
  func rank(_ index: Int) -> Int {
    switch nodes[index].kind {
    case .assignmentExpr: return 1
    case .unresolvedTernaryExpr: return 2
    case .unresolvedAsExpr, .unresolvedIsExpr: return 7
    case .arrowExpr: return 12
    default: break
    }
    switch symbol(index) {
    case "||": return 3
    case "&&": return 4
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": return 5
    case "??": return 6
    case "...", "..<": return 8
    case "+", "-", "&+", "&-", "|", "^": return 9
    case "*", "/", "%", "&*", "&": return 10
    case "<<", ">>": return 11
    case .some(let symbol): return symbol.hasSuffix("=") ? 1 : 9
    case .none: return 9
    }
  }

  /// Returns the longest runs of elements between operators of a lower precedence.
  func runs(below rank: Int) -> [Range<Int>] {
    split(nodes.indices) { self.rank($0) < rank }
  }

  func split(_ range: Range<Int>, at symbol: String) -> [Range<Int>] { split(range) { self.symbol($0) == symbol } }

  private func split(_ range: Range<Int>, at isSeparator: (Int) -> Bool) -> [Range<Int>] {
    var (parts, start): ([Range<Int>], Int) = ([], range.lowerBound)
    for index in range where !index.isMultiple(of: 2) && isSeparator(index) {
      parts.append(start..<index)
      start = index + 1
    }
    return parts + [start..<range.upperBound]
  }

  /// Returns the bytes of a run of elements.
  func range(_ part: Range<Int>) -> Range<Int> {
    let first = Self.withoutEffects(nodes[part.lowerBound])
    return file.range(of: first).lowerBound..<file.range(of: nodes[part.upperBound - 1]).upperBound
  }
}

extension MutationSites {
  /// Mutants of `??`, `? :` and arithmetic.
  func operations() -> [Mutant] {
    file.nodes(SequenceExprSyntax.self).flatMap { sequence -> [Mutant] in
      let elements = Elements(sequence, file)
      return fallbacks(elements, in: sequence) + ternaries(elements, in: sequence) + arithmetic(elements, in: sequence)
    }
  }

  private func fallbacks(_ elements: Elements, in sequence: SequenceExprSyntax) -> [Mutant] {
    elements.runs(below: 6).flatMap { run -> [Mutant] in
      let operands = elements.split(run, at: "??")
      return zip(operands, operands.dropFirst()).compactMap { left, right in
        // If the default never ran, the coverage says so.
        guard isRun(elements.nodes[right.lowerBound]) else { return nil }
        let range = elements.range(left)
        return mutant(.fallback, range, in: sequence.elements, .expression("nil"), "\(quoted(range)) is always nil")
      }
    }
  }

  private func ternaries(_ elements: Elements, in sequence: SequenceExprSyntax) -> [Mutant] {
    elements.nodes.indices.compactMap { index in
      guard let choice = elements.nodes[index].as(UnresolvedTernaryExprSyntax.self), index + 1 < elements.nodes.count,
        isRun(choice.thenExpression), isRun(elements.nodes[index + 1])
      else { return nil }
      let start = (0..<index).last { !$0.isMultiple(of: 2) && elements.rank($0) <= 2 }.map { $0 + 1 } ?? 0
      let range = elements.range(start..<index)
      let words = "the results of \(quoted(range)) ? : are swapped"
      return mutant(.ternarySwapped, range, in: sequence.elements, .negated, words)
    }
  }

  private static let otherOperators = ["-": "+", "+": "-", "*": "/", "/": "*"]

  private func arithmetic(_ elements: Elements, in sequence: SequenceExprSyntax) -> [Mutant] {
    elements.runs(below: 9).flatMap { run -> [Mutant] in
      run.compactMap { index in
        guard !index.isMultiple(of: 2), let symbol = elements.symbol(index), let other = Self.otherOperators[symbol]
        else { return nil }
        // `+` also joins strings and arrays, which the syntax does not tell; numbers it does.
        guard symbol != "+" || isNumber(elements.nodes[index - 1]) || isNumber(elements.nodes[index + 1]) else {
          return nil
        }
        let (range, place) = (elements.range(run), file.range(of: elements.nodes[index]))
        guard let text = copied(range, with: other, at: place) else { return nil }
        return mutant(
          .arithmetic, range, in: sequence.elements, at: place.lowerBound, .expression(text),
          "\(other) replaces \(symbol) in \(quoted(range))")
      }
    }
  }

  private func isNumber(_ expression: ExprSyntax) -> Bool {
    expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self)
  }

  /// Mutants of `true` and `false`.
  func literals() -> [Mutant] {
    file.nodes(BooleanLiteralExprSyntax.self).compactMap { literal in
      // Arguments are mostly settings of what is called, which no test can tell apart.
      guard ![.conditionElement, .returnStmt, .codeBlockItem, .labeledExpr].contains(literal.parent?.kind) else {
        return nil
      }
      // Initializers replace most initial values of properties.
      guard Enclosing(Syntax(literal)).function != nil else { return nil }
      let other = literal.literal.text == "true" ? "false" : "true"
      let range = file.range(of: literal)
      return mutant(
        .booleanLiteral, range, in: literal, .expression(other),
        "\(other) replaces \(literal.literal.text) in \(context(of: Syntax(literal)))")
    }
  }

  /// Returns the expression or statement around a literal, for a sentence.
  private func context(of literal: Syntax) -> String {
    var node = literal
    while let parent = node.parent, !parent.is(CodeBlockItemListSyntax.self),
      !parent.is(MemberBlockItemListSyntax.self),
      file.range(of: parent).count <= 70
    {
      node = parent
    }
    return quoted(file.range(of: node))
  }
}
