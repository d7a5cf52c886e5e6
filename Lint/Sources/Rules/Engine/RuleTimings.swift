// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
public import SwiftSource

/// The time that a rule takes.
public struct RuleTime: Hashable, Sendable {
  /// The rule's identifier, or ``RuleTime/parsing``.
  public let id: String
  public let duration: Duration
  /// The share of the time of all rules and of parsing, from 0 to 1.
  public let share: Double

  /// The identifier of parsing the files and collecting their nodes, which all rules share.
  package static let parsing = "(parsing)"
}

extension RuleLinter {
  /// Measures the time of each rule that is on for the texts, sequentially.
  ///
  /// Data that several rules share, such as the comments of a file, counts for the first of them.
  ///
  /// - Returns: the times, longest first.
  public func timings(of texts: [SourceText]) -> [RuleTime] {
    let clock = ContinuousClock()
    var times: [String: Duration] = [:]
    for text in texts {
      let file = SourceFile(text)
      let active = rules.filter { $0.applies(to: text.path) }
      if text.isSwift, rules(for: text.path).needsSyntax {
        times[RuleTime.parsing, default: .zero] += clock.measure { _ = try? file.parse() }
      }
      for custom in rules(for: text.path).custom {
        times[custom.rule.id, default: .zero] += clock.measure { _ = custom.violations(in: FileSections(file)) }
      }
      for rule in active {
        times[rule.id, default: .zero] += clock.measure {
          switch rule.check {
          case .text(let rule): _ = rule.violations(in: text)
          // A file that cannot be parsed takes no time of the rule.
          case .syntax(let rule): if let parsed = try? file.parse() { _ = rule.violations(in: parsed) }
          case .findings: break
          }
        }
      }
    }
    let total = max(times.values.reduce(.zero, +) / .nanoseconds(1), 1)
    return times.map { RuleTime(id: $0.key, duration: $0.value, share: $0.value / .nanoseconds(1) / total) }
      .sorted { ($1.duration, $0.id) < ($0.duration, $1.id) }
  }
}
