// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// Parses the Swift text of a pattern.
enum PatternText {
  static let maximumBytes = 4096

  /// Returns the statements of the text.
  static func parse(_ text: String) throws(CustomRuleProblem) -> SourceFileSyntax {
    guard text.utf8.count <= maximumBytes else {
      throw CustomRuleProblem("pattern", "the pattern has more than \(maximumBytes) bytes")
    }
    let first = try tree(Metavariables.parseable(text) { _ in false })
    if invalid(in: Syntax(first)) == nil { return first }
    // Among the members of a type an identifier does not parse, but a macro does.
    let several = Metavariables.several(in: text)
    let unexpected = unexpectedRanges(in: Syntax(first))
    for isMember: (Int) -> Bool in [
      { offset in unexpected.contains { $0.contains(offset) } }, { _ in true },
    ] where !several.isEmpty {
      let other = try tree(Metavariables.parseable(text, isMember: isMember))
      if invalid(in: Syntax(other)) == nil { return other }
    }
    throw CustomRuleProblem("pattern", message(first, text))
  }

  private static func tree(_ text: String) throws(CustomRuleProblem) -> SourceFileSyntax {
    do throws(ParseRefusal) {
      return try SourceFile(path: "pattern.swift", text: text).parse().tree
    } catch {
      throw CustomRuleProblem("pattern", "the pattern cannot be parsed: \(error)")
    }
  }

  /// The first unexpected or missing node. An element `$$$` may be incomplete: the parameter `$$$PARAMETERS` has no
  /// type.
  private static func invalid(in node: Syntax) -> Syntax? {
    guard node.hasError else { return nil }
    if node.kind == .unexpectedNodes { return node }
    if let token = node.as(TokenSyntax.self) { return token.presence == .missing ? node : nil }
    if node.parent?.kind.isSyntaxCollection == true, case .several = Metavariables.form(of: node) { return nil }
    for child in node.children(viewMode: .all) {
      if let found = invalid(in: child) { return found }
    }
    return nil
  }

  private static func unexpectedRanges(in node: Syntax) -> [Range<Int>] {
    if node.kind == .unexpectedNodes { return [node.range] }
    return node.hasError ? node.children(viewMode: .all).flatMap(unexpectedRanges) : []
  }

  private static func message(_ tree: SourceFileSyntax, _ text: String) -> String {
    guard let first = SyntaxError.first(in: tree) else { return "the pattern does not parse" }
    let source = SourceText(path: "", text: text)
    let place = source.lines.position(at: min(first.offset, source.bytes.count))
    return "the pattern does not parse at line \(place.line), column \(place.column): \(first.message)"
  }
}
