// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleKit
import SwiftSource
import SwiftSyntax

struct EmptyCatchRule: SyntaxRule {
  static let description = RuleDescription(
    id: "empty_catch", name: "Empty Catch",
    summary: "An empty catch loses the error, and nobody can tell whether that was meant.",
    kind: .lint,
    triggering: [
      Example("do { try save() } ↓catch {}"),
      Example("do {\n  try save()\n} ↓catch SaveError.full {\n\n} ↓catch {\n}"),
    ],
    nonTriggering: [
      Example("do { try save() } catch { report(error) }"),
      Example("do {\n  try save()\n} catch {\n  // The next save tries again.\n}"),
      Example("do { try save() } catch { /* tried again later */ }"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(CatchClauseSyntax.self).compactMap { node in
      guard node.body.statements.isEmpty else { return nil }
      let start = node.body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
      let end = node.body.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
      // A comment is an answer to the question why.
      guard start <= end, !file.text.bytes[start..<end].contains(UInt8(ascii: "/")) else { return nil }
      return Violation(node.catchKeyword, in: file, "the error is lost here; handle it, or say in a comment why not")
    }
  }
}
