// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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

  /// Attributes, modifiers, the labels of arguments and the heads of functions and types inside a body say how, not what.
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
