// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import SwiftSource
package import SwiftSyntax

/// A file in which no mutant can be made.
package struct MutationRefusal: Error, Hashable, CustomStringConvertible {
  package let path: String
  /// As a clause.
  package let reason: String

  package var description: String { "cannot mutate \(path): \(reason)" }
}

/// Finds the mutants of a file.
package struct MutationSites {
  let file: ParsedFile
  private let isChanged: (Int) -> Bool
  private let isCovered: (Int) -> Bool
  private let excluded: ExcludedCode

  /// - Parameters:
  ///   - isChanged: whether a 1-based line was changed.
  ///   - isCovered: whether the token that begins at a byte was run by a test. Where nothing is counted it was not.
  package init(
    _ source: SourceFile, isChanged: @escaping (Int) -> Bool, isCovered: @escaping (Int) -> Bool
  ) throws(MutationRefusal) {
    let path = source.text.path
    do throws(ParseRefusal) {
      file = try source.parse()
    } catch {
      throw MutationRefusal(path: path, reason: error.description)
    }
    guard !file.tree.hasError else { throw MutationRefusal(path: path, reason: "it has syntax errors") }
    guard String(validating: file.text.bytes, as: UTF8.self) != nil else {
      throw MutationRefusal(path: path, reason: "it is not UTF-8")
    }
    (self.isChanged, self.isCovered) = (isChanged, isCovered)
    excluded = ExcludedCode(file)
  }

  /// Returns the mutants in the order of the file.
  package func mutants() -> [Mutant] {
    guard !excluded.isGenerated else { return [] }
    let found = conditions() + operations() + returns() + statements() + literals()
    return found.sorted { ($0.range.lowerBound, $0.kind, $0.words) < ($1.range.lowerBound, $1.kind, $1.words) }
  }

  func isRun(_ node: some SyntaxProtocol) -> Bool { isCovered(file.range(of: node).lowerBound) }

  /// Whether all branches ran: otherwise the coverage already says what a change of the condition could show.
  func isRun(branches: [Syntax?]) -> Bool {
    branches.allSatisfy { branch in
      guard let branch, let first = firstStatement(in: branch) else { return true }
      return isRun(first)
    }
  }

  private func firstStatement(in branch: Syntax) -> Syntax? {
    guard let block = branch.as(CodeBlockSyntax.self) else { return branch }
    return block.statements.first.map { Syntax($0) }
  }

  /// Returns a mutant if its place may be mutated.
  ///
  /// - Parameters:
  ///   - range: the bytes that the rewrite surrounds.
  ///   - node: a node around them, in which the place is.
  ///   - place: the byte whose line must be changed and whose token must be covered; nil for the first.
  func mutant(
    _ kind: MutationOperator, _ range: Range<Int>, in node: some SyntaxProtocol, at place: Int? = nil,
    _ rewrite: Rewrite, _ words: String
  ) -> Mutant? {
    let place = place ?? range.lowerBound
    let position = file.text.lines.position(at: place)
    guard isChanged(position.line), isCovered(place), !excluded.contains(Syntax(node), at: place) else { return nil }
    return Mutant(
      path: file.text.path, line: position.line, column: position.column, kind: kind, range: range, rewrite: rewrite,
      function: Enclosing(Syntax(node)).function.map { file.range(of: $0).lowerBound } ?? -1, words: words)
  }

  /// Returns the text of a range for a sentence: on one line, and shortened.
  func quoted(_ range: Range<Int>) -> String {
    let words = file.text.text(in: range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 70 ? words.prefix(69) + "…" : words
  }

  /// Returns a range on one line with another operator, or nil if a line break in it may matter.
  ///
  /// - Parameter place: the bytes of the operator.
  func copied(_ range: Range<Int>, with other: String, at place: Range<Int>) -> String? {
    guard let left = copied(range.lowerBound..<place.lowerBound),
      let right = copied(place.upperBound..<range.upperBound)
    else { return nil }
    // The same space on both sides, without which the operator would be a prefix or a suffix.
    return "\(left.trimmed) \(other) \(right.trimmed)"
  }

  /// Returns the text of a range on one line, or nil if a line break in it may matter.
  func copied(_ range: Range<Int>) -> String? {
    let text = file.text.text(in: range)
    guard text.utf8.contains(UInt8(ascii: "\n")) else {
      return text.contains("//") || text.contains("/*") ? nil : text
    }
    guard !["{", "//", "/*", "\"\"\""].contains(where: text.contains) else { return nil }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The function or accessor around a node.
struct Enclosing {
  /// A declaration of a function, initializer, accessor or computed variable or subscript.
  private(set) var function: Syntax?
  /// The closest closure inside of the function.
  private(set) var closure: ClosureExprSyntax?
  private(set) var isInitializer = false

  init(_ node: Syntax) {
    var current = node.parent
    while let ancestor = current {
      switch ancestor.kind {
      case .closureExpr where closure == nil: closure = ancestor.as(ClosureExprSyntax.self)
      case .initializerDecl:
        (function, isInitializer) = (ancestor, true)
        return
      case .functionDecl, .deinitializerDecl, .accessorDecl:
        function = ancestor
        return
      case .accessorBlock
      where ancestor.as(AccessorBlockSyntax.self)?.accessors.is(CodeBlockItemListSyntax.self) == true:
        function = ancestor
        return
      case .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl: return
      default: break
      }
      current = ancestor.parent
    }
  }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)
  }
}
