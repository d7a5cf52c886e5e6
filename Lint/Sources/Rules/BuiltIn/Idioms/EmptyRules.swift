// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct EmptyCatchRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "empty_catch", summary: "Handle an error or state why it is ignored: an empty `catch` discards it silently.",
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

  func violation(of node: CatchClauseSyntax, in file: ParsedFile) -> Violation? {
    guard node.body.statements.isEmpty else { return nil }
    let start = node.body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
    let end = node.body.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
    // A comment counts as the explanation.
    guard start <= end, !file.text.bytes[start..<end].contains(UInt8(ascii: "/")) else { return nil }
    return Violation(
      node.catchKeyword, in: file, "empty catch block; handle the error, or explain in a comment why it is ignored")
  }
}

struct UnusedOptionalBindingRule: NodeRule {
  struct Options: RuleOptions {
    @RuleOption("Whether to allow `_` for the value of a `try?`.") var ignoreOptionalTry = false
  }

  static let description = RuleDescription(
    id: "unused_optional_binding", summary: "Compare with `nil` instead of binding an optional to `_`.", kind: .style,
    swiftLint: .on,
    triggering: [
      Example("if let ↓_ = user.name { greet() }"),
      Example("guard let ↓_ = first, let second = rest else { return }"),
      Example("if let ↓_ = try? save() {}"),
      Example("if let ↓_ = try save() {}", options: ["ignore_optional_try": true]),
    ],
    nonTriggering: [
      Example("if user.name != nil { greet() }"),
      Example("if let name = user.name { greet(name) }"),
      Example("let _ = try? save()"),
      Example("if let _ = try? save() {}", options: ["ignore_optional_try": true]),
    ])

  let options: Options

  func violation(of node: OptionalBindingConditionSyntax, in file: ParsedFile) -> Violation? {
    guard file.text(of: node.pattern) == "_" else { return nil }
    if options.ignoreOptionalTry,
      node.initializer?.value.as(TryExprSyntax.self)?.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
    {
      return nil
    }
    return Violation(node.pattern, in: file, "unused optional binding; compare with nil")
  }
}
