// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
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
    /// A faster way to say the same.
    case performance
    case style
  }

  package enum Subject: Hashable, Sendable {
    case swiftFiles
    /// Every text file of the change.
    case textFiles
  }

  /// How SwiftLint 0.58 has the rule of the same identifier.
  package struct SwiftLint: Hashable, Sendable {
    /// Whether it is on by default.
    package let isOn: Bool
    package let severity: Severity
    /// Values that differ from the defaults of the options here.
    package let options: [String: OptionValue]

    package init(isOn: Bool, severity: Severity = .warning, options: [String: OptionValue] = [:]) {
      self.isOn = isOn
      self.severity = severity
      self.options = options
    }

    /// On by default, with warnings.
    package static let on = SwiftLint(isOn: true)
    /// Off by default, with warnings.
    package static let optIn = SwiftLint(isOn: false)
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
  /// Nil for a rule that SwiftLint does not have.
  package let swiftLint: SwiftLint?
  /// Whether findings carry corrections.
  package let isCorrectable: Bool
  /// Each place where a finding starts is marked with `↓`.
  package let triggering: [Example]
  package let nonTriggering: [Example]

  /// - Parameter name: the identifier as words when nil.
  package init(
    id: String, name: String? = nil, summary: String, kind: Kind, severity: Severity = .warning,
    isOptIn: Bool = false, subject: Subject = .swiftFiles, swiftLint: SwiftLint? = nil, isCorrectable: Bool = false,
    triggering: [Example], nonTriggering: [Example]
  ) {
    self.id = id
    self.name = name ?? id.split(separator: "_").map(\.capitalized).joined(separator: " ")
    self.summary = summary
    self.kind = kind
    self.severity = severity
    self.isOptIn = isOptIn
    self.subject = subject
    self.swiftLint = swiftLint
    self.isCorrectable = isCorrectable
    self.triggering = triggering
    self.nonTriggering = nonTriggering
  }
}

/// A piece of code that shows what a rule does, and proves it.
package struct Example: Hashable, Sendable, ExpressibleByStringLiteral {
  package static let mark: Character = "↓"

  /// With its marks.
  package let markedCode: String
  /// Options that differ from the rule's defaults.
  package let options: [String: OptionValue]
  /// Where the file is.
  package let path: String

  package init(_ markedCode: String, options: [String: OptionValue] = [:], path: String = "Example.swift") {
    self.markedCode = markedCode
    self.options = options
    self.path = path
  }

  package init(stringLiteral markedCode: String) { self.init(markedCode) }

  /// Without the marks.
  package var code: String { String(markedCode.filter { $0 != Self.mark }) }
}
