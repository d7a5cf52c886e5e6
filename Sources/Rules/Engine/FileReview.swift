// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
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
      notes.append("\(path) was not checked by rules that need its syntax: \(error)")
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

/// A rule that is on, as it was set up.
struct ActiveRule: Sendable {
  let id: String
  let severity: Severity
  let subject: RuleDescription.Subject
  let rule: any Rule
  private let included: [Glob]
  private let excluded: [Glob]

  /// - Returns: `nil` for a rule that is off.
  init?(_ type: any Rule.Type, setting: RuleSetting?, knownRules: [String]) throws(RuleSettingsError) {
    let description = type.description
    guard setting?.isOn ?? !description.isOptIn else { return nil }
    id = description.id
    severity = setting?.severity ?? description.severity
    subject = description.subject
    included = setting?.included ?? []
    excluded = setting?.excluded ?? []
    do {
      rule = try type.make(options: setting?.options ?? [:], knownRules: knownRules)
    } catch {
      throw RuleSettingsError(message: "the rule \(description.id): \(error.message)")
    }
  }

  func looksAt(_ path: String) -> Bool {
    guard subject == .textFiles || path.hasSuffix(".swift") else { return false }
    guard included.isEmpty || included.contains(where: { $0.matches(path) }) else { return false }
    return !excluded.contains { $0.matches(path) }
  }
}

extension Rule {
  /// Makes the rule.
  ///
  /// - Parameter knownRules: the identifiers of all rules, which the rule about suppressions compares names with.
  /// - Throws: ``RuleSettingsError`` when an option is unknown or has a value of another type.
  package static func make(
    options: [String: OptionValue], knownRules: [String]
  ) throws(RuleSettingsError) -> any Rule {
    let rule = Self(options: try OptionCoding.decode(Options.self, from: options))
    guard var suppressions = rule as? InvalidSuppressionRule else { return rule }
    suppressions.knownRules = knownRules
    return suppressions
  }
}
