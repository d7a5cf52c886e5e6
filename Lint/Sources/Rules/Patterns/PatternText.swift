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

/// The metavariables in the text of a pattern: `$NAME` for one node, `$$$NAME` for any number of elements, and `$_` and
/// `$$$` for the same without a name.
///
/// `$NAME` already parses as an identifier. `$$$NAME` is replaced by a name of the same length, so that offsets in the
/// pattern stay the same: `$__NAME`, or `#__NAME` among the members of a type, where an identifier does not parse.
enum Metavariables {
  enum Form: Hashable, Sendable {
    /// The name is nil for `$_` and `$$$`.
    case one(String?)
    case several(String?)
  }

  /// - Parameter isMember: returns whether the occurrence of `$$$` at an offset is among the members of a type.
  static func parseable(_ text: String, isMember: (Int) -> Bool) -> String {
    var bytes = Array(text.utf8)
    for offset in several(in: text) {
      bytes[offset] = UInt8(ascii: isMember(offset) ? "#" : "$")
      bytes[offset + 1] = UInt8(ascii: "_")
      bytes[offset + 2] = UInt8(ascii: "_")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The offsets of `$$$` in UTF-8 bytes.
  static func several(in text: String) -> [Int] {
    let bytes = Array(text.utf8)
    var offsets: [Int] = []
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index..<(index + 3)].allSatisfy({ $0 == UInt8(ascii: "$") }) {
        offsets.append(index)
        index += 3
      } else {
        index += 1
      }
    }
    return offsets
  }

  /// The metavariable with the text of a token; nil if there is none.
  static func form(of text: String) -> Form? {
    if text == "$_" { return .one(nil) }
    if text.hasPrefix("$__") || text.hasPrefix("#__") {
      let name = String(text.dropFirst(3))
      return name.isEmpty ? .several(nil) : isName(name) ? .several(name) : nil
    }
    let name = String(text.dropFirst())
    return text.hasPrefix("$") && isName(name) ? .one(name) : nil
  }

  /// Whether the name consists of upper-case letters, digits and underscores, and begins with a letter.
  static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
      default: false
      }
    }
  }

  /// The metavariable that is the only token of a node, apart from a comma or semicolon after it.
  static func form(of node: Syntax) -> Form? {
    var texts: [String] = []
    for token in node.tokens(viewMode: .sourceAccurate) {
      texts.append(token.text)
      if texts.count > 3 { return nil }
    }
    if let last = texts.last, last == "," || last == ";" { texts.removeLast() }
    if texts.count == 2, texts[0] == "#", texts[1].hasPrefix("__") { return form(of: texts.joined()) }
    return texts.count == 1 ? form(of: texts[0]) : nil
  }
}
