// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

extension MutationSites {
  /// Mutants of returned values, in functions and getters whose declared type has a default value.
  func returns() -> [Mutant] {
    let explicit = file.nodes(ReturnStmtSyntax.self).flatMap { node -> [Mutant] in
      let enclosing = Enclosing(Syntax(node))
      guard enclosing.closure == nil, let function = enclosing.function, let value = node.expression else { return [] }
      return mutants(of: value, from: function, in: node)
    }
    let implicit = file.nodes(CodeBlockItemListSyntax.self).flatMap { block -> [Mutant] in
      guard block.count == 1, let value = block.first?.item.as(ExprSyntax.self) else { return [] }
      guard let function = function(ofBody: block), !mayBeBuilder(function) else { return [] }
      return mutants(of: value, from: function, in: block)
    }
    return explicit + implicit
  }

  private func mutants(of value: ExprSyntax, from function: Syntax, in node: some SyntaxProtocol) -> [Mutant] {
    // An `if` or `switch` cannot be an operand.
    guard !value.is(IfExprSyntax.self), !value.is(SwitchExprSyntax.self), let type = returnedType(of: function) else {
      return []
    }
    let range = file.range(of: value)
    let text = value.bareText
    // The first index of most collections is 0.
    guard !text.hasSuffix("startIndex") else { return [] }
    return Self.defaults(of: type).filter { $0 != text && !($0 == "nil" && text == ".none") }.compactMap { other in
      guard !(["true", "false"].contains(other) && isLogical(value)) else { return nil }
      return mutant(
        .returnedDefault, range, in: node, .expression(other), "\(quoted(range)) is always \(other)")
    }
  }

  /// Whether operands of the value are mutants of their own.
  private func isLogical(_ value: ExprSyntax) -> Bool {
    guard let sequence = value.as(SequenceExprSyntax.self) else { return false }
    let elements = Elements(sequence, file)
    return elements.nodes.indices.contains { ["&&", "||"].contains(elements.symbol($0) ?? "") }
  }

  private static func defaults(of type: TypeSyntax) -> [String] {
    switch type.kind {
    case .optionalType: return ["nil"]
    case .arrayType: return ["[]"]
    case .dictionaryType: return ["[:]"]
    default: break
    }
    switch type.bareText {
    case "Bool": return ["true", "false"]
    case "String": return ["\"\""]
    case "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float":
      return ["0"]
    default: return []
    }
  }

  private func returnedType(of function: Syntax) -> TypeSyntax? {
    if let declaration = function.as(FunctionDeclSyntax.self) { return declaration.signature.returnClause?.type }
    if let accessor = function.as(AccessorDeclSyntax.self) {
      guard accessor.accessorSpecifier.text == "get" else { return nil }
      return accessor.parent?.parent.flatMap(returnedType)
    }
    guard function.is(AccessorBlockSyntax.self), let owner = function.parent else { return nil }
    if let binding = owner.as(PatternBindingSyntax.self) { return binding.typeAnnotation?.type }
    return owner.as(SubscriptDeclSyntax.self)?.returnClause.type
  }

  private func function(ofBody block: CodeBlockItemListSyntax) -> Syntax? {
    guard let parent = block.parent else { return nil }
    if parent.is(AccessorBlockSyntax.self) { return parent }
    guard parent.is(CodeBlockSyntax.self), let owner = parent.parent else { return nil }
    return owner.is(FunctionDeclSyntax.self) || owner.is(AccessorDeclSyntax.self) ? owner : nil
  }

  /// Whether the body may be a list of components for a result builder.
  func mayBeBuilder(_ function: Syntax) -> Bool {
    var current: Syntax? = function
    for _ in 0..<4 {
      guard let node = current else { return false }
      let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
      if attributes.contains(where: { $0.bareText.dropFirst().first?.isUppercase == true }) { return true }
      if node.is(FunctionDeclSyntax.self) || node.is(VariableDeclSyntax.self) || node.is(SubscriptDeclSyntax.self) {
        break
      }
      current = node.parent
    }
    return returnedType(of: function)?.is(SomeOrAnyTypeSyntax.self) == true
  }
}
