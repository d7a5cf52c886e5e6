// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension MutationSites {
  /// Mutants of assignments, and of calls whose result is not used.
  func statements() -> [Mutant] {
    file.nodes(CodeBlockItemSyntax.self).flatMap { item -> [Mutant] in
      guard let expression = item.item.as(ExprSyntax.self), let block = item.parent?.as(CodeBlockItemListSyntax.self)
      else { return [] }
      let enclosing = Enclosing(Syntax(item))
      guard isOfStatements(block, enclosing) else { return [] }
      let range = file.range(of: expression)
      if let sequence = Elements.withoutEffects(expression).as(SequenceExprSyntax.self) {
        return assignments(sequence, range, in: block, enclosing)
      }
      guard let call = Elements.withoutEffects(expression).as(FunctionCallExprSyntax.self), block.count > 1,
        !mustStay(call)
      else { return [] }
      return [mutant(.callRemoved, range, in: block, .removed, "\(quoted(range)) is removed")].compactMap { $0 }
    }
  }

  private func assignments(
    _ sequence: SequenceExprSyntax, _ range: Range<Int>, in block: CodeBlockItemListSyntax, _ enclosing: Enclosing
  ) -> [Mutant] {
    let elements = Elements(sequence, file)
    guard elements.nodes.count > 2, elements.rank(1) == 1, let target = variable(elements.nodes[0]) else { return [] }
    // Initializers must set everything, and a variable without an initial value must be set before it is read.
    guard !enclosing.isInitializer, !isStep(of: target, sequence), !isUnset(target, in: enclosing) else { return [] }
    var found = [mutant(.assignmentRemoved, range, in: block, .removed, "\(quoted(range)) is removed")]
    let place = file.range(of: elements.nodes[1])
    let others = ["-=": "+=", "*=": "/=", "/=": "*="]
    if let symbol = elements.symbol(1), let other = others[symbol],
      let text = copied(range, with: other, at: place)
    {
      found.append(
        mutant(
          .arithmetic, range, in: block, at: place.lowerBound, .statement(text),
          "\(other) replaces \(symbol) in \(quoted(range))"))
    }
    return found.compactMap { $0 }
  }

  /// Returns the first name of what is assigned to; nil for a tuple and for `_`.
  private func variable(_ target: ExprSyntax) -> String? {
    switch target.kind {
    case .declReferenceExpr, .memberAccessExpr, .subscriptCallExpr:
      return target.firstToken(viewMode: .sourceAccurate)?.text
    default: return nil
    }
  }

  private func mustStay(_ call: FunctionCallExprSyntax) -> Bool {
    call.calledExpression.bareText.hasSuffix(".init") || QuietCalls.ends(call) || QuietCalls.isBookkeeping(call)
  }

  /// Whether the block consists of statements, and is neither the value of a closure nor a list for a result builder.
  private func isOfStatements(_ block: CodeBlockItemListSyntax, _ enclosing: Enclosing) -> Bool {
    if let function = enclosing.function, mayBeBuilder(function) { return false }
    guard let closure = enclosing.closure else { return enclosing.function != nil }
    let statements = closure.statements
    guard statements.count > 1 else { return false }
    // Closures of nothing but values may be lists for a result builder.
    return statements.contains { item in
      guard let expression = item.item.as(ExprSyntax.self) else { return true }
      return expression.is(SequenceExprSyntax.self)
    }
  }

  /// Whether a loop ends because of the variable: without the step it would not.
  private func isStep(of variable: String, _ node: SequenceExprSyntax) -> Bool {
    var current = node.parent
    while let ancestor = current, !ancestor.is(ClosureExprSyntax.self), !ancestor.is(FunctionDeclSyntax.self) {
      let condition: Syntax? =
        ancestor.as(WhileStmtSyntax.self).map { Syntax($0.conditions) }
        ?? ancestor.as(RepeatStmtSyntax.self).map { Syntax($0.condition) }
      if let condition, condition.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == variable }) {
        return true
      }
      current = ancestor.parent
    }
    return false
  }

  /// Whether a variable of this name is declared without a value in the function.
  private func isUnset(_ name: String, in enclosing: Enclosing) -> Bool {
    guard let function = enclosing.function else { return true }
    let range = file.range(of: function)
    return file.nodes(PatternBindingSyntax.self).contains { binding in
      binding.initializer == nil && binding.accessorBlock == nil && range.contains(file.range(of: binding).lowerBound)
        && binding.pattern.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
    }
  }
}
