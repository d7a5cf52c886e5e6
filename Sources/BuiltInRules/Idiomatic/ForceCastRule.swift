// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleKit
import SwiftSource
import SwiftSyntax

struct ForceCastRule: SyntaxRule {
  static let description = RuleDescription(
    id: "force_cast", name: "Force Cast",
    summary: "A force cast ends the program when the value is of another type.",
    kind: .idiomatic,
    triggering: [
      Example("let number = value ↓as! Int"),
      Example("show((cell ↓as! TitleCell).title)"),
    ],
    nonTriggering: [
      Example("let number = value as? Int"),
      Example("let number = 1 as Double"),
      Example("if value is Int { count() }"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    // The operators are not folded: that would cost half of a parse, and the cast is as plain without.
    file.nodes(UnresolvedAsExprSyntax.self).compactMap { node in
      guard let mark = node.questionOrExclamationMark, mark.tokenKind == .exclamationMark else { return nil }
      let range = file.range(of: node.asKeyword).lowerBound..<file.range(of: mark).upperBound
      return Violation(range, "the program ends here when the value is of another type; cast with as? and handle nil")
    }
  }
}
