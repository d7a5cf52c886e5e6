// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The last name of the called expression: `map` for `a.b.map(c)`, `f` for `f(1)`; empty if there is none.
  package var lastName: String {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
  }

  /// The expression on which the method is called; nil if the called expression is not a member, or has no base.
  package var receiver: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }
}

extension ParsedFile {
  /// Returns the calls with a last name, in the order of the file. See ``SwiftSyntax/FunctionCallExprSyntax/lastName``.
  package func calls(_ name: String) -> [FunctionCallExprSyntax] { callsByName[name] ?? [] }
}
