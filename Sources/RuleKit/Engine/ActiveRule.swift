// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SwiftSource

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
      let rule = try type.make(options: setting?.options ?? [:])
      if var reading = rule as? any NamesReadingRule {
        reading.knownRules = knownRules
        self.rule = reading
      } else {
        self.rule = rule
      }
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
  fileprivate static func make(options: [String: OptionValue]) throws(RuleSettingsError) -> any Rule {
    Self(options: try OptionCoding.decode(Options.self, from: options))
  }
}
