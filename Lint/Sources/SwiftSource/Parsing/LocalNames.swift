// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSyntax

/// The names that a file declares, and the code in which the local ones hide members and globals with the same names.
///
/// All forms count: variables, conditions, loops, patterns of `switch` and `catch`, parameters of functions, closures,
/// subscripts and accessors, captures, local functions and types, generic parameters, and the names that Swift declares
/// itself, such as `newValue`.
package struct LocalNames {
  private struct Declaration {
    /// The offset of the name.
    let start: Int
    let scope: Range<Int>
    /// The part of the block before a variable. Closures and functions in it refer to the variable, and other code does
    /// not.
    var before = 0..<0
  }

  /// Everything that is declared anywhere in the file, also members and globals, without backticks.
  package private(set) var all: Set<String> = []
  /// The variables, parameters, functions and macros among them.
  package private(set) var values: Set<String> = []
  private var declarations: [String: [Declaration]] = [:]

  init(_ file: ParsedFile) {
    for node in file.nodes(IdentifierPatternSyntax.self) { add(node) }
    for node in file.nodes(FunctionParameterSyntax.self) {
      add(
        node.secondName ?? node.firstName, in: Self.body(of: node).map { [$0] } ?? [],
        hasWrapper: !node.attributes.isEmpty)
    }
    for node in file.nodes(ClosureExprSyntax.self) { addParameters(of: node) }
    for node in file.nodes(AccessorDeclSyntax.self) { addParameter(of: node) }
    for node in file.nodes(CatchClauseSyntax.self) where node.catchItems.isEmpty {
      add("error", node.body.position.utf8Offset, node.body.byteRange)
    }
    for node in file.nodes(GenericParameterSyntax.self) {
      guard let owner = node.parent?.parent?.parent else { continue }
      add(node.name, in: [owner.byteRange], isValue: false)
    }
    func addDeclarations<Node: NamedDeclSyntax>(_ type: Node.Type, areValues: Bool = false) {
      for node in file.nodes(type) {
        add(node.name, in: Self.block(around: node).map { [$0] } ?? [], isValue: areValues)
      }
    }
    addDeclarations(FunctionDeclSyntax.self, areValues: true)
    addDeclarations(ClassDeclSyntax.self)
    addDeclarations(StructDeclSyntax.self)
    addDeclarations(EnumDeclSyntax.self)
    addDeclarations(ActorDeclSyntax.self)
    addDeclarations(ProtocolDeclSyntax.self)
    addDeclarations(TypeAliasDeclSyntax.self)
    addDeclarations(MacroDeclSyntax.self, areValues: true)
    for node in file.nodes(EnumCaseElementSyntax.self) { add(node.name, in: []) }
  }

  /// Whether a local declaration hides a member or global with that name.
  ///
  /// Declarations around the innermost type do not count: the members of the type hide them.
  ///
  /// - Parameter name: without backticks.
  package func hide(_ name: String, at node: some SyntaxProtocol) -> Bool {
    guard let declarations = declarations[name] else { return false }
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let (type, function) = Self.surroundings(of: node)
    return declarations.contains { declaration in
      guard declaration.start >= type else { return false }
      return declaration.scope.contains(offset)
        || (declaration.before.contains(offset) && function > declaration.before.lowerBound)
    }
  }

  /// The offsets of the members of the innermost type, and of the innermost closure or function.
  private static func surroundings(of node: some SyntaxProtocol) -> (type: Int, function: Int) {
    var function = 0
    var current = node.parent
    while let ancestor = current {
      switch ancestor.kind {
      case .memberBlock: return (ancestor.position.utf8Offset, function)
      case .closureExpr, .functionDecl, .accessorDecl, .accessorBlock:
        if function == 0 { function = ancestor.positionAfterSkippingLeadingTrivia.utf8Offset }
      default: break
      }
      current = ancestor.parent
    }
    return (0, function)
  }
}

// MARK: - Adding names

extension LocalNames {
  private mutating func add(_ name: String, _ start: Int, _ scope: Range<Int>, before: Range<Int> = 0..<0) {
    declarations[name, default: []].append(Declaration(start: start, scope: scope, before: before))
  }

  /// - Parameters:
  ///   - before: the part of the block before a variable.
  ///   - hasWrapper: whether it is a variable with a property wrapper, which declares two names more.
  private mutating func add(
    _ token: TokenSyntax, in scopes: [Range<Int>], before: Range<Int> = 0..<0, hasWrapper: Bool = false,
    isValue: Bool = true
  ) {
    guard token.tokenKind != .wildcard else { return }
    let name = token.name
    all.insert(name)
    if isValue { values.insert(name) }
    let isProjected = name.utf8.first == UInt8(ascii: "$")
    let plain = isProjected ? String(name.dropFirst()) : name
    let names = hasWrapper || isProjected ? [plain, "$" + plain, "_" + plain] : [plain]
    let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
    for scope in scopes { for name in names { add(name, start, scope, before: before) } }
  }

  private mutating func addParameters(of closure: ClosureExprSyntax) {
    guard let signature = closure.signature else { return }
    let scope = [signature.endPosition.utf8Offset..<closure.endPosition.utf8Offset]
    switch signature.parameterClause {
    case .simpleInput(let parameters): for parameter in parameters { add(parameter.name, in: scope) }
    case .parameterClause(let clause):
      for parameter in clause.parameters {
        add(parameter.secondName ?? parameter.firstName, in: scope, hasWrapper: !parameter.attributes.isEmpty)
      }
    case nil: break
    }
    for capture in signature.capture?.items ?? [] {
      // `[self]` and `[weak self]` are the same object.
      guard capture.name.tokenKind != .keyword(.self) || capture.initializer != nil else { continue }
      add(capture.name, in: scope)
    }
  }

  private mutating func addParameter(of accessor: AccessorDeclSyntax) {
    guard let body = accessor.body else { return }
    if let parameter = accessor.parameters { return add(parameter.name, in: [body.byteRange]) }
    switch accessor.accessorSpecifier.tokenKind {
    case .keyword(.set), .keyword(.willSet), .keyword(.`init`):
      add("newValue", body.position.utf8Offset, body.byteRange)
    case .keyword(.didSet): add("oldValue", body.position.utf8Offset, body.byteRange)
    default: break
    }
  }

  private mutating func add(_ pattern: IdentifierPatternSyntax) {
    var child = Syntax(pattern)
    while let parent = child.parent {
      switch parent.kind {
      case .patternBinding:
        let variable = parent.parent?.parent?.as(VariableDeclSyntax.self)
        guard let variable, let block = Self.block(around: variable) else { return add(pattern.identifier, in: []) }
        let end = parent.endPosition.utf8Offset
        return add(
          pattern.identifier, in: [end..<max(end, block.upperBound)], before: block.lowerBound..<end,
          hasWrapper: !variable.attributes.isEmpty)
      case .conditionElement:
        var before = 0..<0
        if let statement = parent.parent?.parent, statement.kind == .guardStmt,
          let block = Self.block(around: statement), !Self.rebindsSelf(parent)
        {
          before = block.lowerBound..<statement.position.utf8Offset
        }
        return add(pattern.identifier, in: Self.scopes(of: parent, declaring: pattern), before: before)
      case .forStmt:
        guard let loop = parent.as(ForStmtSyntax.self) else { return }
        return add(pattern.identifier, in: [loop.whereClause?.byteRange ?? 0..<0, loop.body.byteRange])
      case .switchCase:
        guard let label = parent.as(SwitchCaseSyntax.self)?.label else { return }
        return add(pattern.identifier, in: [label.position.utf8Offset..<parent.endPosition.utf8Offset])
      case .catchClause: return add(pattern.identifier, in: [parent.byteRange])
      case .codeBlockItem, .memberBlockItem, .closureExpr: return add(pattern.identifier, in: [])
      default: child = parent
      }
    }
  }
}

// MARK: - Scopes

extension LocalNames {
  /// The rest of the conditions, and the body or, for `guard`, the statements after it.
  private static func scopes(of condition: Syntax, declaring pattern: IdentifierPatternSyntax) -> [Range<Int>] {
    if pattern.identifier.tokenKind == .keyword(.self), rebindsSelf(condition) { return [] }
    guard let list = condition.parent, let statement = list.parent else { return [] }
    let rest = condition.endPosition.utf8Offset..<list.endPosition.utf8Offset
    switch statement.kind {
    case .ifExpr: return [rest, statement.as(IfExprSyntax.self)?.body.byteRange ?? 0..<0]
    case .whileStmt: return [rest, statement.as(WhileStmtSyntax.self)?.body.byteRange ?? 0..<0]
    case .guardStmt:
      let end = statement.endPosition.utf8Offset
      return [rest, end..<max(end, block(around: statement)?.upperBound ?? end)]
    default: return [rest]
    }
  }

  /// Whether the condition unwraps `self` without another meaning of the name.
  private static func rebindsSelf(_ condition: Syntax) -> Bool {
    guard
      let binding = condition.as(ConditionElementSyntax.self)?.condition.as(OptionalBindingConditionSyntax.self)
    else { return false }
    guard let value = binding.initializer?.value else { return true }
    return value.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }

  /// The statements of the block that a statement is in; nil for members and at the top level. A block extends across
  /// `#if`.
  private static func block(around statement: some SyntaxProtocol) -> Range<Int>? {
    var item = statement.parent
    if item?.kind == .expressionStmt || item?.kind == .labeledStmt { item = item?.parent }
    while let list = item?.parent, item?.kind == .codeBlockItem, list.kind == .codeBlockItemList {
      guard let owner = list.parent, owner.kind != .sourceFile else { return nil }
      guard owner.kind == .ifConfigClause else { return list.byteRange }
      // The clause is in a list, which is in `#if`, which is in an item.
      item = owner.parent?.parent?.parent
    }
    return nil
  }

  private static func body(of parameter: FunctionParameterSyntax) -> Range<Int>? {
    var current = parameter.parent
    while let ancestor = current {
      switch ancestor.kind {
      case .functionParameterList, .functionParameterClause, .functionSignature: current = ancestor.parent
      case .functionDecl: return ancestor.as(FunctionDeclSyntax.self)?.body?.byteRange
      case .initializerDecl: return ancestor.as(InitializerDeclSyntax.self)?.body?.byteRange
      case .subscriptDecl: return ancestor.as(SubscriptDeclSyntax.self)?.accessorBlock?.byteRange
      default: return nil
      }
    }
    return nil
  }
}

extension SyntaxProtocol {
  fileprivate var byteRange: Range<Int> { position.utf8Offset..<endPosition.utf8Offset }
}
