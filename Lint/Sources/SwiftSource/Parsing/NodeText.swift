// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import SwiftSyntax

extension SyntaxProtocol {
  /// The text without the space and comments around it.
  ///
  /// `trimmedDescription` returns the same, but copies the tree twice to remove them.
  public var bareText: String {
    guard let first = firstToken(viewMode: .sourceAccurate) else { return "" }
    let bytes = trimmedLength.utf8Length
    let text = first.text
    // Most nodes that are compared by their text are names.
    if text.utf8.count == bytes { return text }
    let start = leadingTriviaLength.utf8Length
    return String(decoding: syntaxTextBytes[start..<start + bytes], as: UTF8.self)
  }
}

extension TokenSyntax {
  /// The name without backticks.
  package var name: String {
    let text = text
    return text.utf8.first == UInt8(ascii: "`") ? String(text.dropFirst().dropLast()) : text
  }
}

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
