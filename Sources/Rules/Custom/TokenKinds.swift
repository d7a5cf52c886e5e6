// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The kinds of the tokens and comments of a file, with SourceKit's names. Punctuation has no kind.
struct TokenKinds {
  private struct Entry {
    let range: Range<Int>
    let kind: String
  }

  /// In the order of the file.
  private let entries: [Entry]

  init(_ file: ParsedFile) {
    var entries = file.tokens.compactMap { token in
      Self.kind(of: token).map { Entry(range: file.range(of: token), kind: $0) }
    }
    entries += file.comments.map { comment in
      let isDocumentation = comment.kind == .documentationLine || comment.kind == .documentationBlock
      return Entry(range: comment.range, kind: isDocumentation ? "doccomment" : Self.kind(of: comment, in: file))
    }
    self.entries = entries.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the kinds of the tokens and comments that overlap the range.
  func kinds(in range: Range<Int>) -> Set<String> {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].range.upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return Set(entries[low...].prefix { $0.range.lowerBound < range.upperBound }.map(\.kind))
  }

  private static func kind(of comment: Comment, in file: ParsedFile) -> String {
    let text = file.text.text(in: comment.range).drop { $0 == "/" || $0 == "*" || $0 == " " }
    return text.hasPrefix("MARK:") ? "comment.mark" : "comment"
  }

  private static func kind(of token: TokenSyntax) -> String? {
    switch token.tokenKind {
    case .keyword:
      return token.parent?.is(DeclModifierSyntax.self) == true ? "attribute.builtin" : "keyword"
    case .identifier, .dollarIdentifier:
      guard let parent = token.parent else { return "identifier" }
      if parent.parent?.is(AttributeSyntax.self) == true { return "attribute.builtin" }
      return parent.is(IdentifierTypeSyntax.self) || parent.is(MemberTypeSyntax.self) ? "typeidentifier" : "identifier"
    case .atSign: return "attribute.builtin"
    case .integerLiteral, .floatLiteral: return "number"
    case .stringQuote, .multilineStringQuote, .rawStringPoundDelimiter, .stringSegment, .singleQuote: return "string"
    case .backslash: return token.parent?.is(ExpressionSegmentSyntax.self) == true ? "string_interpolation_anchor" : nil
    case .binaryOperator, .prefixOperator, .postfixOperator: return "operator"
    case .poundIf, .poundElse, .poundElseif, .poundEndif: return "buildconfig.keyword"
    case .poundAvailable, .poundUnavailable, .poundSourceLocation, .pound: return "pounddirective.keyword"
    default: return nil
    }
  }
}
