// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleKit
import SwiftSource
import SwiftSyntax

struct ForceUnwrappingRule: SyntaxRule {
  static let description = RuleDescription(
    id: "force_unwrapping", name: "Force Unwrapping",
    summary: "A force unwrap ends the program when the value is missing.",
    kind: .idiomatic, isOptIn: true,
    triggering: [
      Example("let first = values.first↓!"),
      Example("navigate(to: URL(string: text)↓!)"),
      Example("let name = user↓!.name↓!.lowercased()"),
      Example("let port = ports[\"http\"]↓!"),
    ],
    nonTriggering: [
      Example("guard let first = values.first else { return }"),
      Example("let name = user?.name ?? \"nobody\""),
      Example("let isOff = !isOn"),
      Example("var label: Label!"),
      Example("if first != last { swap() }"),
    ])

  init(options: NoOptions) {}

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ForceUnwrapExprSyntax.self).map { node in
      Violation(
        node.exclamationMark, in: file, "the program ends here when the value is missing; unwrap it with a guard")
    }
  }
}
