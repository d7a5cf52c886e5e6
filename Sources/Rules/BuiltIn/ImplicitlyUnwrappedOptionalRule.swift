// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource
import SwiftSyntax

struct ImplicitlyUnwrappedOptionalRule: SyntaxRule {
  struct Options: RuleOptions {
    var allowOutlets = true

    static let descriptions = [
      RuleOption("allow_outlets", "Whether to allow implicitly unwrapped `@IBOutlet` properties.")
    ]
  }

  static let description = RuleDescription(
    id: "implicitly_unwrapped_optional", name: "Implicitly Unwrapped Optional",
    summary: "Each use of an implicitly unwrapped optional is a hidden force unwrap.",
    kind: .idiomatic, isOptIn: true,
    triggering: [
      Example("var label: ↓Label!"),
      Example("func make() -> ↓Shape! { nil }"),
      Example("@IBOutlet var label: ↓Label!", options: ["allow_outlets": false]),
    ],
    nonTriggering: [
      Example("var label: Label?"),
      Example("@IBOutlet var label: Label!"),
      Example("let isSame = left! == right!"),
    ])

  let options: Options

  func violations(in file: ParsedFile) -> [Violation] {
    file.nodes(ImplicitlyUnwrappedOptionalTypeSyntax.self).filter { !options.allowOutlets || !isOutlet($0) }.map {
      node in
      Violation(node, in: file, "implicitly unwrapped optional; use an optional or an initial value")
    }
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
