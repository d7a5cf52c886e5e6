// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings

/// Applies the rules about pull requests, as configured.
public struct ChangeLinter: Sendable {
  private struct Active: Sendable {
    let type: any ChangeRule.Type
    let rule: any ChangeRule
    let choice: ChangeRuleChoice
  }

  private let active: [Active]

  /// - Throws: ``RuleSettingsError`` for an unknown rule or an invalid option.
  public init(_ choices: [ChangeRuleChoice]) throws(RuleSettingsError) {
    var active: [Active] = []
    for choice in choices where choice.isOn {
      guard let type = BuiltInChangeRules.all.first(where: { $0.description.id == choice.id }) else {
        throw RuleSettingsError(message: "unknown rule \(choice.id)")
      }
      do throws(RuleSettingsError) {
        active.append(Active(type: type, rule: try type.make(choice.options), choice: choice))
      } catch {
        throw RuleSettingsError(message: "pull_request.rules.\(choice.id): \(error.message)")
      }
    }
    self.active = active
  }

  public var isEmpty: Bool { active.isEmpty }

  /// Returns the findings in the order of a report, and notes about rules that could not run.
  ///
  /// - Parameter saysWhatIsMissing: whether there is a note about each rule that needs an unknown fact.
  public func findings(in change: ProposedChange, saysWhatIsMissing: Bool = true) -> ReviewedFindings {
    var findings: [Finding] = []
    var notes: [Note] = []
    for entry in active {
      let id = entry.type.findingRule
      let missing = entry.type.description.needs.filter { !change.has($0) }.map(\.rawValue).sorted()
      guard missing.isEmpty else {
        if saysWhatIsMissing { notes.append("\(id) was not applied: \(missing.joined(separator: ", ")) unknown") }
        continue
      }
      if entry.type.description.needs.contains(.commits), let commits = change.commits, commits.isCut {
        notes.append("\(id) was applied to the last \(commits.commits.count) commits only")
      }
      let part = change.selecting { file in entry.choice.includes(file.path) }
      let results = entry.rule.violations(in: part)
      notes += results.filter(\.isStop).map { stop($0, entry, id) }
      let violations = results.filter { !$0.isStop }
      findings += violations.prefix(Self.maximumPerRule).map { finding($0, entry, id) }
      let more = violations.count - Self.maximumPerRule
      if more > 0 { notes.append("\(id): \(more) findings after the first \(Self.maximumPerRule) are not listed") }
    }
    return ReviewedFindings(findings: findings.sorted(by: Finding.isInOrder), notes: notes)
  }

  private static let maximumPerRule = 200

  private func stop(_ stop: ChangeViolation, _ entry: Active, _ id: String) -> Note {
    let unfinished = [Note.UnfinishedCheck(id, entry.choice.severity)]
    guard let path = stop.path else { return Note("\(id) was stopped: \(stop.message)", unfinished: unfinished) }
    return Note(start: "\(id) was stopped in ", path: path, end: ": \(stop.message)", unfinished: unfinished)
  }

  private func finding(_ violation: ChangeViolation, _ entry: Active, _ id: String) -> Finding {
    let configured = entry.choice.message
    let message = configured.isEmpty ? violation.message : "\(configured) (\(violation.message))"
    return Finding(
      rule: id, severity: entry.choice.severity, path: violation.path ?? "",
      range: SourceRange(line: violation.line, column: 1), message: message,
      fingerprint: Fingerprint.make(
        rule: id, path: violation.path ?? "", lineText: Substring(violation.message), occurrence: 0), isInChange: true)
  }
}
