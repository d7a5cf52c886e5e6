// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSyntax

/// A binary operator and its neighbours. Operators are not folded, which would cost half as much as parsing.
package struct Operation {
  package let node: BinaryOperatorExprSyntax
  package let symbol: String
  package let left: ExprSyntax
  package let right: ExprSyntax
  /// Whether the neighbour on the left is the whole operand.
  package let isLeftWhole: Bool
  /// Whether the neighbour on the right is the whole operand.
  package let isRightWhole: Bool
  /// Whether the operator and its operands are the whole sequence.
  package let isAlone: Bool
  /// Whether its precedence is lower than that of all other operators of the sequence.
  package let isOutermost: Bool
  /// Whether `try`, `await` or `unsafe` precedes the sequence; the left operand does not include it.
  package let hasEffect: Bool
  package let sequence: SequenceExprSyntax

  static func all(in file: ParsedFile) -> [Operation] {
    var operations: [Operation] = []
    for sequence in file.nodes(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      let ranks = elements.indices.map { $0 % 2 == 1 ? rank(of: elements[$0]) : 0 }
      for index in elements.indices where index % 2 == 1 && index + 1 < elements.count {
        guard let node = elements[index].as(BinaryOperatorExprSyntax.self) else { continue }
        operations.append(
          Operation(
            node: node, symbol: node.operator.text,
            left: index == 1 ? withoutEffects(elements[0]) : elements[index - 1], right: elements[index + 1],
            isLeftWhole: index < 2 || ranks[index - 2] < ranks[index],
            isRightWhole: index + 2 >= elements.count || ranks[index + 2] <= ranks[index],
            isAlone: elements.count == 3,
            isOutermost: ranks.indices.allSatisfy { $0 % 2 == 0 || $0 == index || ranks[$0] > ranks[index] },
            hasEffect: elements[0].id != withoutEffects(elements[0]).id, sequence: sequence))
      }
    }
    return operations
  }

  private static func withoutEffects(_ expression: ExprSyntax) -> ExprSyntax {
    switch expression.kind {
    case .tryExpr: return expression.as(TryExprSyntax.self).map { withoutEffects($0.expression) } ?? expression
    case .awaitExpr: return expression.as(AwaitExprSyntax.self).map { withoutEffects($0.expression) } ?? expression
    case .unsafeExpr: return expression.as(UnsafeExprSyntax.self).map { withoutEffects($0.expression) } ?? expression
    default: return expression
    }
  }

  private static func rank(of expression: ExprSyntax) -> Int {
    rank(kind: expression.kind, symbol: expression.as(BinaryOperatorExprSyntax.self)?.operator.text)
  }

  /// Returns the precedence of an operator. An unknown one has that of an addition, or of an assignment if it ends with
  /// `=`.
  ///
  /// - Parameter symbol: the symbol of a binary operator; nil for another kind of node.
  package static func rank(kind: SyntaxKind, symbol: String?) -> Int {
    switch kind {
    case .assignmentExpr: return 1
    case .unresolvedTernaryExpr: return 2
    case .unresolvedAsExpr, .unresolvedIsExpr: return 7
    case .arrowExpr: return 12
    default: break
    }
    guard let symbol else { return 9 }
    switch symbol {
    case "||": return 3
    case "&&": return 4
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=", ".==", ".!=", ".<", ".>", ".<=", ".>=": return 5
    case "??": return 6
    case "...", "..<": return 8
    case "*", "/", "%", "&", "&*": return 10
    case "<<", ">>", "&<<", "&>>": return 11
    case "+", "-", "|", "^", "&+", "&-": return 9
    default: return symbol.hasSuffix("=") ? 1 : 9
    }
  }
}
