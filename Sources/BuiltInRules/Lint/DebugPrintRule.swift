// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleKit
import SwiftSource
import SwiftSyntax

struct DebugPrintRule: SyntaxRule {
  static let description = RuleDescription(
    id: "debug_print", name: "Debug Print",
    summary: "Output for debugging does not belong in the program that is shipped.",
    kind: .lint, isOptIn: true,
    triggering: [
      Example("↓print(value)"),
      Example("values.forEach { ↓dump($0) }"),
      Example("Swift.↓debugPrint(1)"),
    ],
    nonTriggering: [
      Example("printer.print(page)"),
      Example("logger.info(\"started\")"),
      Example("let print = makePrint"),
      Example("print(value, to: &output)"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(FunctionCallExprSyntax.self).compactMap { call in
      guard let name = name(of: call), ["print", "debugPrint", "dump"].contains(name.text) else { return nil }
      // A stream that is named is meant.
      guard !call.arguments.contains(where: { $0.label?.text == "to" }) else { return nil }
      return Violation(name, in: file, "\(name.text) writes to the standard output; log it or remove it")
    }
  }

  private func name(of call: FunctionCallExprSyntax) -> TokenSyntax? {
    if let reference = call.calledExpression.as(DeclReferenceExprSyntax.self) { return reference.baseName }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Swift"
    {
      return member.declName.baseName
    }
    return nil
  }
}
