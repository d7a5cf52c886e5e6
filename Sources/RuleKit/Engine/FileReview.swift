// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource

/// What the rules say about one file.
struct FileReview: Sendable {
  let path: String
  var findings: [FoundFinding] = []
  var suppressions = Suppressions()
  var notes: [String] = []
  /// Whether parsing was given up.
  private(set) var isSlow = false

  init(path: String) {
    self.path = path
  }

  init(_ file: SourceFile, rules: [ActiveRule]) {
    self.init(path: file.text.path)
    for active in rules {
      if let rule = active.rule as? any TextRule { add(rule.violations(in: file.text), of: active, in: file.text) }
    }
    let syntaxRules = rules.filter { $0.rule is any SyntaxRule }
    if !syntaxRules.isEmpty, file.text.isSwift { check(file, syntaxRules) }
    suppressions = Suppressions(file.directives)
  }

  private mutating func check(_ file: SourceFile, _ rules: [ActiveRule]) {
    do throws(ParseRefusal) {
      let parsed = try file.parse()
      for active in rules {
        if let rule = active.rule as? any SyntaxRule { add(rule.violations(in: parsed), of: active, in: file.text) }
      }
    } catch {
      if case .tooSlow = error { isSlow = true }
      notes.append("\(path) was not looked at by rules that need its syntax: \(error)")
    }
  }

  private mutating func add(_ violations: [Violation], of rule: ActiveRule, in text: SourceText) {
    for violation in violations {
      let start = text.lines.position(at: violation.range.lowerBound)
      let end = text.lines.position(at: violation.range.upperBound)
      let range = SourceRange(
        startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column)
      findings.append(
        FoundFinding(
          finding: Finding(
            rule: rule.id, severity: rule.severity, path: path, range: range, message: violation.message,
            suggestion: violation.suggestion),
          lineText: text.text(ofLine: start.line)))
    }
  }
}
