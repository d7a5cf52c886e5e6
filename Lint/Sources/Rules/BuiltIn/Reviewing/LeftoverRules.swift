// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource
import SwiftSyntax

struct ConflictMarkerRule: PlainRule, TextRule {
  static let description = RuleDescription(
    id: "conflict_marker", summary: "A conflict marker in a file shows that a merge was not resolved.", kind: .lint,
    severity: .error, subject: .textFiles,
    triggering: [
      "↓<<<<<<< HEAD\nlet a = 1\n=======\nlet a = 2\n>>>>>>> topic\n",
      "a\n↓<<<<<<< ours\n||||||| base\n=======\n>>>>>>> theirs\nb\n↓<<<<<<< ours\n=======\n>>>>>>> theirs\n",
    ],
    nonTriggering: ["Title\n=======\n\nText\n", "let shifted = value <<<<<<< 2", "<<<<<<< of this there is no end\n"])

  func violations(in text: SourceText) -> [Violation] {
    guard text.contains("<<<<<<< "), text.contains(">>>>>>> ") else { return [] }
    var violations: [Violation] = []
    var start: Int?
    var isDivided = false
    for line in 1...text.lines.count {
      let range = text.range(ofLine: line)
      let bytes = text.bytes[range]
      if bytes.starts(with: Array("<<<<<<< ".utf8)) {
        start = range.lowerBound
        isDivided = false
      } else if bytes.elementsEqual(Array("=======".utf8)) {
        isDivided = true
      } else if bytes.starts(with: Array(">>>>>>> ".utf8)), let first = start, isDivided {
        // All three markers are required, because a row of equals signs can underline a heading.
        violations.append(Violation(first..<range.upperBound, "merge conflict marker"))
        start = nil
      }
    }
    return violations
  }
}

struct DebugPrintRule: PlainRule, NodeRule {
  static let description = RuleDescription(
    id: "debug_print", summary: "Remove `print`, `dump` and similar debug output before a release.", kind: .lint,
    isOptIn: true,
    triggering: ["↓print(value)", "values.forEach { ↓dump($0) }", "Swift.↓debugPrint(1)"],
    nonTriggering: [
      "printer.print(page)", "logger.info(\"started\")", "let print = makePrint", "print(value, to: &output)",
    ])

  func violation(of call: FunctionCallExprSyntax, in file: ParsedFile) -> Violation? {
    guard let name = name(of: call), ["print", "debugPrint", "dump"].contains(name.text) else { return nil }
    // Output to an explicit stream is intended.
    guard !call.arguments.contains(where: { $0.label?.text == "to" }) else { return nil }
    return Violation(name, in: file, "\(name.text) writes to standard output; use a logger or remove it")
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
