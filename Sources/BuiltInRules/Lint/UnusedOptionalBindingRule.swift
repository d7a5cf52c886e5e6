// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleKit
import SwiftSource
import SwiftSyntax

struct UnusedOptionalBindingRule: SyntaxRule {
  static let description = RuleDescription(
    id: "unused_optional_binding", name: "Unused Optional Binding",
    summary: "Binding to `_` only asks whether there is a value; `!= nil` says so.",
    kind: .style,
    triggering: [
      Example("if let ↓_ = user.name { greet() }"),
      Example("guard let ↓_ = first, let second = rest else { return }"),
    ],
    nonTriggering: [
      Example("if user.name != nil { greet() }"),
      Example("if let name = user.name { greet(name) }"),
      Example("let _ = try? save()"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(OptionalBindingConditionSyntax.self).compactMap { node in
      guard file.text(of: node.pattern) == "_" else { return nil }
      return Violation(node.pattern, in: file, "nothing is bound here; compare with nil")
    }
  }
}
