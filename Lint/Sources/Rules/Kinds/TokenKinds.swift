// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The kinds of the tokens and comments of a file, as SourceKit names them. Punctuation has no kind.
struct TokenKinds {
  struct Entry {
    let range: Range<Int>
    let kind: String
  }

  /// In the order of the file, without overlaps.
  let entries: [Entry]

  init(_ file: ParsedFile) {
    var wholes = Self.wholes(in: file)
    wholes.sort { $0.range.lowerBound < $1.range.lowerBound }
    var entries = Self.outermost(wholes)
    var next = 0
    for token in Self.tokens(in: file) {
      while next < wholes.count, wholes[next].range.upperBound <= token.range.lowerBound { next += 1 }
      if next < wholes.count, wholes[next].range.lowerBound <= token.range.lowerBound { continue }
      entries.append(token)
    }
    for comment in file.comments { entries += CommentKinds.entries(of: comment, in: file.text) }
    self.entries = entries.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns the kinds of the tokens and comments that overlap the range.
  func kinds(in range: Range<Int>) -> Set<String> {
    Set(entries(in: range).map(\.kind))
  }

  /// Returns the tokens and comments that overlap the range, in the order of the file.
  func entries(in range: Range<Int>) -> ArraySlice<Entry> {
    let first = entries.partitioningIndex { $0.range.upperBound > range.lowerBound }
    return entries[first...].prefix { $0.range.lowerBound < range.upperBound }
  }

  /// The tokens outside of string literals and the pieces of string literals, in the order of the file.
  private static func tokens(in file: ParsedFile) -> [Entry] {
    let strings = file.nodes(StringLiteralExprSyntax.self).flatMap { pieces(of: $0, in: file) }
    let simple = file.nodes(SimpleStringLiteralExprSyntax.self).map { Entry(range: file.range(of: $0), kind: "string") }
    let tokens = zip(file.tokens, file.tokenRanges).compactMap { token, range in
      range.isEmpty ? nil : TokenKind.name(of: token).map { Entry(range: signed(token, range), kind: $0) }
    }
    return (strings + simple + tokens).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The range of a token; that of a number includes its sign.
  private static func signed(_ token: TokenSyntax, _ range: Range<Int>) -> Range<Int> {
    guard let sign = token.parent?.parent?.as(PrefixOperatorExprSyntax.self)?.operator, sign.text == "-",
      sign.end == range.lowerBound
    else { return range }
    return sign.start..<range.upperBound
  }

  /// The parts of a literal between its interpolations, with the quotes and without the backslashes.
  private static func pieces(of literal: StringLiteralExprSyntax, in file: ParsedFile) -> [Entry] {
    let whole = file.range(of: literal)
    var start = whole.lowerBound
    var pieces: [Entry] = []
    func add(_ end: Int) { if start < end { pieces.append(Entry(range: start..<end, kind: "string")) } }
    for case .expressionSegment(let segment) in literal.segments {
      add(segment.backslash.start)
      start = segment.rightParen.end
    }
    add(whole.upperBound)
    return pieces
  }

  /// The nodes that are one token for SourceKit.
  private static func wholes(in file: ParsedFile) -> [Entry] {
    file.nodes(AttributeSyntax.self).compactMap { AttributeKind.entry(of: $0, in: file) }
      + file.nodes(DeclModifierSyntax.self).compactMap { node in
        // SourceKit takes `class` and `static` for keywords.
        node.isTypeModifier ? nil : Entry(range: file.range(of: node), kind: "attribute.builtin")
      }
      + file.nodes(MacroExpansionExprSyntax.self).compactMap { node in
        switch node.macroName.text {
        case "colorLiteral", "fileLiteral", "imageLiteral": Entry(range: file.range(of: node), kind: "objectliteral")
        case let name where MacroKind.keywords.contains(name):
          Entry(range: node.pound.start..<node.macroName.end, kind: "keyword")
        case let name where MacroKind.directives.contains(name):
          Entry(range: node.pound.start..<node.macroName.end, kind: MacroKind.directive)
        default: nil
        }
      }
      + file.nodes(MacroExpansionDeclSyntax.self).compactMap { node in
        guard MacroKind.directives.contains(node.macroName.text) else { return nil }
        return Entry(range: node.pound.start..<node.macroName.end, kind: MacroKind.directive)
      }
  }

  /// The entries that are not inside another one, from entries in the order of the file.
  private static func outermost(_ entries: [Entry]) -> [Entry] {
    var end = 0
    return entries.filter { entry in
      guard entry.range.lowerBound >= end else { return false }
      end = entry.range.upperBound
      return true
    }
  }
}

extension DeclModifierSyntax {
  fileprivate var isTypeModifier: Bool {
    name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class)
  }
}

/// What the tokens of each line are, without brackets and operators, which have no kind. Lines are 1-based.
struct LineKinds {
  private var code: Set<Int> = []
  private var comments: Set<Int> = []
  private var interpolations: Set<Int> = []

  init(_ file: ParsedFile) {
    for entry in TokenKinds(file).entries {
      let first = file.line(at: entry.range.lowerBound)
      let lines = first...max(first, file.line(at: entry.range.upperBound - 1))
      switch entry.kind {
      case _ where CommentKinds.all.contains(entry.kind): comments.formUnion(lines)
      case MacroKind.directive: break
      default: code.formUnion(lines)
      }
      if entry.kind == "string_interpolation_anchor" { interpolations.formUnion(lines) }
    }
  }

  /// The number of lines with a word or literal.
  var codeCount: Int { code.count }

  /// Whether a line has a comment, or a part of one, and no word or literal.
  func hasOnlyComments(_ line: Int) -> Bool { comments.contains(line) && !code.contains(line) }

  /// Whether an interpolation begins or ends on a line.
  func hasInterpolation(_ line: Int) -> Bool { interpolations.contains(line) }
}
