// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings
import Foundation

/// The description of a rule, from which its page in the documentation and its tests are made.
public struct RuleDescription: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A probable mistake.
    case lint
    /// Code that is not idiomatic Swift.
    case idiomatic
    /// A measure over its limit.
    case metrics
    /// Code with a faster equivalent.
    case performance
    case style
  }

  public enum Subject: Hashable, Sendable {
    case swiftFiles
    /// Every text file of the change.
    case textFiles
  }

  /// The settings of SwiftLint 0.58 for the rule with the same identifier.
  public struct SwiftLint: Hashable, Sendable {
    /// Whether it is on by default.
    public let isOn: Bool
    public internal(set) var severity = Severity.warning
    /// Values that differ from the defaults of reviewbot's options.
    public internal(set) var options: [String: OptionValue] = [:]

    /// On by default, with warnings.
    package static let on = SwiftLint(isOn: true)
    /// Off by default, with warnings.
    package static let optIn = SwiftLint(isOn: false)
  }

  /// In snake_case, and worded to follow "allow", as in `allow force_cast`.
  public let id: String
  public let name: String
  /// One sentence for the readers of findings.
  public let summary: String
  public let kind: Kind
  public let severity: Severity
  public let isOptIn: Bool
  public let subject: Subject
  /// Nil for a rule that SwiftLint does not have.
  public let swiftLint: SwiftLint?
  /// Whether findings can have corrections.
  public let isCorrectable: Bool
  /// Code with findings, with `↓` before the start of each.
  public let triggering: [Example]
  public let nonTriggering: [Example]

  /// - Parameters:
  ///   - name: nil for the words of the identifier.
  ///   - isOptIn: nil for whether the rule is off in SwiftLint.
  package init(
    id: String, name: String? = nil, summary: String, kind: Kind, severity: Severity = .warning,
    isOptIn: Bool? = nil, subject: Subject = .swiftFiles, swiftLint: SwiftLint? = nil, isCorrectable: Bool = false,
    triggering: [Example], nonTriggering: [Example]
  ) {
    self.id = id
    self.name = name ?? id.split(separator: "_").map(\.capitalized).joined(separator: " ")
    self.summary = summary
    self.kind = kind
    self.severity = severity
    self.isOptIn = isOptIn ?? (swiftLint?.isOn == false)
    self.subject = subject
    self.swiftLint = swiftLint
    self.isCorrectable = isCorrectable
    self.triggering = triggering
    self.nonTriggering = nonTriggering
  }
}

/// An example of a rule for the documentation, which is tested as well.
public struct Example: Hashable, Sendable, ExpressibleByStringLiteral {
  public static let mark: Character = "↓"

  /// The code with its marks.
  public let markedCode: String
  /// Options that differ from the rule's defaults.
  public let options: [String: OptionValue]
  /// The path of the file.
  package let path: String

  package init(_ markedCode: String, options: [String: OptionValue] = [:], path: String = "Example.swift") {
    self.markedCode = markedCode
    self.options = options
    self.path = path
  }

  public init(stringLiteral markedCode: String) { self.init(markedCode) }

  /// The code without the marks.
  public var code: String { String(markedCode.filter { $0 != Self.mark }) }
}
