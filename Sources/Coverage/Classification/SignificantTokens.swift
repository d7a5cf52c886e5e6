// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

/// The tokens that stand for something to execute.
enum SignificantTokens {
  /// Their UTF-8 bytes from the start of the file, in order.
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
      // After a `repeat` it has the count of what follows the loop; its condition has one of its own.
      return token.parent?.is(RepeatStmtSyntax.self) == false
    case .stringSegment(let text):
      // The empty text around an interpolation has no width.
      return !text.isEmpty
    default:
      return token.presence == .present && !isDecoration(token)
    }
  }

  /// `[]` and `[:]` are values like any other, and have no other token to show for it.
  private static func isEmptyLiteral(_ node: Syntax?) -> Bool {
    if let array = node?.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    return node?.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) == true
  }

  /// Attributes, modifiers, the labels of arguments and the heads of functions and types inside a body say how, not
  /// what.
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

/// What a measurement says of one token. Of several measurements the greatest holds.
enum TokenUse: Int, Comparable, Sendable {
  /// Nothing: no counter is for it.
  case unknown
  case idle
  /// It did not run, and nothing follows from that: the message of a check that held.
  case overlooked
  case ran

  static func < (left: TokenUse, right: TokenUse) -> Bool { left.rawValue < right.rawValue }
}

/// What the text of a file lets expect of its coverage.
enum FileNature {
  /// Whether the comments before all code say that a program wrote the file.
  static func isGenerated(_ file: ParsedFile) -> Bool {
    guard let first = file.tokens.first else { return false }
    let code = first.positionAfterSkippingLeadingTrivia.utf8Offset
    return file.comments.prefix { $0.range.lowerBound < code }.contains { comment in
      GeneratedMark.isIn(comment: file.text.bytes[comment.range])
    }
  }

  /// Why nothing was measured in a file that no program had, going by its text.
  static func reasonForAbsence(of file: ParsedFile) -> UnmeasuredReason {
    let code = codeNodes(in: file)
    if code.isEmpty { return .typesOnly }
    return code.allSatisfy(isConditional) ? .inactive : .notLinked
  }

  /// Nodes for which the compiler counts.
  static func codeNodes(in file: ParsedFile) -> [Syntax] {
    let bodies =
      file.nodes(CodeBlockSyntax.self).map { Syntax($0) } + file.nodes(ClosureExprSyntax.self).map { Syntax($0) }
    let getters = file.nodes(AccessorBlockSyntax.self).filter { $0.accessors.is(CodeBlockItemListSyntax.self) }
    let statements = file.nodes(CodeBlockItemSyntax.self).filter { !$0.item.is(DeclSyntax.self) }
    let values = file.nodes(PatternBindingSyntax.self).filter { $0.initializer != nil && isStoredInInstances($0) }
    return bodies + getters.map { Syntax($0) } + statements.map { Syntax($0) } + values.map { Syntax($0) }
  }

  /// Initial values of instances are counted, simple ones of globals and statics are not.
  private static func isStoredInInstances(_ binding: PatternBindingSyntax) -> Bool {
    guard let variable = binding.parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    guard variable.parent?.is(MemberBlockItemSyntax.self) == true else { return false }
    return !variable.modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }

  private static func isConditional(_ node: Syntax) -> Bool {
    var current = node.parent
    while let ancestor = current {
      if ancestor.is(IfConfigClauseSyntax.self) { return true }
      current = ancestor.parent
    }
    return false
  }
}
