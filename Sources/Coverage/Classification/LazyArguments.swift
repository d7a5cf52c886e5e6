// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// Arguments that are only evaluated on failure or at a log level: the message of a precondition, the text for a logger
/// with a higher level. Unexecuted ones are not gaps in the tests.
struct LazyArguments {
  /// Functions whose first argument is always evaluated, and the rest only on failure.
  private static let checks: Set<String> = ["precondition", "assert"]
  private static let failures: Set<String> = ["preconditionFailure", "assertionFailure", "fatalError"]
  /// Methods of loggers.
  private static let levels: Set<String> = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "log", "fault",
  ]

  /// The names of the functions; `nil` for the functions and methods above.
  let names: Set<String>?

  /// Returns the byte ranges of such arguments, in the order of the calls.
  func ranges(in file: ParsedFile) -> [Range<Int>] {
    names?.isEmpty == true ? [] : file.nodes(FunctionCallExprSyntax.self).compactMap(range)
  }

  private func range(of call: FunctionCallExprSyntax) -> Range<Int>? {
    guard let open = call.leftParen, let close = call.rightParen, isLazy(call) else { return nil }
    let end = close.positionAfterSkippingLeadingTrivia.utf8Offset
    let start: AbsolutePosition
    if let name = CalledName.of(call), Self.checks.contains(name) {
      guard let second = call.arguments.dropFirst().first else { return nil }
      start = second.positionAfterSkippingLeadingTrivia
    } else {
      start = open.positionAfterSkippingLeadingTrivia
    }
    return start.utf8Offset < end ? start.utf8Offset..<end : nil
  }

  private func isLazy(_ call: FunctionCallExprSyntax) -> Bool {
    let method = call.calledExpression.as(MemberAccessExprSyntax.self).flatMap { $0.base == nil ? nil : $0 }
    if let names {
      guard let name = method?.declName.baseName.text ?? CalledName.of(call) else { return false }
      return names.contains(name)
    }
    if let method, Self.levels.contains(method.declName.baseName.text) { return true }
    return CalledName.of(call).map { Self.checks.contains($0) || Self.failures.contains($0) } ?? false
  }
}

/// The name of a called function of the standard library, with or without the prefix `Swift.`.
enum CalledName {
  static func of(_ call: FunctionCallExprSyntax) -> String? {
    if let function = call.calledExpression.as(DeclReferenceExprSyntax.self) { return function.baseName.text }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Swift"
    else { return nil }
    return member.declName.baseName.text
  }
}

/// Detects files that use macros whose code is not measured: the compiler counts nothing in the expansion of an
/// attached macro, and the expansion of a freestanding one only at its call site.
enum MacroUse {
  static func isIn(_ file: ParsedFile) -> Bool {
    file.nodes(MacroExpansionExprSyntax.self).contains { !isOfCompiler($0.macroName.text) }
      || file.nodes(MacroExpansionDeclSyntax.self).contains { !isOfCompiler($0.macroName.text) }
      || file.nodes(AttributeSyntax.self).contains(where: isMacro)
  }

  /// Returns whether a macro is one of the compiler's and the standard library's that add no code.
  static func isOfCompiler(_ name: String) -> Bool { implicitNames.contains(name) }

  /// Macros that the compiler and the standard library expand to a value or a diagnostic, without additional code.
  private static let implicitNames: Set<String> = [
    "file", "fileID", "filePath", "line", "column", "function", "dsohandle", "selector", "keyPath", "warning", "error",
    "isolation", "externalMacro", "colorLiteral", "imageLiteral", "fileLiteral", "_hasSymbol",
  ]

  /// Returns whether an attribute is probably a macro. The text alone does not distinguish an attached macro from a
  /// property wrapper, a result builder or a global actor. On a type, or on a function with a name that indicates
  /// nothing else, it is a macro.
  static func isMacro(_ attribute: AttributeSyntax) -> Bool {
    let name =
      attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attribute.attributeName.as(MemberTypeSyntax.self)?.name.text ?? ""
    // The compiler's own attributes begin in lower case, except for `@Sendable`.
    guard let first = name.first, first.isUppercase, name != "Sendable", !name.hasSuffix("Actor") else { return false }
    switch attribute.parent?.parent?.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: return true
    case .functionDecl, .initializerDecl: return !name.hasSuffix("Builder")
    default: return false
    }
  }
}
