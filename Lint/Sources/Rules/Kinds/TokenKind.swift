// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The kind that SourceKit gives a single token.
enum TokenKind {
  /// Returns nil for punctuation, operators, and the parts of string and regex literals.
  static func name(of token: TokenSyntax) -> String? {
    switch token.tokenKind {
    case .keyword(let keyword): name(of: keyword, token)
    case .wildcard, .poundAvailable, .poundUnavailable: "keyword"
    case .identifier(let text): text.hasPrefix("<#") ? "placeholder" : isType(token) ? "typeidentifier" : "identifier"
    case .dollarIdentifier: "identifier"
    case .integerLiteral, .floatLiteral: "number"
    case .leftParen, .rightParen: token.parent?.kind == .expressionSegment ? "string_interpolation_anchor" : nil
    case .poundIf, .poundElse, .poundElseif, .poundEndif: "buildconfig.keyword"
    case .poundSourceLocation: MacroKind.directive
    default: nil
    }
  }

  private static func name(of keyword: Keyword, _ token: TokenSyntax) -> String? {
    guard let parent = token.parent else { return "keyword" }
    switch parent.kind {
    // `deprecated`, `message`, `file`, `line`
    case .availabilityArgument, .availabilityLabeledArgument, .poundSourceLocationArguments: return "identifier"
    case .operatorDecl where keyword != .operator: return "attribute.builtin"
    default: break
    }
    switch keyword {
    case .Self: return isType(token) ? "typeidentifier" : "keyword"
    case .Type, .Protocol, .sending, .higherThan, .lowerThan: return "identifier"
    case .`init`: return parent.parent?.kind == .memberAccessExpr ? "identifier" : "keyword"
    case .await: return parent.kind == .forStmt ? "identifier" : "keyword"
    case .yield: return nil
    case .weak, .unowned: return parent.kind == .closureCaptureSpecifier ? "attribute.builtin" : "keyword"
    default: return "keyword"
    }
  }

  /// Whether the token is the name of a type where a type is expected. SourceKit does not take the root of a key path for
  /// one.
  private static func isType(_ token: TokenSyntax) -> Bool {
    guard let parent = token.parent, parent.kind == .identifierType || parent.kind == .memberType else { return false }
    return parent.parent?.kind != .keyPathExpr && !AttributeKind.isNameInClosure(parent) && !isThrown(parent)
  }

  /// Whether the type is that of the errors of a function type or a `do` statement.
  private static func isThrown(_ type: Syntax) -> Bool {
    let owner = type.ancestors.first { $0.kind == .throwsClause || !$0.isProtocol((any TypeSyntaxProtocol).self) }
    guard let clause = owner?.as(ThrowsClauseSyntax.self) else { return false }
    return clause.parent?.kind == .typeEffectSpecifiers || clause.parent?.kind == .doStmt
  }
}

/// The macros that SourceKit takes for parts of the language.
enum MacroKind {
  static let directive = "pounddirective.keyword"
  static let directives: Set<String> = ["error", "warning"]
  static let keywords: Set<String> = [
    "column", "dsohandle", "file", "fileID", "filePath", "function", "keyPath", "line", "selector",
  ]
}

/// The kinds that SourceKit gives the attributes of the language. Other attributes are property wrappers, result
/// builders, global actors or macros, whose names are types.
enum AttributeKind {
  static func entry(of node: AttributeSyntax, in file: ParsedFile) -> TokenKinds.Entry? {
    let name = node.name
    guard isKnown(name) else { return nil }
    let nameRange = node.atSign.start..<node.attributeName.end
    let owner = node.parent?.parent?.kind
    if owner == .closureSignature || name == "unknown" {
      return TokenKinds.Entry(range: nameRange, kind: "attribute.id")
    }
    // The arguments of `@available` and of a type's attribute are ordinary tokens.
    let range = name == "available" || owner == .attributedType ? nameRange : file.range(of: node)
    return TokenKinds.Entry(range: range, kind: "attribute.builtin")
  }

  /// Whether the node is the name of an attribute of a closure, which SourceKit takes for an identifier.
  static func isNameInClosure(_ name: Syntax) -> Bool {
    guard let attribute = name.parent?.as(AttributeSyntax.self) else { return false }
    return attribute.parent?.parent?.kind == .closureSignature
  }

  private static func isKnown(_ name: String) -> Bool {
    name.first == "_" && name.dropFirst().first?.isLowercase == true || known.contains(name)
  }

  private static let known: Set<String> = [
    "GKInspectable", "IBAction", "IBDesignable", "IBInspectable", "IBOutlet", "IBSegueAction", "NSApplicationMain",
    "NSCopying", "NSManaged", "Sendable", "UIApplicationMain", "abi", "attached", "autoclosure", "available",
    "backDeployed", "c", "cdecl", "concurrent", "convention", "derivative", "differentiable", "discardableResult",
    "dynamicCallable", "dynamicMemberLookup", "escaping", "exclusivity", "export", "extensible", "freestanding",
    "frozen", "globalActor", "implementation", "inlinable", "inline", "isolated", "lifetime", "main", "noDerivative",
    "noescape", "nonexhaustive", "nonobjc", "objc", "objcMembers", "preEnumExtensibility", "preconcurrency",
    "propertyWrapper", "requires_stored_property_inits", "resultBuilder", "retroactive", "safe",
    "section", "sensitive", "specialized", "storageRestrictions", "testable", "transpose", "unchecked", "unknown",
    "unsafe", "usableFromInline",
    "used", "warn_unqualified_access", "warnUnqualifiedAccess",
  ]
}
