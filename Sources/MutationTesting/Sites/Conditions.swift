// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension MutationSites {
  /// Mutants of the conditions of `if`, `guard`, `while`, `where` and `? :`, and of the operands of `&&` and `||`.
  func conditions() -> [Mutant] {
    file.nodes(IfExprSyntax.self).flatMap(mutants) + file.nodes(GuardStmtSyntax.self).flatMap(mutants)
      + file.nodes(WhileStmtSyntax.self).flatMap(mutants) + file.nodes(WhereClauseSyntax.self).flatMap(mutants)
      + file.nodes(SequenceExprSyntax.self).flatMap(clauses)
  }

  private func mutants(of node: IfExprSyntax) -> [Mutant] {
    guard isRun(branches: [Syntax(node.body), node.elseBody.map { Syntax($0) }]), !isTrap(node.body) else { return [] }
    guard !isFastPath(node.conditions, node.body) else { return [] }
    return [never(node.conditions, "the branch of if \(quoted(file.range(of: node.conditions))) is never taken")]
      .compactMap { $0 } + node.conditions.compactMap(alwaysTrue)
  }

  private func mutants(of node: GuardStmtSyntax) -> [Mutant] {
    guard isRun(branches: [Syntax(node.body)]), !isTrap(node.body), !isFastPath(node.conditions, node.body) else {
      return []
    }
    return node.conditions.compactMap(alwaysTrue)
  }

  private func mutants(of node: WhileStmtSyntax) -> [Mutant] {
    // A condition that is always true would only exhaust the time limit.
    guard isRun(branches: [Syntax(node.body)]), node.conditions.bareText != "true" else { return [] }
    let words = "the body of while \(quoted(file.range(of: node.conditions))) never runs"
    return never(node.conditions, words).map { [$0] } ?? []
  }

  private func mutants(of node: WhereClauseSyntax) -> [Mutant] {
    let range = file.range(of: node.condition)
    let words = "\(quoted(range)) is always true"
    return mutant(.alwaysTrue, range, in: node, .alwaysTrue, words).map { [$0] } ?? []
  }

  private func never(_ conditions: ConditionElementListSyntax, _ words: String) -> Mutant? {
    guard !conditions.contains(where: { $0.condition.is(AvailabilityConditionSyntax.self) }) else { return nil }
    return mutant(.branchNeverTaken, file.range(of: conditions), in: conditions, .conditionAdded, words)
  }

  private func alwaysTrue(_ element: ConditionElementSyntax) -> Mutant? {
    guard case .expression(let expression) = element.condition else { return nil }
    let range = inside(expression)
    guard !["true", "false"].contains(expression.bareText) else { return nil }
    return mutant(.alwaysTrue, range, in: element, .alwaysTrue, "\(quoted(range)) is always true")
  }

  /// Mutants of the operands of `&&` and `||`.
  private func clauses(of sequence: SequenceExprSyntax) -> [Mutant] {
    let elements = Elements(sequence, file)
    guard mayChangeOperands(around: sequence) else { return [] }
    return elements.runs(below: 3).flatMap { part -> [Mutant] in
      let alternatives = elements.split(part, at: "||")
      return alternatives.flatMap { alternative -> [Mutant?] in
        let operands = elements.split(alternative, at: "&&")
        let dropped =
          operands.count > 1 ? operands.map { clause($0, .alwaysTrue, .alwaysTrue, elements, sequence) } : []
        guard alternatives.count > 1 else { return dropped }
        return dropped + [clause(alternative, .alwaysFalse, .alwaysFalse, elements, sequence)]
      }.compactMap { $0 }
    }
  }

  private func clause(
    _ part: Range<Int>, _ kind: MutationOperator, _ rewrite: Rewrite, _ elements: Elements,
    _ sequence: SequenceExprSyntax
  ) -> Mutant? {
    let range = elements.range(part)
    let words = "\(quoted(range)) is always \(kind == .alwaysTrue)"
    return mutant(kind, range, in: sequence.elements, rewrite, words)
  }

  private func mayChangeOperands(around sequence: SequenceExprSyntax) -> Bool {
    var current = sequence.parent
    while let node = current, !node.is(CodeBlockItemSyntax.self), !node.is(ClosureExprSyntax.self) {
      if let choice = node.as(IfExprSyntax.self) {
        return isRun(branches: [Syntax(choice.body), choice.elseBody.map { Syntax($0) }]) && !isTrap(choice.body)
          && !isFastPath(choice.conditions, choice.body)
      }
      // Without an operand the loop may never end.
      if node.is(WhileStmtSyntax.self) || node.is(RepeatStmtSyntax.self) { return false }
      if let exit = node.as(GuardStmtSyntax.self) {
        return isRun(branches: [Syntax(exit.body)]) && !isTrap(exit.body) && !isFastPath(exit.conditions, exit.body)
      }
      current = node.parent
    }
    return true
  }

  /// Returns the range of an expression without `try` and `await`, which apply to everything on the right of them.
  func inside(_ expression: ExprSyntax) -> Range<Int> {
    file.range(of: Elements.withoutEffects(expression)).lowerBound..<file.range(of: expression).upperBound
  }

  /// Whether a body only ends the program.
  private func isTrap(_ body: CodeBlockSyntax) -> Bool {
    guard body.statements.count == 1, let statement = body.statements.first else { return false }
    guard let call = statement.item.as(FunctionCallExprSyntax.self) else { return false }
    return QuietCalls.ends(call)
  }

  /// Whether a condition only avoids work for an empty value, whose result is the same: `guard !a.isEmpty else { return [] }`.
  private func isFastPath(_ conditions: ConditionElementListSyntax, _ body: CodeBlockSyntax) -> Bool {
    guard conditions.bareText.contains("isEmpty"), conditions.count == 1, body.statements.count == 1,
      let exit = body.statements.first?.item.as(ReturnStmtSyntax.self)
    else { return false }
    return ["", "[]", "[:]", "\"\"", "0", "nil"].contains(exit.expression?.bareText ?? "")
  }
}
