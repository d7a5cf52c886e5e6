// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ForceCastRule: PlainRule, SyntaxRule {
  static let description = RuleDescription(
    id: "force_cast", summary: "Avoid `as!`: it traps when the value has another type.", kind: .idiomatic,
    swiftLint: .init(isOn: true, severity: .error),
    triggering: ["let number = value ↓as! Int", "show((cell ↓as! TitleCell).title)"],
    nonTriggering: ["let number = value as? Int", "let number = 1 as Double", "if value is Int { count() }"])

  func violations(in file: ParsedFile) -> [Violation] {
    // The operators are not folded: that costs half as much as parsing, and finding casts does not need it.
    file.nodes(UnresolvedAsExprSyntax.self).compactMap { node in
      guard let mark = node.questionOrExclamationMark, mark.tokenKind == .exclamationMark else { return nil }
      let range = file.range(of: node.asKeyword).lowerBound..<file.range(of: mark).upperBound
      return Violation(range, "force cast; use as? and handle nil")
    }
  }
}

struct ForceTryRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "force_try", summary: "Avoid `try!`: it traps when an error is thrown.", kind: .idiomatic,
    swiftLint: .init(isOn: true, severity: .error),
    triggering: ["let data = ↓try! Data(contentsOf: file)", "func run() { ↓try! start(); ↓try! stop() }"],
    nonTriggering: [
      "let data = try Data(contentsOf: file)", "let data = try? Data(contentsOf: file)",
      "do { try start() } catch { report(error) }",
    ])

  func violation(of node: TryExprSyntax, in file: ParsedFile) -> Violation? {
    guard let mark = node.questionOrExclamationMark, mark.tokenKind == .exclamationMark else { return nil }
    let range = file.range(of: node.tryKeyword).lowerBound..<file.range(of: mark).upperBound
    return Violation(range, "force try; handle or propagate the error")
  }
}

struct ForceUnwrappingRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "force_unwrapping", summary: "Avoid force unwrapping: it traps when the value is `nil`.", kind: .idiomatic,
    swiftLint: .optIn,
    triggering: [
      "let first = values.first↓!", "navigate(to: URL(string: text)↓!)", "let name = user↓!.name↓!.lowercased()",
      "let port = ports[\"http\"]↓!",
    ],
    nonTriggering: [
      "guard let first = values.first else { return }", "let name = user?.name ?? \"guest\"", "let isOff = !isOn",
      "var label: Label!", "if first != last { swap() }",
    ])

  func violation(of node: ForceUnwrapExprSyntax, in file: ParsedFile) -> Violation? {
    Violation(node.exclamationMark, in: file, "force unwrap; use guard let or if let")
  }
}
