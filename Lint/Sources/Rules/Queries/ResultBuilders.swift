// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension SyntaxProtocol {
  /// Whether the body around the node can be transformed by a result builder, which gives statements another meaning:
  /// `return` turns the transformation off, and an assignment is not a value.
  ///
  /// The parameter that a closure is for is not known, nor are the requirements of protocols in other files. Only the
  /// closures of well-known functions and the bodies without unknown attributes are certainly not transformed.
  var mayBeInResultBuilder: Bool {
    var child = Syntax(self)
    while let parent = child.parent {
      switch parent.kind {
      case .closureExpr: return parent.as(ClosureExprSyntax.self)?.isPlain != true
      case .functionDecl: return parent.as(FunctionDeclSyntax.self).map { mayBuild($0.attributes) } ?? true
      case .initializerDecl, .deinitializerDecl: return false
      case .accessorDecl:
        guard parent.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.get) else { return false }
        child = parent
      case .subscriptDecl: return parent.as(SubscriptDeclSyntax.self).map { mayBuild($0.attributes) } ?? true
      case .variableDecl:
        guard let variable = parent.as(VariableDeclSyntax.self) else { return true }
        // A protocol can have the builder, as `View` has for `body`.
        let isOpaque = variable.bindings.contains { $0.typeAnnotation?.type.is(SomeOrAnyTypeSyntax.self) == true }
        return isOpaque || variable.onlyName == "body" || mayBuild(variable.attributes)
      default: child = parent
      }
    }
    return false
  }

  private func mayBuild(_ attributes: AttributeListSyntax) -> Bool { attributes.hasUnknown }
}

extension ClosureExprSyntax {
  /// Functions of the standard library whose closures have no result builders.
  private static let functions: Set<String> = [
    "map", "flatMap", "compactMap", "filter", "forEach", "reduce", "sorted", "sort", "min", "max", "first", "last",
    "firstIndex", "lastIndex", "contains", "allSatisfy", "prefix", "drop", "dropFirst", "partition", "removeAll",
    "split", "mapValues", "compactMapValues", "withUnsafeBytes", "withUnsafeBufferPointer", "starts", "elementsEqual",
  ]

  /// Whether the closure is called at once, or is for a function of the standard library, and is no argument of a macro.
  var isPlain: Bool {
    guard !isInMacro else { return false }
    if let call = parent?.as(FunctionCallExprSyntax.self) {
      if call.calledExpression.id == id { return true }
      return call.receiver != nil && Self.functions.contains(call.lastName)
    }
    guard let argument = parent?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return call.receiver != nil && Self.functions.contains(call.lastName)
  }
}

extension SyntaxProtocol {
  /// Whether the node is an argument of a macro, which sees the code as it is written.
  var isInMacro: Bool { isInside([.macroExpansionExpr, .macroExpansionDecl]) }
}

extension AttributeListSyntax {
  /// Attributes that change neither the meaning of a body nor the members of a type.
  private static let known: Set<String> = [
    "available", "discardableResult", "frozen", "inlinable", "inline", "objc", "nonobjc", "objcMembers", "MainActor",
    "Sendable", "usableFromInline", "warn_unqualified_access", "IBAction", "IBOutlet", "IBInspectable", "IBDesignable",
    "preconcurrency", "unsafe", "safe", "_spi", "dynamicCallable", "backDeployed", "_alwaysEmitIntoClient",
    "_disfavoredOverload", "_transparent", "testable", "concurrent", "escaping",
  ]

  /// Whether one of them can be a property wrapper, a result builder, a global actor or a macro, or is in `#if`.
  var hasUnknown: Bool {
    contains { element in
      guard let attribute = element.as(AttributeSyntax.self) else { return true }
      return !Self.known.contains(attribute.name)
    }
  }
}
