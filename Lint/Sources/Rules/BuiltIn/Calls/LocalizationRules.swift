// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

struct NSLocalizedStringKeyRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "nslocalizedstring_key", name: "NSLocalizedString Key",
    summary: "Use string literals for keys and comments of `NSLocalizedString`: extraction tools read only those.",
    kind: .lint, swiftLint: .optIn,
    triggering: [
      "NSLocalizedString(↓title, comment: \"\")", "NSLocalizedString(↓\"title_\\(page)\", comment: \"\")",
      "NSLocalizedString(\"title\", comment: ↓\"of \\(page)\")",
      "NSLocalizedString(↓\"title_\" + page, comment: ↓note())",
    ],
    nonTriggering: [
      "NSLocalizedString(\"title\", comment: \"of the page\")", "NSLocalizedString(\"title\", comment: nil)",
      "NSLocalizedString(\"title_\" + \"page\", comment: \"\")", "localize(title, comment: note())",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("NSLocalizedString").flatMap { call -> [Violation] in
      guard call.isPlainCall("NSLocalizedString") else { return [] }
      let key = call.arguments.first { $0.label == nil }
      let comment = call.arguments.first { $0.label?.text == "comment" }
      return [(key, "key"), (comment, "comment")].compactMap { argument, part in
        guard let value = argument?.expression, !isStatic(value) else { return nil }
        return Violation(value, in: file, "the \(part) of NSLocalizedString is not a literal")
      }
    }
  }

  private func isStatic(_ value: ExprSyntax) -> Bool {
    if let literal = value.as(StringLiteralExprSyntax.self) {
      return literal.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    }
    if let sequence = value.as(SequenceExprSyntax.self) {
      return sequence.elements.allSatisfy { $0.is(BinaryOperatorExprSyntax.self) || isStatic($0) }
    }
    return value.is(NilLiteralExprSyntax.self)
  }
}

struct NSLocalizedStringRequireBundleRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "nslocalizedstring_require_bundle", name: "NSLocalizedString Require Bundle",
    summary: "Pass a bundle to `NSLocalizedString`: the default is the app's bundle, even in a framework.", kind: .lint,
    swiftLint: .optIn,
    triggering: [
      "↓NSLocalizedString(\"title\", comment: \"\")", "↓NSLocalizedString(\"title\", tableName: \"a\", comment: \"\")",
    ],
    nonTriggering: [
      "NSLocalizedString(\"title\", bundle: .module, comment: \"\")",
      "NSLocalizedString(\"title\", tableName: \"a\", bundle: bundle, comment: \"\")", "localize(\"title\")",
    ])

  func violations(in file: ParsedFile) -> [Violation] {
    file.calls("NSLocalizedString").filter { call in
      call.isPlainCall("NSLocalizedString") && !call.arguments.contains { $0.label?.text == "bundle" }
    }.map { Violation($0, in: file, "NSLocalizedString without a bundle") }
  }
}
