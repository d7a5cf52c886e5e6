// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What a rule is for: its page in the documentation and its tests at once.
package struct RuleDescription: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Probably a mistake.
    case lint
    /// There is a better way to say it in Swift.
    case idiomatic
    /// Too much of something.
    case metrics
    case style
  }

  package enum Subject: Hashable, Sendable {
    case swiftFiles
    /// Every text file of the change.
    case textFiles
  }

  /// Reads after "allow", in snake_case.
  package let id: String
  package let name: String
  /// One sentence that a reader of a finding understands.
  package let summary: String
  package let kind: Kind
  package let severity: Severity
  package let isOptIn: Bool
  package let subject: Subject
  /// Each place where a finding starts is marked with `↓`.
  package let triggering: [Example]
  package let nonTriggering: [Example]

  package init(
    id: String, name: String, summary: String, kind: Kind, severity: Severity = .warning, isOptIn: Bool = false,
    subject: Subject = .swiftFiles, triggering: [Example], nonTriggering: [Example]
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.kind = kind
    self.severity = severity
    self.isOptIn = isOptIn
    self.subject = subject
    self.triggering = triggering
    self.nonTriggering = nonTriggering
  }
}

/// A piece of code that shows what a rule does, and proves it.
package struct Example: Hashable, Sendable {
  package static let mark: Character = "↓"

  /// With its marks.
  package let markedCode: String
  /// Options that differ from the rule's defaults.
  package let options: [String: OptionValue]

  package init(_ markedCode: String, options: [String: OptionValue] = [:]) {
    self.markedCode = markedCode
    self.options = options
  }

  /// Without the marks.
  package var code: String { String(markedCode.filter { $0 != Self.mark }) }
}
