// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

/// Without this rule, a file that does not parse would look like one without findings, because most rules find nothing
/// in the rest of its tree.
struct ParseErrorRule: PlainRule, SyntaxRule {
  static let id = "parse_error"

  static let description = RuleDescription(
    id: id, name: "Parse Error",
    summary: "A file that is not valid Swift cannot be compiled, and most rules do not apply to it.",
    kind: .lint, severity: .error,
    triggering: ["func f(↓ {\n}", "let a = ↓\n"],
    nonTriggering: ["func f() {\n}", "let a = 1"])

  func violations(in file: ParsedFile) -> [Violation] {
    guard file.tree.hasError, let first = SyntaxError.first(in: file.tree) else { return [] }
    let offset = min(first.offset, max(0, file.text.bytes.count - 1))
    return [Violation(offset..<offset, "cannot parse: \(first.message)")]
  }
}
