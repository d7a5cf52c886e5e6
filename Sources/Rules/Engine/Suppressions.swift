// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SwiftSource

/// The lines of a file for which rules are switched off.
package struct Suppressions: Hashable, Sendable {
  private var everything: [ClosedRange<Int>] = []
  private var byRule: [String: [ClosedRange<Int>]] = [:]

  package init() {}

  package init(_ directives: [Directive]) {
    // The line from which a rule is off; "all" stands for every rule.
    var open: [String: Int] = [:]
    for directive in directives {
      switch directive.instruction {
      case .disable(.onwards, let rules):
        for rule in rules where open[rule.text] == nil { open[rule.text] = directive.lines.lowerBound }
      case .enable(let rules):
        let names = rules.contains { $0.text == "all" } ? Array(open.keys) : rules.map(\.text)
        for name in names {
          if let start = open.removeValue(forKey: name) { add(name, start...directive.lines.upperBound) }
        }
      case .disable(.this, let rules): for rule in rules { add(rule.text, directive.lines) }
      case .disable(.next, let rules):
        let next = directive.lines.upperBound + 1
        for rule in rules { add(rule.text, next...next) }
      case .disable(.previous, let rules):
        let previous = max(1, directive.lines.lowerBound - 1)
        for rule in rules { add(rule.text, previous...previous) }
      case .coverageOff, .coverageOn, .malformed: break
      }
    }
    for (name, start) in open { add(name, start...Int.max) }
  }

  /// Whether a finding of the rule that starts on the line is silenced.
  package func silence(_ rule: String, on line: Int) -> Bool {
    everything.contains { $0.contains(line) } || byRule[rule]?.contains { $0.contains(line) } == true
  }

  private mutating func add(_ name: String, _ lines: ClosedRange<Int>) {
    if name == "all" { everything.append(lines) } else { byRule[name, default: []].append(lines) }
  }
}

/// Names findings so that they can be followed from run to run.
enum Fingerprinting {
  /// Runs after all filters, on findings in order: equal ones are distinguished by their order.
  static func fingerprinted(_ found: [FoundFinding]) -> [Finding] {
    var occurrences: [Key: Int] = [:]
    return found.map { found in
      var finding = found.finding
      // Lines that differ in their indentation alone have the same name.
      let text = found.lineText.drop { $0 == " " || $0 == "\t" }
      let key = Key(rule: finding.rule, path: finding.path, lineText: String(text))
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      finding.fingerprint = Fingerprint.make(
        rule: finding.rule, path: finding.path, lineText: found.lineText, occurrence: occurrence)
      return finding
    }
  }

  private struct Key: Hashable {
    let rule: String
    let path: String
    let lineText: String
  }
}

/// A finding on its way to the report.
package struct FoundFinding: Hashable, Sendable {
  package var finding: Finding
  /// The text of the line that the finding starts on.
  package let lineText: String

  package init(finding: Finding, lineText: String) {
    self.finding = finding
    self.lineText = lineText
  }
}
