// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

/// What the text of a file lets expect of its coverage.
enum FileNature {
  /// Whether the comments before all code say that a program wrote the file.
  static func isGenerated(_ file: ParsedFile) -> Bool {
    guard let first = file.tokens.first else { return false }
    let code = first.positionAfterSkippingLeadingTrivia.utf8Offset
    return file.comments.prefix { $0.range.lowerBound < code }.contains { comment in
      GeneratedMark.isIn(comment: String(file.text.text(in: comment.range)))
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
