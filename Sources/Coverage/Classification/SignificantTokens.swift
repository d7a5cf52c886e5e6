// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import SwiftSource
import SwiftSyntax

/// The tokens that represent executable code.
enum SignificantTokens {
  /// Returns their ranges of UTF-8 bytes from the start of the file, in order.
  static func ranges(in file: ParsedFile) -> [Range<Int>] {
    file.tokens.compactMap { isSignificant($0) ? file.range(of: $0) : nil }
  }

  private static func isSignificant(_ token: TokenSyntax) -> Bool {
    switch token.tokenKind {
    case .leftSquare:
      return isEmptyLiteral(token.parent) && !isDecoration(token)
    case .leftBrace, .rightBrace, .leftParen, .rightParen, .rightSquare, .comma, .semicolon, .colon, .endOfFile,
      .infixQuestionMark, .poundIf, .poundElseif, .poundElse, .poundEndif:
      return false
    case .keyword(.else), .keyword(.do), .keyword(.defer), .keyword(.default), .keyword(.catch), .keyword(.repeat),
      .keyword(.get), .keyword(.set), .keyword(.willSet), .keyword(.didSet), .keyword(.some), .keyword(.any),
      .keyword(.in):
      return false
    case .keyword(.while):
      // After a `repeat` it has the count of the code after the loop; its condition has a separate count.
      return token.parent?.is(RepeatStmtSyntax.self) == false
    case .stringSegment(let text):
      // The empty text around an interpolation has no width.
      return !text.isEmpty
    default:
      return token.presence == .present && !isDecoration(token)
    }
  }

  /// Returns whether a node is `[]` or `[:]`: these values have no other significant token.
  private static func isEmptyLiteral(_ node: Syntax?) -> Bool {
    if let array = node?.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    return node?.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) == true
  }

  /// Returns whether a token is an attribute, a modifier, an argument label or in the head of a function or type inside
  /// a body: these are not executed.
  private static func isDecoration(_ token: TokenSyntax) -> Bool {
    if let argument = token.parent?.as(LabeledExprSyntax.self), argument.label?.id == token.id { return true }
    var node = token.parent
    while let current = node {
      switch current.kind {
      case .attribute, .declModifier, .functionDecl, .initializerDecl, .deinitializerDecl, .structDecl, .classDecl,
        .actorDecl, .enumDecl, .protocolDecl, .typeAliasDecl:
        return true
      // Nothing above a statement or a block can make its tokens decoration.
      case .codeBlockItem, .memberBlockItem, .codeBlock, .closureExpr, .initializerClause: return false
      default: node = current.parent
      }
    }
    return false
  }
}

/// The use of one token in a measurement. Several measurements are combined to the greatest.
enum TokenUse: Int, Comparable, Sendable {
  /// There is no counter for the token.
  case unknown
  case uncovered
  /// It did not run, which is not a gap: the message of a check that succeeded.
  case ignored
  /// It is on a line of which a part ran; it is not known which.
  case partly
  case ran

  static func < (left: TokenUse, right: TokenUse) -> Bool { left.rawValue < right.rawValue }
}

extension Syntax {
  /// Returns nodes of several kinds in one list.
  static func list<each Node: SyntaxProtocol>(_ nodes: repeat [each Node]) -> [Syntax] {
    var list: [Syntax] = []
    for nodes in repeat each nodes { list += nodes.map { Syntax($0) } }
    return list
  }
}

/// Properties of a file's text that determine its expected coverage.
enum FileNature {
  /// Returns whether the comments before all code mark the file as generated.
  static func isGenerated(_ file: ParsedFile) -> Bool {
    guard let first = file.tokens.first else { return false }
    let code = first.positionAfterSkippingLeadingTrivia.utf8Offset
    return file.comments.prefix { $0.range.lowerBound < code }.contains { comment in
      GeneratedMark.isIn(comment: file.text.bytes[comment.range])
    }
  }

  /// Returns the reason why a file that no program contains was not measured, according to its text.
  static func reasonForAbsence(of file: ParsedFile) -> UnmeasuredReason {
    let code = codeNodes(in: file)
    if !code.allSatisfy(isConditional) { return .notLinked }
    if !InitialValues.lines(in: file).isEmpty { return .notCounted }
    return code.isEmpty ? .typesOnly : .inactive
  }

  /// Returns the nodes that the compiler counts.
  static func codeNodes(in file: ParsedFile) -> [Syntax] {
    let getters = file.nodes(AccessorBlockSyntax.self).filter { $0.accessors.is(CodeBlockItemListSyntax.self) }
    let statements = file.nodes(CodeBlockItemSyntax.self).filter { !$0.item.is(DeclSyntax.self) }
    let isScript = isScript(file)
    let values = file.nodes(PatternBindingSyntax.self).filter { binding in
      binding.initializer != nil && (isStoredInInstances(binding) || isScript && isGlobal(binding))
    }
    return Syntax.list(
      file.nodes(CodeBlockSyntax.self), file.nodes(ClosureExprSyntax.self), getters, statements, values)
  }

  /// Returns whether the statements of a file run when the program starts, with its global variables among them.
  static func isScript(_ file: ParsedFile) -> Bool {
    file.text.path.split(separator: "/").last == "main.swift"
      || file.tree.statements.contains { !$0.item.is(DeclSyntax.self) }
  }

  static func isGlobal(_ binding: PatternBindingSyntax) -> Bool {
    guard let variable = binding.parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    // Above the item there is the list.
    return variable.parent?.is(CodeBlockItemSyntax.self) == true
      && variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
  }

  /// Returns whether an initial value is one of instances. These are counted; those of globals and statics are not.
  static func isStoredInInstances(_ binding: PatternBindingSyntax) -> Bool {
    guard let variable = binding.parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    return variable.parent?.is(MemberBlockItemSyntax.self) == true && !isStatic(binding)
  }

  static func isStatic(_ binding: PatternBindingSyntax) -> Bool {
    let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    return variable?.modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) } == true
  }

  /// Returns whether a node is inside `#if`.
  static func isConditional(_ node: Syntax) -> Bool {
    var current = node.parent
    while let ancestor = current {
      if ancestor.is(IfConfigClauseSyntax.self) { return true }
      current = ancestor.parent
    }
    return false
  }
}
