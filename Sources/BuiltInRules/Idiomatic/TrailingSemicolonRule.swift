// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import RuleKit
import SwiftSource
import SwiftSyntax

struct TrailingSemicolonRule: SyntaxRule {
  static let description = RuleDescription(
    id: "trailing_semicolon", name: "Trailing Semicolon",
    summary: "A semicolon at the end of a line says nothing.",
    kind: .idiomatic,
    triggering: [
      Example("let a = 1↓;\nlet b = 2"),
      Example("struct Point {\n  var x = 0↓;\n  var y = 0↓; // down\n}"),
    ],
    nonTriggering: [
      Example("let a = 1; let b = 2"),
      Example("let text = \"a;\"\nlet more = 1 // a;"),
      Example("stop(); /* then */ start()"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    let semicolons = file.tokens.indices.filter { file.tokens[$0].tokenKind == .semicolon }
    return semicolons.compactMap { index in
      let token = file.tokens[index]
      let range = file.range(of: token)
      let line = file.text.lines.line(at: range.lowerBound)
      if index + 1 < file.tokens.count {
        let next = file.tokens[index + 1]
        let nextLine = file.line(of: next.positionAfterSkippingLeadingTrivia)
        guard nextLine > line || next.tokenKind == .endOfFile else { return nil }
      }
      return Violation(
        range, "this semicolon says nothing", suggestion: Suggestion(removing: range, from: file.text))
    }
  }
}
