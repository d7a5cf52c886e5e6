// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// Whether a file uses macros whose code is not measured: the compiler counts nothing in what an attached macro makes,
/// and what a freestanding one makes only where it is written.
enum MacroUse {
  static func isIn(_ file: ParsedFile) -> Bool {
    file.nodes(MacroExpansionExprSyntax.self).contains { !compilersOwn.contains($0.macroName.text) }
      || file.nodes(MacroExpansionDeclSyntax.self).contains { !compilersOwn.contains($0.macroName.text) }
      || file.nodes(AttributeSyntax.self).contains(where: isMacro)
  }

  /// What the compiler and the standard library expand to a value or a diagnostic, without code of its own.
  private static let compilersOwn: Set<String> = [
    "file", "fileID", "filePath", "line", "column", "function", "dsohandle", "selector", "keyPath", "warning", "error",
    "isolation", "externalMacro", "colorLiteral", "imageLiteral", "fileLiteral", "_hasSymbol",
  ]

  /// The text alone does not tell an attached macro from a property wrapper, a result builder or a global actor. On a
  /// type, or on a function with a name that says nothing else, it is a macro.
  private static func isMacro(_ attribute: AttributeSyntax) -> Bool {
    let name =
      attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attribute.attributeName.as(MemberTypeSyntax.self)?.name.text ?? ""
    // The compiler's own attributes begin small, but for `@Sendable`.
    guard let first = name.first, first.isUppercase, name != "Sendable", !name.hasSuffix("Actor") else { return false }
    switch attribute.parent?.parent?.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: return true
    case .functionDecl, .initializerDecl: return !name.hasSuffix("Builder")
    default: return false
    }
  }
}
