// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
package import Rules
import SwiftSource

/// Runs the examples of a rule's description.
package struct ExampleRun: Sendable {
  private let rule: any Rule.Type
  private let knownRules: [String]

  package init(_ rule: any Rule.Type, among rules: [any Rule.Type]) {
    self.rule = rule
    knownRules = rules.map { $0.description.id }
  }

  /// Returns one sentence for each example with other findings than it declares; empty if all match.
  package func problems() -> [String] {
    let description = rule.description
    var problems: [String] = []
    if description.triggering.count < 2 { problems.append("\(description.id) has fewer than two triggering examples") }
    if description.nonTriggering.count < 2 { problems.append("\(description.id) has fewer than two quiet examples") }
    for example in description.triggering {
      if !example.markedCode.contains(Example.mark) { problems.append("no mark in: \(example.markedCode)") }
      problems += compare(example)
    }
    for example in description.nonTriggering {
      if example.markedCode.contains(Example.mark) { problems.append("a mark in: \(example.markedCode)") }
      problems += compare(example)
    }
    return problems
  }

  private func compare(_ example: Example) -> [String] {
    let expected = marks(in: example)
    let file = SourceFile(path: example.path, text: example.code)
    do {
      let found = try positions(in: file, example).sorted()
      return found == expected
        ? [] : ["\(rule.description.id) marks \(describe(found)), not \(describe(expected)), in:\n\(example.code)"]
    } catch {
      return ["\(rule.description.id) cannot look at an example: \(error)\n\(example.code)"]
    }
  }

  private func positions(in file: SourceFile, _ example: Example) throws -> [SourcePosition] {
    if rule.description.id == Self.unused {
      // The linter makes the findings of this rule, from those of the other rules.
      let on = [Self.unused, "force_try", "force_cast"].map { ($0, RuleSetting(isOn: true)) }
      let settings = RuleSettings(rules: Dictionary(uniqueKeysWithValues: on))
      let linter = try RuleLinter(rules: BuiltInRules.all, settings: settings, width: 1)
      return linter.findings(in: file.text).findings.filter { $0.rule == Self.unused }.map {
        SourcePosition(line: $0.range.startLine, column: $0.range.startColumn)
      }
    }
    return try rule.violations(in: file, example, knownRules).map {
      file.text.lines.position(at: $0.range.lowerBound)
    }
  }

  private static let unused = "superfluous_disable_command"

  private func marks(in example: Example) -> [SourcePosition] {
    var positions: [SourcePosition] = []
    var line = 1
    var column = 1
    for character in example.markedCode {
      if character == Example.mark {
        positions.append(SourcePosition(line: line, column: column))
      } else if character.isNewline {
        line += 1
        column = 1
      } else {
        column += character.utf8.count
      }
    }
    return positions
  }

  private func describe(_ positions: [SourcePosition]) -> String {
    positions.isEmpty ? "nothing" : positions.map { "\($0.line):\($0.column)" }.joined(separator: ", ")
  }
}

extension Rule {
  fileprivate static func violations(
    in file: SourceFile, _ example: Example, _ knownRules: [String]
  ) throws -> [Violation] {
    let today = CalendarDay(Date(timeIntervalSince1970: 1_800_000_000))
    switch try make(options: example.options, knownRules: knownRules, today: today) {
    case let rule as any TextRule: return rule.violations(in: file.text)
    case let rule as any SyntaxRule: return rule.violations(in: try file.parse())
    default: return []
    }
  }
}
