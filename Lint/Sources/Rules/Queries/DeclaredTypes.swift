// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The types of variables, as far as a file shows them.
///
/// A type is known only if all variables of the file with that name agree, so that no rule of scopes has to be applied.
final class DeclaredTypes {
  private enum Evidence {
    case annotation(TypeSyntax)
    case value(ExprSyntax)
    case unknown
  }

  private let file: ParsedFile
  private lazy var evidence = makeEvidence()
  /// The names of the properties of types.
  private var members: [SyntaxIdentifier: Set<String>] = [:]

  init(_ file: ParsedFile) {
    self.file = file
  }

  /// Whether an expression certainly is a collection or string of the standard library.
  func isCollection(_ expression: ExprSyntax) -> Bool {
    let expression = expression.withoutParentheses
    if isCollectionValue(expression) { return true }
    return all(expression) { evidence in
      switch evidence {
      case .annotation(let type): isCollectionType(type)
      case .value(let value): isCollectionValue(value)
      case .unknown: false
      }
    }
  }

  /// Whether an expression certainly is an optional whose value is not an optional itself.
  func isSimplyOptional(_ expression: ExprSyntax) -> Bool {
    let expression = expression.withoutParentheses
    // A chain has one level, whatever the types of its members are.
    if expression.is(OptionalChainingExprSyntax.self) { return false }
    if isChained(expression) { return true }
    return all(expression) { evidence in
      guard case .annotation(let type) = evidence, let optional = type.as(OptionalTypeSyntax.self) else {
        return false
      }
      return isPlainType(optional.wrappedType)
    }
  }

  /// Whether a type is certainly not optional.
  func isPlainType(_ type: TypeSyntax) -> Bool {
    switch type.kind {
    case .arrayType, .dictionaryType, .tupleType, .functionType: return true
    case .identifierType:
      guard let name = type.as(IdentifierTypeSyntax.self)?.name.name else { return false }
      // A name that the file declares can be a generic parameter or an alias of an optional type.
      return Self.plain.contains(name) && !file.localNames.all.contains(name)
    default: return false
    }
  }

  private static let collections: Set<String> = [
    "Array", "ArraySlice", "ContiguousArray", "Data", "Dictionary", "Set", "String", "Substring",
  ]
  private static let plain = collections.union([
    "Any", "AnyObject", "Bool", "Character", "Date", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32",
    "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
  ])
  private static let views: Set<String> = ["keys", "values", "utf8", "utf16", "unicodeScalars", "allCases", "indices"]
  private static let transformations: Set<String> = ["filter", "sorted", "split", "compactMap", "components"]

  private func isCollectionType(_ type: TypeSyntax) -> Bool {
    switch type.kind {
    case .arrayType, .dictionaryType: return true
    case .identifierType:
      guard let name = type.as(IdentifierTypeSyntax.self)?.name.name else { return false }
      return Self.collections.contains(name) && !file.localNames.all.contains(name)
    default: return false
    }
  }

  private func isCollectionValue(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .arrayExpr, .dictionaryExpr, .stringLiteralExpr: return true
    case .memberAccessExpr:
      guard let member = expression.as(MemberAccessExprSyntax.self), member.base != nil else { return false }
      let name = member.declName.baseName.text
      return Self.views.contains(name) && !file.localNames.all.contains(name)
    case .functionCallExpr:
      guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
      if call.receiver != nil {
        return Self.transformations.contains(call.lastName) && !file.localNames.all.contains(call.lastName)
      }
      let called = call.calledExpression
      if called.is(ArrayExprSyntax.self) || called.is(DictionaryExprSyntax.self) { return true }
      let name = called.as(GenericSpecializationExprSyntax.self)?.expression.identifier ?? called.identifier
      return name.map { Self.collections.contains($0) && !file.localNames.all.contains($0) } ?? false
    default: return false
    }
  }

  /// Whether the expression is `a?.b`, or a member or call after it.
  private func isChained(_ expression: ExprSyntax) -> Bool {
    switch expression.kind {
    case .optionalChainingExpr: true
    case .memberAccessExpr: expression.as(MemberAccessExprSyntax.self)?.base.map(isChained) ?? false
    case .functionCallExpr: expression.as(FunctionCallExprSyntax.self).map { isChained($0.calledExpression) } ?? false
    case .subscriptCallExpr: expression.as(SubscriptCallExprSyntax.self).map { isChained($0.calledExpression) } ?? false
    default: false
    }
  }

  /// Whether the expression is a variable or a member of `self` that is in scope, and all variables with that name in the
  /// file satisfy a condition.
  private func all(_ expression: ExprSyntax, _ condition: (Evidence) -> Bool) -> Bool {
    let name: String
    if let plain = expression.as(DeclReferenceExprSyntax.self), plain.argumentNames == nil {
      name = plain.baseName.name
      guard file.localNames.hide(name, at: expression) || isMember(name, around: expression) else { return false }
    } else if let member = expression.as(MemberAccessExprSyntax.self), member.base?.identifier == "self" {
      name = member.declName.baseName.name
      guard isMember(name, around: expression) else { return false }
    } else {
      return false
    }
    return evidence[name].map { $0.allSatisfy(condition) } ?? false
  }

  private func isMember(_ name: String, around expression: ExprSyntax) -> Bool {
    guard let type = TypeDeclaration.around(expression) else { return false }
    if let known = members[type.node.id] { return known.contains(name) }
    let names = type.members.members.declarations(VariableDeclSyntax.self).flatMap { variable in
      variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.name }
    }
    members[type.node.id] = Set(names)
    return names.contains(name)
  }

  private func makeEvidence() -> [String: [Evidence]] {
    var result: [String: [Evidence]] = [:]
    for node in file.nodes(IdentifierPatternSyntax.self) {
      var found = Evidence.unknown
      if let binding = node.parent?.as(PatternBindingSyntax.self),
        binding.parent?.parent?.as(VariableDeclSyntax.self)?.attributes.hasUnknown == false
      {
        if let type = binding.typeAnnotation?.type {
          found = .annotation(type)
        } else if let value = binding.initializer?.value {
          found = .value(value)
        }
      }
      result[node.identifier.name, default: []].append(found)
    }
    func add(_ name: TokenSyntax, _ type: TypeSyntax?) {
      result[name.name, default: []].append(type.map { .annotation($0) } ?? .unknown)
    }
    for node in file.nodes(FunctionParameterSyntax.self) {
      let isPlain = node.attributes.isEmpty && node.ellipsis == nil
      add(node.secondName ?? node.firstName, isPlain ? node.type : nil)
    }
    for node in file.nodes(ClosureParameterSyntax.self) { add(node.secondName ?? node.firstName, node.type) }
    for node in file.nodes(ClosureShorthandParameterSyntax.self) { add(node.name, nil) }
    for node in file.nodes(ClosureCaptureSyntax.self) where node.initializer != nil { add(node.name, nil) }
    return result
  }
}
