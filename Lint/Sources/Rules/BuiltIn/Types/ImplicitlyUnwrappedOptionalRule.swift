// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ImplicitlyUnwrappedOptionalRule: SyntaxRule {
  struct Options: RuleOptions {
    @RuleOption("Which uses are reported.", choices: ["all", "all_except_iboutlets", "weak_except_iboutlets"])
    var mode = "all_except_iboutlets"
  }

  static let description = RuleDescription(
    id: "implicitly_unwrapped_optional",
    summary: "Avoid implicitly unwrapped optionals: each use is a force unwrap that is not visible.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      Example("var label: ↓Label!"),
      Example("func make() -> ↓Shape! { nil }"),
      Example("@IBOutlet var label: ↓Label!", options: ["mode": "all"]),
    ],
    nonTriggering: [
      Example("var label: Label?"),
      Example("@IBOutlet var label: Label!"),
      Example("let isSame = left! == right!"),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ImplicitlyUnwrappedOptionalTypeSyntax.self).filter { node in
      switch options.mode {
      case "all": true
      case "weak_except_iboutlets":
        !isOutlet(node) && node.enclosing(VariableDeclSyntax.self)?.modifiers.contains(.weak) == true
      default: !isOutlet(node)
      }
    }.map { Violation($0, in: file, "implicitly unwrapped optional; use an optional or an initial value") }
  }

  private func isOutlet(_ node: ImplicitlyUnwrappedOptionalTypeSyntax) -> Bool {
    var parent = node.parent
    while let current = parent, !current.is(CodeBlockItemSyntax.self), !current.is(MemberBlockItemSyntax.self) {
      if let variable = current.as(VariableDeclSyntax.self) {
        return variable.attributes.contains { attribute in
          attribute.as(AttributeSyntax.self)?.attributeName.as(IdentifierTypeSyntax.self)?.name.text == "IBOutlet"
        }
      }
      parent = current.parent
    }
    return false
  }
}
